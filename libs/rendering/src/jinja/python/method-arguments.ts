import { isInteger, getText, typeName, Undefined, ValueProblem } from './values.js';
import type { Runtime } from './runtime.js';
import { truthy } from './protocols.js';
import type { Value } from './values.js';

/** The text that a method is called on. */
export function own(runtime: Runtime, value: Value): string {
  const text = getText(value) as string;
  runtime.work(text.length);
  return text;
}

export function argument(value: Value, method: string): string {
  const text = getText(value);
  if (text !== undefined) return text;
  if (value instanceof Undefined) value.reject();
  throw new ValueProblem(
    value === undefined ? `${method} needs an argument` : `${method} needs a string, not ${typeName(value)}`,
  );
}

export const optional = (value: Value, method: string): string | undefined =>
  value === undefined || value === null ? undefined : argument(value, method);

export function whole(value: Value, fallback: number, method: string): number {
  if (value === undefined) return fallback;
  if (typeof value === 'boolean') return Number(value);
  if (isInteger(value)) return Number(value);
  if (value instanceof Undefined) value.reject();
  throw new ValueProblem(`${method} needs a whole number, not ${typeName(value)}`);
}

/** A bound of a slice, as Python computes it. */
export function bound(value: Value, length: number, fallback: number): number {
  const index = value === null ? fallback : whole(value, fallback, 'an index');
  return index < 0 ? Math.max(0, index + length) : Math.min(index, length);
}

/** Whether an argument is present and true. */
export const given = (value: Value): boolean => value !== undefined && truthy(value);

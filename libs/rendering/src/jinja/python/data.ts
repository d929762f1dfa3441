import { NumberText, numberTextsOf } from '@postrider/numbers';
import type { Value } from './values.js';
import { Float, integer, ownValue } from './values.js';

/**
 * A mail's data with numbers as Python's json makes them where JavaScript's would not do: an int of any size, and a float, which prints as it was
 * written and counts as what it is.
 */
export const pythonData = (data: unknown): Value =>
  numberTextsOf(data) === undefined
    ? data
    : copied(data, (text) => (/^-?\d+$/.test(text) ? integer(BigInt(text)) : new Float(Number(text), text)));

/** For a template that changes it. */
export const copyOf = (data: Value): Value => copied(data);

function copied(value: unknown, number?: (text: string) => Value): Value {
  if (Array.isArray(value)) return value.map((item) => copied(item, number));
  if (typeof value !== 'object' || value === null || value instanceof Float) return value;
  if (value instanceof NumberText) return number?.(value.text);
  const names = Object.keys(value).filter((name) => name !== '__proto__');
  return Object.fromEntries(names.map((name) => [name, copied(ownValue(value, name), number)]));
}

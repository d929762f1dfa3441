import type { Value } from './values.js';
import { Float, ownValue } from './values.js';

/** A mail's data for a template that changes it. */
export function copyOf(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null || value instanceof Float) return value;
  const names = Object.keys(value).filter((name) => name !== '__proto__');
  return Object.fromEntries(names.map((name) => [name, copyOf(ownValue(value, name))]));
}

import type { Value } from './values.js';
import { Float, ownValue } from './values.js';

/** So many values are copied for the price of a step. */
const valuesOfStep = 10;

/** A mail's data for a template that changes it. */
export function copyOf(value: Value, spend: (steps: number) => void): Value {
  if (typeof value !== 'object' || value === null || value instanceof Float) return value;
  if (Array.isArray(value)) {
    spend(Math.ceil(value.length / valuesOfStep));
    return value.map((item) => copyOf(item, spend));
  }
  const names = Object.keys(value).filter((name) => name !== '__proto__');
  spend(Math.ceil(names.length / valuesOfStep));
  return Object.fromEntries(names.map((name) => [name, copyOf(ownValue(value, name), spend)]));
}

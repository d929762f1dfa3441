import { isNumberText, LosslessNumber, rounding } from './lossless-number.js';

/**
 * The original texts of the lossless numbers in a value, as a tree of the same shape; `0` stands for a list item
 * without one.
 */
export type LosslessNumbers = string | 0 | readonly LosslessNumbers[] | { readonly [name: string]: LosslessNumbers };

/** Deeper than any request body. */
const maxDepth = 200;

/** Undefined if the value has no lossless numbers. */
export function findLosslessNumbers(value: unknown, depth = 0): LosslessNumbers | undefined {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return undefined;
  if (value instanceof LosslessNumber) return value.text;
  if (Array.isArray(value)) {
    const texts = value.map((item) => findLosslessNumbers(item, depth + 1) ?? 0);
    return texts.some((text) => text !== 0) ? texts : undefined;
  }
  const named: [string, LosslessNumbers][] = [];
  for (const name of Object.keys(value)) {
    const texts = findLosslessNumbers((value as Record<string, unknown>)[name], depth + 1);
    if (texts !== undefined) named.push([name, texts]);
  }
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

/**
 * A copy of the value with these texts. A text that does not match the number in its place is ignored, because the
 * value has changed since.
 */
export function withLosslessNumbers<Value>(value: Value, texts: unknown): Value {
  return (texts === undefined || texts === null ? value : restored(value, texts)) as Value;
}

function restored(value: unknown, texts: unknown): unknown {
  if (typeof texts === 'string') return isNumberText(value, texts) ? new LosslessNumber(texts) : value;
  if (!isContainer(value) || !isContainer(texts) || Array.isArray(value) !== Array.isArray(texts)) return value;
  if (Array.isArray(value)) return value.map((item, index) => restored(item, texts[index]));
  const copy = { ...value };
  for (const name of Object.keys(texts))
    if (name !== '__proto__' && Object.hasOwn(copy, name)) copy[name] = restored(copy[name], texts[name]);
  return copy;
}

/** Splits a value into plain JSON and the texts of its numbers. */
export function splitLosslessNumbers<Value>(value: Value): {
  readonly value: Value;
  readonly texts: LosslessNumbers | undefined;
} {
  const texts = findLosslessNumbers(value);
  return { value: texts === undefined ? value : (JSON.parse(JSON.stringify(value)) as Value), texts };
}

const field = 'number_texts';

/**
 * Serializes an object for messages between services and for rows: plain numbers that every version can read, and the
 * texts of lossless numbers in an extra field `number_texts`.
 */
export function serializeLossless(value: unknown): string {
  const { json, lost } = rounding(value);
  return lost && json.endsWith('}')
    ? `${json.slice(0, -1)},"${field}":${JSON.stringify(findLosslessNumbers(value))}}`
    : json;
}

/** Restores what `serializeLossless` received, from its parsed output. */
export function parseLossless<Value>(value: Value): Value {
  if (!isContainer(value) || value[field] === undefined) return value;
  const { [field]: texts, ...rest } = value;
  return withLosslessNumbers(rest, texts) as Value;
}

const isContainer = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null;

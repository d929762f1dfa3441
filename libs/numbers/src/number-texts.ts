import { isTextOf, NumberText, rounding } from './number-text.js';

/** The texts of the numbers in a value that have one, in a tree of the same shape; `0` stands for an item of a list that has none. */
export type NumberTexts = string | 0 | readonly NumberTexts[] | { readonly [name: string]: NumberTexts };

/** No body is nested as deep. */
const deepest = 200;

/** Undefined where no number of the value has a text of its own. */
export function numberTextsOf(value: unknown, depth = 0): NumberTexts | undefined {
  if (typeof value !== 'object' || value === null || depth > deepest) return undefined;
  if (value instanceof NumberText) return value.text;
  if (Array.isArray(value)) {
    const texts = value.map((item) => numberTextsOf(item, depth + 1) ?? 0);
    return texts.some((text) => text !== 0) ? texts : undefined;
  }
  const named: [string, NumberTexts][] = [];
  for (const name of Object.keys(value)) {
    const texts = numberTextsOf((value as Record<string, unknown>)[name], depth + 1);
    if (texts !== undefined) named.push([name, texts]);
  }
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

/** The value with these texts, in a copy; one that is not that of the number in its place is left out: the value was changed since. */
export function withNumberTexts<Value>(value: Value, texts: unknown): Value {
  return (texts === undefined || texts === null ? value : restored(value, texts)) as Value;
}

function restored(value: unknown, texts: unknown): unknown {
  if (typeof texts === 'string') return isTextOf(value, texts) ? new NumberText(texts) : value;
  if (!isContainer(value) || !isContainer(texts) || Array.isArray(value) !== Array.isArray(texts)) return value;
  if (Array.isArray(value)) return value.map((item, index) => restored(item, texts[index]));
  const copy = { ...value };
  for (const name of Object.keys(texts))
    if (name !== '__proto__' && Object.hasOwn(copy, name)) copy[name] = restored(copy[name], texts[name]);
  return copy;
}

/** A value without the texts of its numbers, and these beside it. */
export function apart<Value>(value: Value): { readonly value: Value; readonly texts: NumberTexts | undefined } {
  const texts = numberTextsOf(value);
  return { value: texts === undefined ? value : (JSON.parse(JSON.stringify(value)) as Value), texts };
}

const field = 'number_texts';

/**
 * An object as JSON for messages between services and for rows: numbers as every version has read them, and the texts of those that have one in a
 * field of their own, `number_texts`.
 */
export function packedJson(value: unknown): string {
  const { json, lost } = rounding(value);
  return lost && json.endsWith('}') ? `${json.slice(0, -1)},"${field}":${JSON.stringify(numberTextsOf(value))}}` : json;
}

/** What `packedJson` was given, of what was parsed from it. */
export function unpacked<Value>(value: Value): Value {
  if (!isContainer(value) || value[field] === undefined) return value;
  const { [field]: texts, ...rest } = value;
  return withNumberTexts(rest, texts) as Value;
}

const isContainer = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null;

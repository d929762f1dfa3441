import { LosslessNumber, exactJson } from '@postrider/numbers';

/** The maximum lengths of texts; the next one applies if the value is still too long. */
const textLengths = [Infinity, 20_000, 5_000, 1_000];

/** The value as JSON of at most `maxLength` characters, with long texts cut; undefined if it is longer even so. */
export function boundedJson(value: unknown, maxLength: number): string | undefined {
  for (const length of textLengths) {
    const json = exactJson(length === Infinity ? value : cut(value, length));
    if (json.length <= maxLength) return json;
  }
  return undefined;
}

function cut(value: unknown, length: number): unknown {
  if (typeof value === 'string')
    return value.length <= length ? value : `${value.slice(0, length).toWellFormed()}… (${value.length} characters)`;
  if (Array.isArray(value)) return value.map((item) => cut(item, length));
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, cut(field, length)]));
}

import { randomUUID } from 'node:crypto';
import { losesText, NumberText, rounding } from './number-text.js';

/** JSON as the engine writes it, but for the numbers that have a text of their own. */
export function exactJson(value: unknown): string {
  const { json, lost } = rounding(value);
  return lost ? (written(value) as string) : json;
}

/** Undefined for what JSON leaves out. */
function written(value: unknown): string | undefined {
  if (value instanceof NumberText) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => written(item) ?? 'null').join(',')}]`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value)
    return JSON.stringify(value) as string | undefined;
  const fields = Object.entries(value).flatMap(([name, each]) => {
    const json = written(each);
    return json === undefined ? [] : [`${JSON.stringify(name)}:${json}`];
  });
  return `{${fields.join(',')}}`;
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;

/**
 * What a JSON text says, with the texts of the numbers that have one of their own. Not for what is read all the time.
 * @throws SyntaxError
 */
export function parseExactly(json: string): unknown {
  // Nobody who wrote the text could know it.
  const mark = randomUUID();
  const marked = json.replace(stringOrNumber, (token) =>
    token.startsWith('"') || !losesText(token) || !isNumber(token) ? token : `"${mark}${token}"`,
  );
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? new NumberText(value.slice(mark.length)) : value,
  );
}

function isNumber(token: string): boolean {
  try {
    return typeof JSON.parse(token) === 'number';
  } catch {
    return false;
  }
}

import { randomUUID } from 'node:crypto';
import { losesText, LosslessNumber, rounding } from './lossless-number.js';

/** JSON like `JSON.stringify`, but with the original text of lossless numbers. */
export function exactJson(value: unknown, indent = 0): string {
  const { json, lost } = rounding(value, indent);
  return lost ? (encode(value, ' '.repeat(indent), '\n') as string) : json;
}

/**
 * Undefined for values that JSON omits. `line` is the line break and indentation outside of the value, `indent` one
 * level.
 */
function encode(value: unknown, indent: string, line: string): string | undefined {
  if (value instanceof LosslessNumber) return value.text;
  if (typeof value !== 'object' || value === null || 'toJSON' in value)
    return JSON.stringify(value) as string | undefined;
  const inner = line + indent;
  const enclosed = (opening: string, items: readonly string[], closing: string): string => {
    if (indent === '' || items.length === 0) return `${opening}${items.join(',')}${closing}`;
    return `${opening}${inner}${items.join(`,${inner}`)}${line}${closing}`;
  };
  if (Array.isArray(value))
    return enclosed(
      '[',
      value.map((item) => encode(item, indent, inner) ?? 'null'),
      ']',
    );
  const fields = Object.entries(value).flatMap(([name, each]) => {
    const json = encode(each, indent, inner);
    return json === undefined ? [] : [`${JSON.stringify(name)}:${indent && ' '}${json}`];
  });
  return enclosed('{', fields, '}');
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;

/**
 * Parses JSON and keeps the original text of numbers that JavaScript would change. Too slow for hot paths.
 * @throws SyntaxError
 */
export function parseExactly(json: string): unknown {
  // A random mark, so that no string of the input can contain it.
  const mark = randomUUID();
  const marked = json.replace(stringOrNumber, (token) =>
    token.startsWith('"') || !losesText(token) || !isNumber(token) ? token : `"${mark}${token}"`,
  );
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? new LosslessNumber(value.slice(mark.length)) : value,
  );
}

function isNumber(token: string): boolean {
  try {
    return typeof JSON.parse(token) === 'number';
  } catch {
    return false;
  }
}

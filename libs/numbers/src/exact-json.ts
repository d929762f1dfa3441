import { randomUUID } from 'node:crypto';
import { losesText, LosslessNumber, rounding } from './lossless-number.js';

/** JSON as the engine writes it, but for the numbers that have a text of their own. */
export function exactJson(value: unknown, indent = 0): string {
  const { json, lost } = rounding(value, indent);
  return lost ? (written(value, ' '.repeat(indent), '\n') as string) : json;
}

/** Undefined for what JSON leaves out. `line` begins a line outside of the value, `indent` is one level. */
function written(value: unknown, indent: string, line: string): string | undefined {
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
      value.map((item) => written(item, indent, inner) ?? 'null'),
      ']',
    );
  const fields = Object.entries(value).flatMap(([name, each]) => {
    const json = written(each, indent, inner);
    return json === undefined ? [] : [`${JSON.stringify(name)}:${indent && ' '}${json}`];
  });
  return enclosed('{', fields, '}');
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

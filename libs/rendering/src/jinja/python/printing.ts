import { isNumber, numberText } from './numbers.js';
import type { Meter } from './runtime.js';
import type { Value } from './values.js';
import {
  Callable,
  dictEntries,
  RuntimeObject,
  isDict,
  Iterator,
  Markup,
  Tuple,
  Undefined,
  ValueProblem,
  View,
} from './values.js';

const maxPrintDepth = 50;

/** The output of a value in `{{ }}`: Python's str(). */
export function printed(value: Value, meter: Meter): string {
  if (typeof value === 'string') return value;
  if (value instanceof Markup) return value.text;
  if (value instanceof Undefined) return '';
  return shown(value, meter, 0);
}

/** Python's repr(). */
export const represented = (value: Value, meter: Meter): string => shown(value, meter, 0);

function shown(value: Value, meter: Meter, depth: number): string {
  if (isNumber(value)) return numberText(value);
  if (value === null) return 'None';
  if (typeof value === 'string') return quotedText(value, meter);
  if (value instanceof Markup) return `Markup(${quotedText(value.text, meter)})`;
  if (value instanceof Undefined) return 'Undefined';
  if (depth >= maxPrintDepth) throw new ValueProblem(`a list inside ${maxPrintDepth} others cannot be printed`);
  const list = (items: readonly Value[]): string => {
    meter.spend(items.length);
    return items.map((item) => shown(item, meter, depth + 1)).join(', ');
  };
  if (Array.isArray(value)) return `[${list(value as Value[])}]`;
  if (value instanceof Tuple) return `(${list(value.items)}${value.items.length === 1 ? ',' : ''})`;
  if (value instanceof View) return value.shown ?? `${value.kind}([${list(value.items)}])`;
  if (value instanceof Iterator) return `<${value.kind} object>`;
  if (value instanceof Callable) return value.shown;
  if (value instanceof RuntimeObject) return value.shown;
  if (!isDict(value)) return '';
  const entries = dictEntries(value);
  meter.spend(entries.length);
  return `{${entries.map(([key, item]) => `${shown(key, meter, depth + 1)}: ${shown(item, meter, depth + 1)}`).join(', ')}}`;
}

function quotedText(text: string, meter: Meter): string {
  meter.work(text.length);
  const written = quoted(text);
  meter.work((written.length - text.length) * 2);
  return written;
}

/** Characters that Python's repr() escapes: all unprintable ones except the space. */
const escapedCharacters = /[\p{C}\p{Z}\\']/gu;
const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', ' ': ' ' };

export function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(escapedCharacters, (character) => {
    if (character === "'") return quote === "'" ? "\\'" : "'";
    const known = named[character];
    if (known !== undefined) return known;
    const code = character.codePointAt(0) as number;
    if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
  });
  return quote + body + quote;
}

const special = /[&<>"']/;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' };

/** Escapes the five HTML characters like MarkupSafe. */
export const escapeText = (text: string): string =>
  special.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] as string) : text;

/** The same, charged to the budget, mainly for the added characters. */
export function escaped(meter: Meter, text: string): string {
  meter.work(text.length >> 3);
  const written = escapeText(text);
  meter.work(written.length - text.length);
  return written;
}

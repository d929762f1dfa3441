import type { Layout } from './layout.js';
import { toCharacter, cut, floating, general, laidOut, padded, prefixed, short, wholeText } from './layout.js';
import type { PythonNumber } from './numbers.js';
import { floatText, isNumber, toDouble } from './numbers.js';
import type { Runtime } from './runtime.js';
import type { Keywords, Value } from './values.js';
import { isFloat, getText, typeName, ValueProblem } from './values.js';

const specification = /^(?:([^])?([<>^=]))?([-+ ])?z?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/u;

/** Python's format(): a value in a format specification such as `,.2f`. */
export function formatValue(runtime: Runtime, value: Value, spec: string): string {
  if (spec === '') return runtime.text(value);
  const match = specification.exec(spec);
  if (!match) throw new ValueProblem(`"${short(spec)}" is no format that a value can be printed in`);
  const [, fill, align, sign = '', alternate, zero, width, grouping = '', precision, type = ''] = match;
  const isText = !isNumber(value);
  const layout: Layout = {
    fill: fill ?? (zero ? '0' : ' '),
    align: (align ?? (zero && !isText ? '=' : isText ? '<' : '>')) as Layout['align'],
    sign: sign === '-' ? '' : (sign as Layout['sign']),
    alternate: alternate !== undefined,
    width: Number(width ?? 0),
    grouping,
    precision: precision === undefined ? undefined : Number(precision),
    type,
  };
  return isText ? formatText(runtime, value, layout, spec) : formatNumber(runtime, value, layout, spec);
}

function formatText(runtime: Runtime, value: Value, layout: Layout, spec: string): string {
  if (getText(value) === undefined)
    throw new ValueProblem(`a ${typeName(value)} cannot be printed in the format "${short(spec)}"`);
  if ((layout.type !== '' && layout.type !== 's') || layout.align === '=' || layout.sign || layout.grouping)
    throw new ValueProblem(`a text cannot be printed in the format "${short(spec)}", which is one of numbers`);
  const text = runtime.text(value);
  return padded(runtime, layout.precision === undefined ? text : cut(runtime, text, layout.precision), layout);
}

function formatNumber(runtime: Runtime, value: PythonNumber, layout: Layout, spec: string): string {
  const { type, precision } = layout;
  const wrong = (): ValueProblem => new ValueProblem(`the number cannot be printed in the format "${short(spec)}"`);
  if (isFloat(value) || (type !== '' && 'eEfFgG%'.includes(type))) {
    if (type !== '' && !'eEfFgG%n'.includes(type)) throw wrong();
    const double = toDouble(value);
    if (type === '%') return laidOut(runtime, `${floating(double * 100, { ...layout, type: 'f' })}%`, layout);
    if (type !== '')
      return laidOut(runtime, floating(double, type === 'n' ? { ...layout, type: 'g' } : layout), layout);
    if (precision === undefined) return laidOut(runtime, floatText(double), layout);
    const text = general(double, precision || 1, false, 1);
    return laidOut(runtime, /[.e]|inf|nan/.test(text) ? text : `${text}.0`, layout);
  }
  if (precision !== undefined) throw wrong();
  if (type === 'c') return padded(runtime, toCharacter(toDouble(value)), { ...layout, align: '<' });
  const base = { '': 10, d: 10, n: 10, b: 2, o: 8, x: 16, X: 16 }[type];
  if (base === undefined) throw wrong();
  const digits = wholeText(value, base);
  const cased = type === 'X' ? digits.toUpperCase() : digits;
  return laidOut(runtime, base === 10 ? cased : prefixed(cased, layout), layout);
}

/** `text.format(...)`. */
export function formatBraces(
  runtime: Runtime,
  format: string,
  positional: readonly Value[],
  keywords: Keywords,
  print: (value: Value, spec: string) => string = (value, spec) => formatValue(runtime, value, spec),
): string {
  let automatic = 0;
  const getValue = (field: string): Value => {
    const first = /^[^.[]*/.exec(field)?.[0] ?? '';
    const rest = field.slice(first.length);
    let value: Value;
    if (first === '' || /^\d+$/.test(first)) {
      const index = first === '' ? automatic : Number(first);
      if (first === '') automatic += 1;
      value = positional[index];
    } else {
      value = keywords.get(first);
    }
    if (value === undefined) throw new ValueProblem(`the format "${short(format)}" needs a value for {${field}}`);
    for (const [, attribute, key] of rest.matchAll(/\.([^.[]+)|\[([^\][]+)\]/g))
      value =
        attribute === undefined
          ? runtime.item(value, /^\d+$/.test(key as string) ? Number(key) : key)
          : runtime.attribute(value, attribute);
    return value;
  };
  const replace = (text: string, depth: number): string => {
    let out = '';
    for (let at = 0; at < text.length;) {
      const brace = text.slice(at).search(/[{}]/);
      if (brace < 0) return out + text.slice(at);
      const open = at + brace;
      out += text.slice(at, open);
      if (text[open + 1] === text[open]) {
        out += text[open];
        at = open + 2;
        continue;
      }
      const close = text[open] === '{' ? matching(text, open) : -1;
      if (close < 0 || depth > 1)
        throw new ValueProblem(`the format "${short(format)}" has a single ${text[open]}; write it twice to print it`);
      const [, field = '', conversion, spec = ''] =
        /^([^!:]*)(?:!([rsa]))?(?::([^]*))?$/.exec(text.slice(open + 1, close)) ?? [];
      const value = getValue(field);
      const shown =
        conversion === 'r' || conversion === 'a'
          ? runtime.represent(value)
          : conversion === 's'
            ? runtime.text(value)
            : value;
      const written = print(shown, replace(spec, depth + 1));
      runtime.work(written.length);
      out += written;
      at = close + 1;
    }
    return out;
  };
  runtime.work(format.length);
  return replace(format, 0);
}

function matching(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}' && (depth -= 1) === 0) return at;
  }
  return -1;
}

import type { PythonNumber } from './numbers.js';
import { fixed, floatText, isNumber, toDouble } from './numbers.js';
import type { Runtime } from './runtime.js';
import { truthy } from './protocols.js';
import type { Keywords, Value } from './values.js';
import { dictGet, isDict, isFloat, isInteger, textOf, Tuple, typeName, ValueProblem } from './values.js';

/** How a number or a text is laid out: what a format specification says, or the flags of a `%` directive. */
type Layout = {
  readonly fill: string;
  readonly align: '<' | '>' | '^' | '=';
  readonly sign: '+' | ' ' | '';
  readonly alternate: boolean;
  readonly width: number;
  readonly grouping: string;
  readonly precision: number | undefined;
  readonly type: string;
};

const mostDecimals = 1_000;

function bounded(precision: number): number {
  if (precision > mostDecimals) throw new ValueProblem(`a number is printed with at most ${mostDecimals} decimals`);
  return precision;
}

/** `text % values`: printf as Python has it. */
export function formatPercent(runtime: Runtime, format: string, values: Value): string {
  const positional = values instanceof Tuple ? values.items : [values];
  let next = 0;
  const take = (): Value => {
    if (next >= positional.length)
      throw new ValueProblem(`the format "${short(format)}" wants more values than it gets`);
    next += 1;
    return positional[next - 1];
  };
  const size = (written: string | undefined): number => {
    const value = written === '*' ? take() : Number(written ?? 0);
    if (typeof value !== 'number') throw new ValueProblem('* in a format wants a whole number');
    return value;
  };
  const directive = /%(?:\(([^()]*)\))?([-#0 +]*)(\*|\d+)?(?:\.(\*|\d+)?)?[hlL]?([^])?/g;
  runtime.work(format.length);
  const result = format.replace(
    directive,
    (whole, key?: string, flags = '', width?: string, precision?: string, type?: string) => {
      if (type === '%') return '%';
      if (type === undefined || !'diouxXeEfFgGcrsa'.includes(type))
        throw new ValueProblem(
          `the format "${short(format)}" has ${whole}, which is no directive; write %% for a percent sign`,
        );
      if (key !== undefined && !isDict(values))
        throw new ValueProblem(`the format "${short(format)}" wants named values`);
      const wide = size(width);
      const decimals = whole.includes('.') ? size(precision) : undefined;
      const value = key === undefined ? take() : named(values, key);
      const left = flags.includes('-') || wide < 0;
      const zero = flags.includes('0') && !left && !'srca'.includes(type);
      return direct(runtime, value, {
        fill: zero ? '0' : ' ',
        align: left ? '<' : zero ? '=' : '>',
        sign: flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '',
        alternate: flags.includes('#'),
        width: Math.abs(wide),
        grouping: '',
        precision: decimals,
        type,
      });
    },
  );
  if (next < positional.length && !isDict(values) && !Array.isArray(values))
    throw new ValueProblem(`the format "${short(format)}" gets more values than it wants`);
  return result;
}

function named(values: Value, key: string): Value {
  const value = isDict(values) ? dictGet(values, key) : undefined;
  if (value === undefined) throw new ValueProblem(`the format wants a value named ${key}`);
  return value;
}

function direct(runtime: Runtime, value: Value, layout: Layout): string {
  const { type, precision } = layout;
  if (type === 's' || type === 'r' || type === 'a') {
    const text = type === 's' ? runtime.text(value) : runtime.represent(value);
    return padded(runtime, precision === undefined ? text : Array.from(text).slice(0, precision).join(''), layout);
  }
  if (type === 'c') {
    const text = textOf(value) ?? (isInteger(value) ? String.fromCodePoint(Number(value)) : '');
    if (Array.from(text).length !== 1) throw new ValueProblem('%c wants one character');
    return padded(runtime, text, layout);
  }
  if (!isNumber(value)) throw new ValueProblem(`%${type} wants a number, not a ${typeName(value)}`);
  if ('diu'.includes(type)) return laidOut(runtime, wholeText(value, 10, precision), { ...layout, type: 'd' });
  if ('xXo'.includes(type)) {
    if (isFloat(value)) throw new ValueProblem(`%${type} wants a whole number`);
    const digits = wholeText(value, type === 'o' ? 8 : 16, precision);
    return laidOut(runtime, prefixed(type === 'X' ? digits.toUpperCase() : digits, layout), layout);
  }
  return laidOut(runtime, floating(toDouble(value), layout), layout);
}

function wholeText(value: PythonNumber, base: number, precision = 0): string {
  const double = toDouble(value);
  if (isFloat(value) && !Number.isFinite(double)) throw new ValueProblem('nan and inf are no whole numbers');
  const whole = isFloat(value) ? BigInt(Math.trunc(double)) : BigInt(value as number | bigint | boolean);
  const digits = (whole < 0n ? -whole : whole).toString(base).padStart(bounded(precision), '0');
  return whole < 0n ? `-${digits}` : digits;
}

function prefixed(digits: string, { alternate, type }: Layout): string {
  if (!alternate) return digits;
  const prefix = `0${type}`;
  return digits.startsWith('-') ? `-${prefix}${digits.slice(1)}` : prefix + digits;
}

function floating(value: number, { type, precision, alternate }: Layout): string {
  const decimals = bounded(precision ?? 6);
  const lower = type.toLowerCase();
  let text: string;
  if (!Number.isFinite(value)) text = floatText(value);
  else if (lower === 'f') text = fixed(value, decimals) + (alternate && decimals === 0 ? '.' : '');
  else if (lower === 'e') text = exponential(value, decimals);
  else text = general(value, decimals || 1, alternate);
  return type === lower ? text : text.toUpperCase();
}

function exponential(value: number, decimals: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(Math.min(decimals, 100)).split('e');
  const digits = Object.is(value, -0) ? `-${mantissa}` : mantissa;
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

/** `%g`. Where no type is given, the exponent comes one digit earlier. */
function general(value: number, precision: number, keepZeros: boolean, earlier = 0): string {
  const digits = Math.min(precision, 100);
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const exponent = Number(value.toExponential(digits - 1).split('e')[1]);
  const strip = (text: string): string => (keepZeros || !text.includes('.') ? text : text.replace(/\.?0+$/, ''));
  if (exponent >= -4 && exponent < precision - earlier) return strip(fixed(value, Math.max(0, digits - 1 - exponent)));
  const [mantissa = '', power = ''] = exponential(value, digits - 1).split('e');
  return `${strip(mantissa)}e${power}`;
}

/** Sign, grouping and width around the digits of a number. */
function laidOut(runtime: Runtime, digits: string, layout: Layout): string {
  const negative = digits.startsWith('-');
  const sign = negative ? '-' : layout.sign;
  const bare = negative ? digits.slice(1) : digits;
  const grouped = layout.grouping ? group(bare, layout) : bare;
  if (layout.align !== '=') return padded(runtime, sign + grouped, layout);
  const missing = layout.width - sign.length - grouped.length;
  if (missing > 0) runtime.work(missing);
  if (missing > 0 && layout.grouping && layout.fill === '0') return sign + zeroGrouped(bare, layout, sign.length);
  return sign + (missing > 0 ? layout.fill.repeat(missing) : '') + grouped;
}

function group(digits: string, { grouping, type }: Layout): string {
  const size = 'xXob'.includes(type) && type !== '' ? 4 : 3;
  const [, whole = '', rest = ''] = /^([\da-fA-F]*)([^]*)$/.exec(digits) ?? [];
  return whole.replace(size === 3 ? /\B(?=(\d{3})+$)/g : /\B(?=([\da-fA-F]{4})+$)/g, grouping) + rest;
}

function zeroGrouped(digits: string, layout: Layout, taken: number): string {
  if (layout.width > mostDecimals)
    throw new ValueProblem(`a number is not filled with more than ${mostDecimals} zeros`);
  let padding = digits;
  while (group(padding, layout).length + taken < layout.width) padding = `0${padding}`;
  return group(padding, layout);
}

function padded(runtime: Runtime, text: string, { width, fill, align }: Layout): string {
  const missing = width - (width > 0 ? Array.from(text).length : 0);
  if (width === 0 || missing <= 0) return text;
  runtime.work(missing);
  if (align === '<') return text + fill.repeat(missing);
  if (align !== '^') return fill.repeat(missing) + text;
  const left = Math.floor(missing / 2);
  return fill.repeat(left) + text + fill.repeat(missing - left);
}

const specification = /^(?:([^])?([<>^=]))?([-+ ])?z?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/u;

/** Python's format(): a value by a format specification such as `,.2f`. */
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
  if (textOf(value) === undefined)
    throw new ValueProblem(`a ${typeName(value)} cannot be printed in the format "${short(spec)}"`);
  if ((layout.type !== '' && layout.type !== 's') || layout.align === '=' || layout.sign || layout.grouping)
    throw new ValueProblem(`a text cannot be printed in the format "${short(spec)}", which is one of numbers`);
  const text = runtime.text(value);
  return padded(
    runtime,
    layout.precision === undefined ? text : Array.from(text).slice(0, layout.precision).join(''),
    layout,
  );
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
  if (type === 'c') return padded(runtime, String.fromCodePoint(toDouble(value)), { ...layout, align: '<' });
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
  const valueOf = (field: string): Value => {
    const [, first = '', rest = ''] = /^([^.[]*)([^]*)$/.exec(field) ?? [];
    let value: Value;
    if (first === '' || /^\d+$/.test(first)) {
      const index = first === '' ? automatic : Number(first);
      if (first === '') automatic += 1;
      value = positional[index];
    } else {
      value = keywords.get(first);
    }
    if (value === undefined) throw new ValueProblem(`the format "${short(format)}" wants a value for {${field}}`);
    for (const [, attribute, key] of rest.matchAll(/\.([^.[]+)|\[([^\]]+)\]/g))
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
      const value = valueOf(field);
      const shown =
        conversion === 'r' || conversion === 'a'
          ? runtime.represent(value)
          : conversion === 's'
            ? runtime.text(value)
            : value;
      out += print(shown, replace(spec, depth + 1));
      runtime.work(out.length - at);
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

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 37)}...` : text);

/** Whether an argument was given and is true. */
export const given = (value: Value): boolean => value !== undefined && truthy(value);

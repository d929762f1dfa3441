import type { PythonNumber } from './numbers.js';
import { fixed, floatText, toDouble } from './numbers.js';
import { characters } from './protocols.js';
import type { Runtime } from './runtime.js';
import { isFloat, ValueProblem } from './values.js';

/** The layout of a number or a text, from a format specification or the flags of a `%` directive. */
export type Layout = {
  readonly fill: string;
  readonly align: '<' | '>' | '^' | '=';
  readonly sign: '+' | ' ' | '';
  readonly alternate: boolean;
  readonly width: number;
  readonly grouping: string;
  readonly precision: number | undefined;
  readonly type: string;
};

const maxDecimals = 1_000;

function bounded(precision: number): number {
  if (precision > maxDecimals) throw new ValueProblem(`a number is printed with at most ${maxDecimals} decimals`);
  return precision;
}

export function wholeText(value: PythonNumber, base: number, precision = 0): string {
  const double = toDouble(value);
  if (isFloat(value) && !Number.isFinite(double)) throw new ValueProblem('nan and inf are no whole numbers');
  const whole = isFloat(value) ? BigInt(Math.trunc(double)) : BigInt(value as number | bigint | boolean);
  const digits = (whole < 0n ? -whole : whole).toString(base).padStart(bounded(precision), '0');
  return whole < 0n ? `-${digits}` : digits;
}

export function prefixed(digits: string, { alternate, type }: Layout): string {
  if (!alternate) return digits;
  const prefix = `0${type}`;
  return digits.startsWith('-') ? `-${prefix}${digits.slice(1)}` : prefix + digits;
}

export function floating(value: number, { type, precision, alternate }: Layout): string {
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

/** `%g`. Without a type, the exponent starts one digit earlier. */
export function general(value: number, precision: number, keepZeros: boolean, earlier = 0): string {
  const digits = Math.min(precision, 100);
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const exponent = Number(value.toExponential(digits - 1).split('e')[1]);
  const strip = (text: string): string =>
    keepZeros || !text.includes('.') ? text : text.replace(/(?:\.|(?<![0.])0)0*$/, '');
  if (exponent >= -4 && exponent < precision - earlier) return strip(fixed(value, Math.max(0, digits - 1 - exponent)));
  const [mantissa = '', power = ''] = exponential(value, digits - 1).split('e');
  return `${strip(mantissa)}e${power}`;
}

/** Adds sign, grouping and width to the digits of a number. */
export function laidOut(runtime: Runtime, digits: string, layout: Layout): string {
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

const groupSize = ({ type }: Layout): number => ('xXob'.includes(type) && type !== '' ? 4 : 3);

function group(digits: string, layout: Layout): string {
  const size = groupSize(layout);
  const whole = /^[\da-fA-F]*/.exec(digits)?.[0] ?? '';
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= size) groups.unshift(whole.slice(Math.max(0, end - size), end));
  return groups.join(layout.grouping) + digits.slice(whole.length);
}

function zeroGrouped(digits: string, layout: Layout, taken: number): string {
  if (layout.width > maxDecimals) throw new ValueProblem(`a number is not filled with more than ${maxDecimals} zeros`);
  const size = groupSize(layout);
  const whole = /^[\da-fA-F]*/.exec(digits)?.[0].length ?? 0;
  const remaining = layout.width - taken - (digits.length - whole);
  // The digits that fill the width together with their separators; one more if a separator would come first.
  const filled = remaining - Math.floor(remaining / (size + 1));
  return group(digits.padStart(digits.length - whole + filled + Number(remaining % (size + 1) === 0), '0'), layout);
}

export function padded(runtime: Runtime, text: string, { width, fill, align }: Layout): string {
  const missing = width - (width > 0 ? characters(runtime, text).length : 0);
  if (width === 0 || missing <= 0) return text;
  runtime.work(missing);
  if (align === '<') return text + fill.repeat(missing);
  if (align !== '^') return fill.repeat(missing) + text;
  const left = Math.floor(missing / 2);
  return fill.repeat(left) + text + fill.repeat(missing - left);
}

/** A format for an error message, shortened. */
export const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 37)}...` : text);

/** The first `most` characters of a text. */
export function cut(runtime: Runtime, text: string, maxLength: number): string {
  const kept = characters(runtime, text).slice(0, maxLength);
  return typeof kept === 'string' ? kept : kept.join('');
}

/** The character of a code point. */
export function toCharacter(code: number): string {
  if (code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return String.fromCodePoint(code);
  throw new ValueProblem(`${code} is the number of no character`);
}

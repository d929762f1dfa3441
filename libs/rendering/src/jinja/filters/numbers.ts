import { given, whole } from '../python/method-arguments.js';
import { calculate, fixed, isNumber, negate, round, toDouble } from '../python/numbers.js';
import type { PythonNumber } from '../python/numbers.js';
import type { NativeFunction } from '../python/runtime.js';
import type { Value } from '../python/values.js';
import { Float, float, integer, isFloat, getText, typeName, Undefined, ValueProblem } from '../python/values.js';

function number(value: Value, filter: string): PythonNumber {
  if (isNumber(value)) return value;
  if (value instanceof Undefined) value.reject();
  const hint = getText(value) === undefined ? '' : '; write |float or |int before it';
  throw new ValueProblem(`${filter} needs a number, not ${typeName(value)}${hint}`);
}

const maxDigits = 4_300;

/** Python's int() of a text; undefined if it would fail. */
function parseInteger(text: string, base: number): number | bigint | undefined {
  if (text.length > maxDigits) return undefined;
  const match = /^([-+]?)(0[xX]|0[oO]|0[bB])?([\da-zA-Z]+(?:_[\da-zA-Z]+)*)$/.exec(
    text.trim().replace(/^([-+]?0[xXoObB])_/, '$1'),
  );
  if (!match) return undefined;
  const [, sign, prefix = '', written = ''] = match;
  const named = { x: 16, o: 8, b: 2 }[prefix.slice(1).toLowerCase()];
  const effective = base === 0 ? (named ?? 10) : base;
  const digits = (named === effective ? written : prefix + written).replaceAll('_', '').toLowerCase();
  let value = 0n;
  for (const digit of digits) {
    const amount = Number.parseInt(digit, 36);
    if (Number.isNaN(amount) || amount >= effective) return undefined;
    value = value * BigInt(effective) + BigInt(amount);
  }
  return integer(sign === '-' ? -value : value);
}

/** Python's float() of a text. */
function parseFloatText(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  if (/^[-+]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[-+]?\d+(?:_\d+)*)?$/.test(trimmed))
    return Number(trimmed.replaceAll('_', ''));
  const special = /^([-+]?)(inf|infinity|nan)$/.exec(trimmed);
  if (!special) return undefined;
  if (special[2] === 'nan') return Number.NaN;
  return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

function truncated(value: number): number | bigint | undefined {
  return Number.isFinite(value) ? integer(BigInt(Math.trunc(value))) : undefined;
}

function toInteger(value: Value, base: number): number | bigint | undefined {
  const text = getText(value);
  if (text === undefined) {
    if (!isNumber(value)) return undefined;
    return isFloat(value)
      ? truncated(toDouble(value))
      : typeof value === 'boolean'
        ? Number(value)
        : (value as number | bigint);
  }
  const parsed = parseInteger(text, base);
  if (parsed !== undefined) return parsed;
  const double = parseFloatText(text);
  return double === undefined ? undefined : truncated(double);
}

const decimalUnits = ['kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];
const binaryUnits = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'];

function fileSize(bytes: number, binary: boolean): string {
  const base = binary ? 1024 : 1000;
  if (bytes === 1) return '1 Byte';
  if (bytes < base) return `${Math.trunc(bytes)} Bytes`;
  const units = binary ? binaryUnits : decimalUnits;
  const found = units.findIndex((_, index) => bytes < base ** (index + 2));
  const index = found < 0 ? units.length - 1 : found;
  return `${fixed((base * bytes) / base ** (index + 2), 1)} ${units[index]}`;
}

export const numberFilters: Readonly<Record<string, NativeFunction>> = {
  abs: {
    parameters: [],
    run: (_, value) => {
      const own = number(value, 'abs');
      if (typeof own === 'boolean') return Number(own);
      if (toDouble(own) < 0 || Object.is(toDouble(own), -0)) return negate(own);
      return isFloat(own) ? float(toDouble(own)) : own;
    },
  },
  round: {
    parameters: ['precision', 'method'],
    run: (_, value, precision, method = 'common') => {
      const decimals = whole(precision, 0, 'round');
      if (method !== 'common' && method !== 'ceil' && method !== 'floor')
        throw new ValueProblem('round knows the methods "common", "ceil" and "floor"');
      const own = number(value, 'round');
      if (method === 'common') return round(own, decimals);
      const unit = calculate('**', 10, decimals) as PythonNumber;
      const scaled = calculate('*', own, unit) as PythonNumber;
      const cut = isFloat(scaled) ? Math[method](toDouble(scaled)) : scaled;
      if (typeof cut === 'number' && !Number.isFinite(cut)) throw new ValueProblem('nan and inf cannot be rounded');
      return calculate('/', typeof cut === 'number' ? integer(BigInt(cut)) : cut, unit);
    },
  },
  int: {
    parameters: ['default', 'base'],
    run: (runtime, value, fallback = 0, base) => {
      if (value instanceof Undefined) value.reject();
      // Each digit multiplies all previous ones.
      runtime.work((getText(value)?.length ?? 0) * 8);
      return toInteger(value, whole(base, 10, 'int')) ?? fallback;
    },
  },
  float: {
    parameters: ['default'],
    run: (runtime, value, fallback = new Float(0)) => {
      if (value instanceof Undefined) value.reject();
      runtime.work(getText(value)?.length ?? 0);
      if (isNumber(value)) return float(toDouble(value));
      const parsed = parseFloatText(getText(value) ?? '');
      return parsed === undefined ? fallback : float(parsed);
    },
  },
  filesizeformat: {
    parameters: ['binary'],
    run: (runtime, value, binary) => {
      const text = getText(value);
      runtime.work(text?.length ?? 0);
      const bytes = text === undefined ? toDouble(number(value, 'filesizeformat')) : parseFloatText(text);
      if (bytes === undefined) throw new ValueProblem('filesizeformat needs a number of bytes');
      return fileSize(bytes, given(binary));
    },
  },
};

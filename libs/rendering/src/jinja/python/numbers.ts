import type { Value } from './values.js';
import { Float, float, integer, isFloat, isInteger, ValueProblem } from './values.js';

/** A number in Python; True and False are 1 and 0. */
export type PythonNumber = number | bigint | boolean | Float;

/** The bits of the largest number that Python prints (4,300 digits). */
const maxBits = 14_000;

export const isNumber = (value: Value): value is PythonNumber =>
  typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' || value instanceof Float;

export const toDouble = (value: PythonNumber): number => (value instanceof Float ? value.value : Number(value));

/** An exact integer for an int or a bool. */
const toBig = (value: PythonNumber): bigint => BigInt(value instanceof Float ? value.value : value);

const isWhole = (value: PythonNumber): value is number | bigint | boolean =>
  typeof value === 'boolean' || isInteger(value);

const bounded = (value: bigint): number | bigint => {
  const result = integer(value);
  if (typeof result === 'bigint' && result.toString(16).length * 4 > maxBits) throw tooLarge();
  return result;
};

const tooLarge = (): ValueProblem => new ValueProblem('a number becomes too large');

export const numbersEqual = (one: PythonNumber, other: PythonNumber): boolean => compareNumbers(one, other) === 0;

export function compareNumbers(one: PythonNumber, other: PythonNumber): number {
  const [left, right] = [plain(one), plain(other)];
  if (left < right) return -1;
  if (left > right) return 1;
  return Number.isNaN(left) || Number.isNaN(right) ? Number.NaN : 0;
}

const plain = (value: PythonNumber): number | bigint =>
  value instanceof Float ? value.value : typeof value === 'boolean' ? Number(value) : value;

export function calculate(
  operator: '+' | '-' | '*' | '/' | '//' | '%' | '**',
  one: PythonNumber,
  other: PythonNumber,
): Value {
  if (!isWhole(one) || !isWhole(other)) return calculateFloats(operator, toDouble(one), toDouble(other));
  if (operator === '**') return power(one, other);
  if (operator === '/') {
    if (Number(other) === 0) throw byZero();
    return float(quotient(one, other));
  }
  if (typeof one !== 'bigint' && typeof other !== 'bigint') {
    const result = calculateSmall(operator, Number(one), Number(other));
    if (Number.isSafeInteger(result)) return result;
  }
  return bounded(calculateBig(operator, toBig(one), toBig(other)));
}

/** True division is exact to the last bit, even if both operands exceed the range of a double. */
function quotient(one: number | bigint | boolean, other: number | bigint | boolean): number {
  if (typeof one !== 'bigint' && typeof other !== 'bigint') return Number(one) / Number(other);
  const [left, right] = [toBig(one), toBig(other)];
  const result = Number(left) / Number(right);
  if (Number.isFinite(result) && !Number.isNaN(result)) return result;
  const shift = BigInt(Math.max(0, Math.min(left.toString(2).length, right.toString(2).length) - 1_000));
  const shifted = Number(left >> shift) / Number(right >> shift);
  if (!Number.isFinite(shifted)) throw tooLarge();
  return shifted;
}

function calculateSmall(operator: string, one: number, other: number): number {
  switch (operator) {
    case '+':
      return one + other;
    case '-':
      return one - other;
    case '*':
      // Avoids -0, which only a float can be.
      return one * other + 0;
    default:
      if (other === 0) throw byZero();
      return operator === '//' ? (one - modulo(one, other)) / other + 0 : modulo(one, other) + 0;
  }
}

function calculateBig(operator: string, one: bigint, other: bigint): bigint {
  switch (operator) {
    case '+':
      return one + other;
    case '-':
      return one - other;
    case '*':
      return one * other;
    default: {
      if (other === 0n) throw byZero();
      const rest = one % other;
      const wraps = rest !== 0n && rest < 0n !== other < 0n;
      if (operator === '%') return wraps ? rest + other : rest;
      return one / other - (wraps ? 1n : 0n);
    }
  }
}

function calculateFloats(operator: string, one: number, other: number): Value {
  switch (operator) {
    case '+':
      return float(one + other);
    case '-':
      return float(one - other);
    case '*':
      return float(one * other);
    case '**':
      return floatPower(one, other);
    default:
  }
  if (other === 0) throw byZero();
  if (operator === '/') return float(one / other);
  if (operator === '%') return float(modulo(one, other));
  // Like CPython, including rounding.
  const rest = one % other;
  const divided = (one - rest) / other - (rest !== 0 && rest < 0 !== other < 0 ? 1 : 0);
  if (divided === 0) return float(one / other < 0 || Object.is(one / other, -0) ? -0 : 0);
  const floor = Math.floor(divided);
  return float(divided - floor > 0.5 ? floor + 1 : floor);
}

/** The remainder has the sign of the divisor, as in Python. */
function modulo(one: number, other: number): number {
  const rest = one % other;
  if (rest === 0) return other < 0 ? -0 : 0;
  return rest < 0 !== other < 0 ? rest + other : rest;
}

function power(base: number | bigint | boolean, exponent: number | bigint | boolean): Value {
  if (Number(exponent) < 0) return floatPower(Number(base), Number(exponent));
  const [from, times] = [toBig(base), toBig(exponent)];
  const bits = (from < 0n ? -from : from).toString(2).length;
  if (bits > 1 && BigInt(bits) * times > BigInt(maxBits)) throw tooLarge();
  return bounded(
    bits > 1 ? from ** times : from === 0n ? (times === 0n ? 1n : 0n) : from === 1n || times % 2n === 0n ? 1n : -1n,
  );
}

function floatPower(base: number, exponent: number): Value {
  if (base === 0 && exponent < 0) throw new ValueProblem('0 has no negative power');
  if (base < 0 && !Number.isInteger(exponent)) throw new ValueProblem('a negative number has no broken power here');
  const result = base === 1 ? 1 : base ** exponent;
  if (!Number.isFinite(result) && Number.isFinite(base) && Number.isFinite(exponent)) throw tooLarge();
  return float(result);
}

const byZero = (): ValueProblem => new ValueProblem('a number is divided by 0');

export function negate(value: PythonNumber): Value {
  if (isFloat(value)) return float(-toDouble(value));
  return bounded(-toBig(value));
}

/** The shortest decimal text that parses to the same double: Python's repr. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  const magnitude = Math.abs(value);
  // In this range JavaScript prints the same digits, without an exponent.
  if (magnitude >= 1e-4 && magnitude < 1e16) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const digits = mantissa.replace('-', '').replace('.', '');
  if (exponent < -4 || exponent >= 16) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const padded = digits.padEnd(exponent + 1, '0');
  return `${sign}${padded.slice(0, exponent + 1)}.${padded.slice(exponent + 1) || '0'}`;
}

export function numberText(value: PythonNumber): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Float) return value.text ?? floatText(value.value);
  if (!Number.isInteger(value)) return floatText(value);
  return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString();
}

/** Rounds the exact value to this many decimals, ties to even: as `%.2f` and round() do. */
export function fixed(value: number, decimals: number): string {
  const places = Math.min(decimals, 100);
  const missing = '0'.repeat(decimals - places);
  if (!Number.isFinite(value)) return floatText(value);
  if (Math.abs(value) >= 1e21) {
    const whole = BigInt(value).toString();
    return decimals > 0 ? `${whole}.${'0'.repeat(decimals)}` : whole;
  }
  const negative = value < 0 || Object.is(value, -0);
  const magnitude = Math.abs(value);
  const exact = magnitude.toFixed(Math.min(100, places + 30));
  const kept = exact.length - (Math.min(100, places + 30) - places);
  const rest = exact.slice(kept);
  const text = magnitude.toFixed(places);
  const isTie = rest.startsWith('5') && /^50*$/.test(rest);
  const lower = places === 0 ? exact.slice(0, kept - 1) : exact.slice(0, kept);
  const chosen = isTie && Number(lower.at(-1)) % 2 === 0 ? lower : text;
  return (negative ? '-' : '') + chosen + missing;
}

/** Python's round(). */
export function round(value: PythonNumber, decimals: number): Value {
  if (isWhole(value)) {
    if (decimals >= 0) return typeof value === 'boolean' ? Number(value) : value;
    if (decimals < -maxBits / 3) return 0;
    const unit = 10n ** BigInt(-decimals);
    const whole = toBig(value);
    const rest = ((whole % unit) + unit) % unit;
    const down = whole - rest;
    const twice = rest * 2n;
    const up = twice > unit || (twice === unit && (down / unit) % 2n !== 0n);
    return bounded(up ? down + unit : down);
  }
  const double = toDouble(value);
  if (!Number.isFinite(double) || decimals > 300) return float(double);
  if (decimals >= 0) return float(Number(fixed(double, Math.min(decimals, 100))));
  if (decimals < -308) return float(0 * double);
  const unit = 10 ** -decimals;
  return float(Number(fixed(double / unit, 0)) * unit);
}

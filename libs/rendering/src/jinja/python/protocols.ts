import { compareNumbers, isNumber, numbersEqual } from './numbers.js';
import type { Meter } from './runtime.js';
import { indexIn } from './search.js';
import type { Value } from './values.js';
import {
  Callable,
  Dict,
  dictEntries,
  dictGet,
  dictSize,
  Float,
  hashKey,
  RuntimeObject,
  isDict,
  Iterator,
  Markup,
  getText,
  Tuple,
  typeName,
  Undefined,
  ValueProblem,
  View,
} from './values.js';

export function truthy(value: Value): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return value !== '';
    case 'number':
      return value !== 0;
    case 'bigint':
      return value !== 0n;
    default:
  }
  if (value === null || value instanceof Undefined) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Float) return value.value !== 0;
  if (value instanceof Markup) return value.text !== '';
  if (value instanceof Tuple || value instanceof View) return value.items.length > 0;
  return !isDict(value) || hasKeys(value);
}

/** Data objects known to have a key, because counting keys takes longer the more there are. */
const known = new WeakSet<object>();

function hasKeys(dict: Dict | Record<string, Value>): boolean {
  if (dict instanceof Dict) return dict.size > 0;
  if (known.has(dict)) return true;
  const has = dictSize(dict) > 0;
  if (has) known.add(dict);
  return has;
}

/** Call this when an object may have lost its last key. */
export const forgetKeys = (dict: object): boolean => known.delete(dict);

const surrogate = /[\ud800-\udfff]/;

/** The characters of a text in Python, where one outside of the basic plane counts as one. */
export function characters(meter: Meter, text: string): string | string[] {
  meter.work(text.length >> 3);
  if (!surrogate.test(text)) return text;
  meter.work(text.length);
  return Array.from(text);
}

/** The entries of a dict. */
export function getEntries(meter: Meter, dict: Dict | Record<string, Value>): [Value, Value][] {
  const entries = dictEntries(dict);
  meter.spend(entries.length >> 2);
  return entries;
}

/** `len()`; undefined for values without a length. */
export function getLength(meter: Meter, value: Value): number | undefined {
  const text = getText(value);
  if (text !== undefined) return characters(meter, text).length;
  if (Array.isArray(value)) return value.length;
  if (value instanceof Tuple || value instanceof View) return value.items.length;
  if (value instanceof Undefined) return 0;
  if (value instanceof RuntimeObject) return value.items?.().length;
  if (!isDict(value)) return undefined;
  const size = dictSize(value);
  meter.spend(size >> 4);
  return size;
}

/** The items of an iterable value; undefined for others. */
export function getItems(meter: Meter, value: Value): readonly Value[] | undefined {
  if (Array.isArray(value)) return value as Value[];
  if (value instanceof Tuple || value instanceof View) return value.items;
  if (value instanceof Iterator) return value.take();
  const text = getText(value);
  if (text !== undefined) {
    meter.work(text.length);
    return Array.from(text);
  }
  if (value instanceof Undefined) return [];
  if (value instanceof RuntimeObject) return value.items?.();
  return isDict(value) ? getEntries(meter, value).map(([key]) => key) : undefined;
}

export function iterate(meter: Meter, value: Value): readonly Value[] {
  const items = getItems(meter, value);
  if (items) return items;
  throw new ValueProblem(`${describe(value)} is not a list, so it has no items to go through`);
}

/** A key and a value, for dict() and urlencode. */
export function toPair(meter: Meter, value: Value): readonly [Value, Value] {
  const items = iterate(meter, value);
  if (items.length === 2) return [items[0], items[1]];
  throw new ValueProblem(`a key with its value is wanted, not ${items.length} items`);
}

export function equal(meter: Meter, one: Value, other: Value): boolean {
  if (one === other) return !Number.isNaN(one);
  if (isNumber(one) && isNumber(other)) return numbersEqual(one, other);
  const [text, otherText] = [getText(one), getText(other)];
  if (text !== undefined || otherText !== undefined) return textsEqual(meter, text, otherText);
  // A list can contain the same list many times.
  meter.spend(1);
  if (Array.isArray(one)) return Array.isArray(other) && sequencesEqual(meter, one as Value[], other as Value[]);
  if (one instanceof Tuple) return other instanceof Tuple && sequencesEqual(meter, one.items, other.items);
  if (one instanceof Undefined) return other instanceof Undefined;
  if (one instanceof View)
    return (
      other instanceof View && one.kind === other.kind && one.kind !== 'dict_values' && viewsEqual(meter, one, other)
    );
  if (!isDict(one) || !isDict(other)) return false;
  return (
    getLength(meter, one) === getLength(meter, other) &&
    getEntries(meter, one).every(([key, value]) => {
      const found = dictGet(other, key);
      return found !== undefined && equal(meter, value, found);
    })
  );
}

function textsEqual(meter: Meter, one: string | undefined, other: string | undefined): boolean {
  if (one?.length !== other?.length) return false;
  meter.work((one?.length ?? 0) >> 3);
  return one === other;
}

function viewsEqual(meter: Meter, one: View, other: View): boolean {
  if (one.kind === 'range') return sequencesEqual(meter, one.items, other.items);
  if (one.items.length !== other.items.length) return false;
  meter.spend((one.items.length * one.items.length) >> 2);
  return one.items.every((item) => other.items.some((each) => equal(meter, item, each)));
}

function sequencesEqual(meter: Meter, one: readonly Value[], other: readonly Value[]): boolean {
  if (one.length !== other.length) return false;
  meter.spend(one.length >> 3);
  return one.every((item, index) => equal(meter, item, other[index]));
}

/** Negative, zero or positive if `one` comes before, with or after the other; NaN if they have no order. */
export function order(meter: Meter, one: Value, other: Value, sign = '<'): number {
  if (isNumber(one) && isNumber(other)) return compareNumbers(one, other);
  const [text, otherText] = [getText(one), getText(other)];
  if (text !== undefined && otherText !== undefined) return compareTexts(meter, text, otherText);
  if (Array.isArray(one) && Array.isArray(other))
    return orderOfSequences(meter, one as Value[], other as Value[], sign);
  if (one instanceof Tuple && other instanceof Tuple) return orderOfSequences(meter, one.items, other.items, sign);
  if (one instanceof Undefined) one.reject();
  if (other instanceof Undefined) other.reject();
  throw new ValueProblem(`${describe(one)} and ${describe(other)} cannot be compared with ${sign}`);
}

function orderOfSequences(meter: Meter, one: readonly Value[], other: readonly Value[], sign: string): number {
  const common = Math.min(one.length, other.length);
  meter.spend(common >> 3);
  for (let index = 0; index < common; index += 1) {
    if (!equal(meter, one[index], other[index])) return order(meter, one[index], other[index], sign);
  }
  return one.length - other.length;
}

/** Compares by code points, as Python does. */
function compareTexts(meter: Meter, one: string, other: string): number {
  if (textsEqual(meter, one, other)) return 0;
  const common = Math.min(one.length, other.length);
  let at = 0;
  while (at < common && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  meter.work(at);
  return at === common ? one.length - other.length : rank(one.charCodeAt(at)) - rank(other.charCodeAt(at));
}

/** The UTF-16 units of characters outside of the basic plane sort after all others. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);

/** `value in container`. */
export function contains(meter: Meter, container: Value, value: Value): boolean {
  const text = getText(container);
  if (text !== undefined) {
    const part = getText(value);
    if (part !== undefined) {
      meter.work(text.length);
      return indexIn(text, part) >= 0;
    }
    if (value instanceof Undefined) value.reject();
    throw new ValueProblem(`in looks for a text in a text, not for ${describe(value)}`);
  }
  if (isDict(container)) return dictGet(container, value) !== undefined;
  if (container instanceof View && container.kind === 'dict_keys') hashKey(value);
  const items = iterate(meter, container);
  meter.spend(items.length >> 3);
  return items.some((item) => item === value || equal(meter, item, value));
}

/** A value for error messages. */
export function describe(value: Value): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value instanceof Undefined) return value.explanation ?? `${value.path()} (undefined)`;
  const text = getText(value);
  if (text !== undefined) return `the text "${text.length > 30 ? `${text.slice(0, 27)}...` : text}"`;
  if (isNumber(value)) return `the number ${String(value instanceof Float ? value.value : value)}`;
  if (value instanceof Callable) return `the function ${value.name}`;
  return value instanceof Dict || isDict(value) ? 'a dict' : `a ${typeName(value)}`;
}

import { compareNumbers, isNumber, numbersEqual } from './numbers.js';
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
  Holder,
  isDict,
  Iterator,
  Markup,
  textOf,
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
  return !isDict(value) || dictSize(value) > 0;
}

const surrogate = /[\ud800-\udfff]/;

/** The characters of a text as Python counts them: one beyond the basic plane is one. */
export const characters = (text: string): string | string[] => (surrogate.test(text) ? Array.from(text) : text);

/** `len()`; undefined for what has none. */
export function lengthOf(value: Value): number | undefined {
  const text = textOf(value);
  if (text !== undefined) return characters(text).length;
  if (Array.isArray(value)) return value.length;
  if (value instanceof Tuple || value instanceof View) return value.items.length;
  if (value instanceof Undefined) return 0;
  if (value instanceof Holder) return value.items?.().length;
  return isDict(value) ? dictSize(value) : undefined;
}

/** The items of what can be gone through; undefined for what cannot. */
export function itemsOf(value: Value): readonly Value[] | undefined {
  if (Array.isArray(value)) return value as Value[];
  if (value instanceof Tuple || value instanceof View) return value.items;
  if (value instanceof Iterator) return value.take();
  const text = textOf(value);
  if (text !== undefined) return Array.from(text);
  if (value instanceof Undefined) return [];
  if (value instanceof Holder) return value.items?.();
  return isDict(value) ? dictEntries(value).map(([key]) => key) : undefined;
}

export function iterate(value: Value): readonly Value[] {
  const items = itemsOf(value);
  if (items) return items;
  throw new ValueProblem(`${describe(value)} is not a list, so it has no items to go through`);
}

/** How many values may still be compared: lists can hold one list many times over. */
type Comparisons = { left: number };
const mostComparisons = 1_000_000;

/** A key and a value, of what dict() and urlencode go through. */
export function pairOf(value: Value): readonly [Value, Value] {
  const items = iterate(value);
  if (items.length === 2) return [items[0], items[1]];
  throw new ValueProblem(`a key with its value is wanted, not ${items.length} items`);
}

export function equal(one: Value, other: Value, comparisons?: Comparisons): boolean {
  if (one === other) return !Number.isNaN(one);
  if (isNumber(one) && isNumber(other)) return numbersEqual(one, other);
  const [text, otherText] = [textOf(one), textOf(other)];
  if (text !== undefined || otherText !== undefined) return text === otherText;
  const budget = comparisons ?? { left: mostComparisons };
  budget.left -= 1;
  if (budget.left < 0) throw new ValueProblem('two lists are too large to be compared');
  if (Array.isArray(one)) return Array.isArray(other) && sequencesEqual(one as Value[], other as Value[], budget);
  if (one instanceof Tuple) return other instanceof Tuple && sequencesEqual(one.items, other.items, budget);
  if (one instanceof Undefined) return other instanceof Undefined;
  if (one instanceof View)
    return (
      other instanceof View && one.kind === other.kind && one.kind !== 'dict_values' && viewsEqual(one, other, budget)
    );
  if (!isDict(one) || !isDict(other)) return false;
  return (
    dictSize(one) === dictSize(other) &&
    dictEntries(one).every(([key, value]) => {
      const found = dictGet(other, key);
      return found !== undefined && equal(value, found, budget);
    })
  );
}

const viewsEqual = (one: View, other: View, budget: Comparisons): boolean =>
  one.kind === 'range'
    ? sequencesEqual(one.items, other.items, budget)
    : one.items.length === other.items.length &&
      one.items.every((item) => other.items.some((each) => equal(item, each, budget)));

const sequencesEqual = (one: readonly Value[], other: readonly Value[], budget: Comparisons): boolean =>
  one.length === other.length && one.every((item, index) => equal(item, other[index], budget));

/** Negative, zero or positive, as `one` comes before, with or after the other; NaN where neither does. */
export function order(one: Value, other: Value, sign = '<'): number {
  if (isNumber(one) && isNumber(other)) return compareNumbers(one, other);
  const [text, otherText] = [textOf(one), textOf(other)];
  if (text !== undefined && otherText !== undefined) return compareTexts(text, otherText);
  if (Array.isArray(one) && Array.isArray(other)) return orderOfSequences(one as Value[], other as Value[], sign);
  if (one instanceof Tuple && other instanceof Tuple) return orderOfSequences(one.items, other.items, sign);
  if (one instanceof Undefined) one.refuse();
  if (other instanceof Undefined) other.refuse();
  throw new ValueProblem(`${describe(one)} and ${describe(other)} cannot be compared with ${sign}`);
}

function orderOfSequences(one: readonly Value[], other: readonly Value[], sign: string): number {
  const common = Math.min(one.length, other.length);
  for (let index = 0; index < common; index += 1) {
    if (!equal(one[index], other[index])) return order(one[index], other[index], sign);
  }
  return one.length - other.length;
}

/** By code points, as Python does. */
function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  if (!surrogate.test(one) && !surrogate.test(other)) return one < other ? -1 : 1;
  const [points, others] = [Array.from(one), Array.from(other)];
  const at = points.findIndex((point, index) => point !== others[index]);
  if (at < 0 || at >= others.length) return points.length - others.length;
  return (points[at] as string).codePointAt(0)! - (others[at] as string).codePointAt(0)!;
}

/** `value in container`. */
export function contains(container: Value, value: Value): boolean {
  const text = textOf(container);
  if (text !== undefined) {
    const part = textOf(value);
    if (part !== undefined) return indexIn(text, part) >= 0;
    if (value instanceof Undefined) value.refuse();
    throw new ValueProblem(`in looks for a text in a text, not for ${describe(value)}`);
  }
  if (isDict(container)) return dictGet(container, value) !== undefined;
  if (container instanceof View && container.kind === 'dict_keys') hashKey(value);
  return iterate(container).some((item) => item === value || equal(item, value));
}

/** A value as an error message names it. */
export function describe(value: Value): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value instanceof Undefined) return value.explanation ?? `${value.path()} (undefined)`;
  const text = textOf(value);
  if (text !== undefined) return `the text "${text.length > 30 ? `${text.slice(0, 27)}...` : text}"`;
  if (isNumber(value)) return `the number ${String(value instanceof Float ? value.value : value)}`;
  if (value instanceof Callable) return `the function ${value.name}`;
  return value instanceof Dict || isDict(value) ? 'a dict' : `a ${typeName(value)}`;
}

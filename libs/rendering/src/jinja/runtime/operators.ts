import { percent } from '../filters/texts.js';
import { calculate, isNumber } from '../python/numbers.js';
import { escaped } from '../python/printing.js';
import { contains, equal, getItems, order, characters } from '../python/protocols.js';
import type { Runtime } from '../python/runtime.js';
import type { Value } from '../python/values.js';
import { Iterator, Markup, getText, Tuple, typeName, Undefined, ValueProblem, View } from '../python/values.js';
import type { BinaryOperator, Comparison } from '../syntax/ast.js';

export function operate(runtime: Runtime, operator: BinaryOperator, one: Value, other: Value): Value {
  if (isNumber(one) && isNumber(other)) return calculate(operator, one, other);
  if (one instanceof Undefined) one.reject();
  if (operator === '%' && getText(one) !== undefined) return percent(runtime, one as string | Markup, other);
  if (other instanceof Undefined) other.reject();
  if (operator === '+') return added(runtime, one, other);
  if (operator === '*') {
    if (isNumber(other)) return repeated(runtime, one, other);
    if (isNumber(one)) return repeated(runtime, other, one);
  }
  throw unsupportedOperands(operator, one, other);
}

function added(runtime: Runtime, one: Value, other: Value): Value {
  const [text, otherText] = [getText(one), getText(other)];
  if (text !== undefined && otherText !== undefined) {
    runtime.work((text.length + otherText.length) >> 5);
    if (one instanceof Markup || other instanceof Markup) return joinMarked(runtime, [one, other]);
    return text + otherText;
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    runtime.spend(one.length + other.length);
    return [...(one as Value[]), ...(other as Value[])];
  }
  if (one instanceof Tuple && other instanceof Tuple) {
    runtime.spend(one.items.length + other.items.length);
    return new Tuple([...one.items, ...other.items]);
  }
  throw unsupportedOperands('+', one, other);
}

const joinMarked = (runtime: Runtime, values: readonly Value[]): Markup =>
  new Markup(
    values.map((value) => (value instanceof Markup ? value.text : escaped(runtime, value as string))).join(''),
  );

function repeated(runtime: Runtime, value: Value, times: Value): Value {
  if (typeof times !== 'number' && typeof times !== 'boolean' && typeof times !== 'bigint')
    throw unsupportedOperands('*', value, times);
  if (typeof times === 'number' && !Number.isInteger(times)) throw unsupportedOperands('*', value, times);
  const count = Math.max(0, Number(times));
  const text = getText(value);
  if (text !== undefined) {
    runtime.work(text.length * count);
    const result = text === '' ? '' : text.repeat(count);
    return value instanceof Markup ? new Markup(result) : result;
  }
  const items = Array.isArray(value) ? (value as Value[]) : value instanceof Tuple ? value.items : undefined;
  if (!items) throw unsupportedOperands('*', value, times);
  runtime.spend(items.length * count);
  const all: Value[] = [];
  for (let left = items.length === 0 ? 0 : count; left > 0; left -= 1) all.push(...items);
  return value instanceof Tuple ? new Tuple(all) : all;
}

function unsupportedOperands(operator: string, one: Value, other: Value): ValueProblem {
  const texts = getText(one) !== undefined || getText(other) !== undefined;
  const hint =
    operator === '+' && texts
      ? '; join texts and numbers with ~'
      : texts
        ? '; write |float or |int behind a text that is a number'
        : '';
  return new ValueProblem(`${operator} does not work with ${typeName(one)} and ${typeName(other)}${hint}`);
}

export function compare(runtime: Runtime, comparison: Comparison, one: Value, other: Value): boolean {
  switch (comparison) {
    case '==':
      return equal(runtime, one, other);
    case '!=':
      return !equal(runtime, one, other);
    case 'in':
      return contains(runtime, other, one);
    case 'not in':
      return !contains(runtime, other, one);
    case '<':
      return order(runtime, one, other, '<') < 0;
    case '<=':
      return order(runtime, one, other, '<=') <= 0;
    case '>':
      return order(runtime, one, other, '>') > 0;
    default:
      return order(runtime, one, other, '>=') >= 0;
  }
}

/** `value[from:to:step]`. */
export function sliced(runtime: Runtime, value: Value, from: Value, to: Value, by: Value): Value {
  if (value instanceof Undefined) value.reject();
  const text = getText(value);
  const source =
    text === undefined ? (value instanceof Iterator ? undefined : getItems(runtime, value)) : characters(runtime, text);
  const hasSlices = text !== undefined || Array.isArray(value) || value instanceof Tuple || value instanceof View;
  if (source === undefined || !hasSlices) throw new ValueProblem(`a ${typeName(value)} has no slices`);
  const { length } = source;
  const step = bound(by) ?? 1;
  if (step === 0) throw new ValueProblem('the step of a slice cannot be 0');
  const clip = (index: number | undefined, fallback: number): number => {
    if (index === undefined) return fallback;
    const own = index < 0 ? index + length : index;
    return step > 0 ? Math.min(Math.max(own, 0), length) : Math.min(Math.max(own, -1), length - 1);
  };
  const start = clip(bound(from), step > 0 ? 0 : length - 1);
  const end = clip(bound(to), step > 0 ? length : -1);
  runtime.spend(Math.max(0, Math.ceil((end - start) / step)) >> (text === undefined ? 0 : 5));
  if (step === 1) return rebuilt(value, source.slice(start, Math.max(start, end)));
  const picked: Value[] = [];
  for (let index = start; step > 0 ? index < end : index > end; index += step) picked.push(source[index]);
  return rebuilt(value, picked);
}

function bound(value: Value): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Undefined) value.reject();
  if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value);
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw new ValueProblem('the bounds of a slice are whole numbers');
}

function rebuilt(value: Value, items: string | readonly Value[]): Value {
  if (getText(value) !== undefined) {
    const text = typeof items === 'string' ? items : items.join('');
    return value instanceof Markup ? new Markup(text) : text;
  }
  if (value instanceof Tuple) return new Tuple(items as readonly Value[]);
  return value instanceof View ? new View('range', items as readonly Value[]) : [...items];
}

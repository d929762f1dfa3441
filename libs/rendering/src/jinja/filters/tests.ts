import { calculate, isNumber } from '../python/numbers.js';
import { contains, equal, getItems, getLength, order, truthy } from '../python/protocols.js';
import type { Runtime } from '../python/runtime.js';
import { isLower, isUpper } from '../python/text.js';
import type { Value } from '../python/values.js';
import {
  Callable,
  isDict,
  isFloat,
  isInteger,
  Iterator,
  Markup,
  getText,
  Tuple,
  typeName,
  Undefined,
  ValueProblem,
  View,
} from '../python/values.js';

export type Test = {
  /** The number of arguments. */
  readonly values: 0 | 1;
  readonly run: (runtime: Runtime, value: Value, argument: Value) => boolean;
};

const plain = (run: (value: Value, runtime: Runtime) => boolean): Test => ({
  values: 0,
  run: (runtime, value) => run(value, runtime),
});
const two = (run: Test['run']): Test => ({ values: 1, run });

function divides(_: Runtime, value: Value, by: Value): boolean {
  if (value instanceof Undefined) value.reject();
  if (!isNumber(value) || !isNumber(by))
    throw new ValueProblem(`a number is wanted, not ${typeName(isNumber(value) ? by : value)}`);
  return !truthy(calculate('%', value, by));
}

const comparing = (sign: string, holds: (order: number) => boolean): Test =>
  two((runtime, value, other) => holds(order(runtime, value, other, sign)));

const isEqual = two(equal);
const isUnequal = two((runtime, value, other) => !equal(runtime, value, other));
const isGreater = comparing('>', (sign) => sign > 0);
const isGreaterOrEqual = comparing('>=', (sign) => sign >= 0);
const isLess = comparing('<', (sign) => sign < 0);
const isLessOrEqual = comparing('<=', (sign) => sign <= 0);

export const tests: Readonly<Record<string, Test>> = {
  defined: plain((value) => !(value instanceof Undefined)),
  undefined: plain((value) => value instanceof Undefined),
  none: plain((value) => value === null),
  boolean: plain((value) => typeof value === 'boolean'),
  true: plain((value) => value === true),
  false: plain((value) => value === false),
  integer: plain(isInteger),
  float: plain(isFloat),
  number: plain(isNumber),
  string: plain((value) => getText(value) !== undefined),
  mapping: plain(isDict),
  sequence: plain(
    (value, runtime) => getLength(runtime, value) !== undefined && !(value instanceof View && value.kind !== 'range'),
  ),
  iterable: plain(
    (value, runtime) =>
      value instanceof Iterator || value instanceof Undefined || value instanceof View || isIterable(runtime, value),
  ),
  callable: plain((value) => value instanceof Callable || value instanceof Undefined),
  escaped: plain((value) => value instanceof Markup),
  lower: plain((value, runtime) => isLower(readText(runtime, value))),
  upper: plain((value, runtime) => isUpper(readText(runtime, value))),
  odd: plain((value, runtime) => {
    if (value instanceof Undefined) value.reject();
    if (!isNumber(value)) throw new ValueProblem(`odd needs a number, not ${typeName(value)}`);
    return equal(runtime, calculate('%', value, 2), 1);
  }),
  even: plain((value, runtime) => divides(runtime, value, 2)),
  divisibleby: two(divides),
  sameas: two(
    (runtime, value, other) =>
      value === other || (isNumber(value) && typeof value === typeof other && equal(runtime, value, other)),
  ),
  in: two((runtime, value, container) => contains(runtime, container, value)),
  eq: isEqual,
  equalto: isEqual,
  '==': isEqual,
  ne: isUnequal,
  '!=': isUnequal,
  gt: isGreater,
  greaterthan: isGreater,
  '>': isGreater,
  ge: isGreaterOrEqual,
  '>=': isGreaterOrEqual,
  lt: isLess,
  lessthan: isLess,
  '<': isLess,
  le: isLessOrEqual,
  '<=': isLessOrEqual,
};

function readText(runtime: Runtime, value: Value): string {
  const text = runtime.text(value);
  runtime.work(text.length);
  return text;
}

const isIterable = (runtime: Runtime, value: Value): boolean =>
  Array.isArray(value) ||
  value instanceof Tuple ||
  isDict(value) ||
  getText(value) !== undefined ||
  getItems(runtime, value) !== undefined;

import { LosslessNumber } from '@postrider/numbers';

/**
 * Python's values. None is null; str is a string; bool is a boolean; list is an array; int is a whole number, or a bigint where a
 * number would lose digits; float is a number with a fraction (or NaN, Infinity), or a `Float` where it is whole or has a text of its own. A dict is a
 * `Dict`, or a plain object of the caller's data. Everything else is a class of this folder. `undefined` is no value.
 */
export type Value = unknown;

/** What is wrong with values, in words for the template's author. */
export class ValueProblem extends Error {
  override readonly name = 'ValueProblem';
}

/** A float without a fraction: prints as `1.0`. One of the data may have any value and prints as it was written. */
export class Float {
  constructor(
    readonly value: number,
    readonly text?: string,
  ) {}
}

export const float = (value: number): number | Float => (Number.isInteger(value) ? new Float(value) : value);

/** An int, as a number wherever that is exact. */
export const integer = (value: bigint): number | bigint =>
  value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;

/** Text that is HTML already, so that escaping leaves it alone. */
export class Markup {
  constructor(readonly text: string) {}
}

/** What a name or an attribute has that is not there. It prints nothing. */
export class Undefined {
  /** `path` is what the author wrote; `explanation` is for what has no name. */
  constructor(
    readonly path: () => string,
    readonly explanation?: string,
  ) {}

  refuse(): never {
    throw new ValueProblem(this.explanation ?? `${this.path()} is undefined`);
  }
}

export class Tuple {
  constructor(
    readonly items: readonly Value[],
    /** Those of a named tuple, such as what groupby answers. */
    readonly fields: readonly string[] = [],
  ) {}
}

/** A dict that the template made. Keys that Python holds equal are one key. */
export class Dict {
  private readonly entriesByKey = new Map<string, [Value, Value]>();

  constructor(entries: Iterable<readonly [Value, Value]> = []) {
    for (const [key, value] of entries) this.set(key, value);
  }

  get size(): number {
    return this.entriesByKey.size;
  }

  get(key: Value): Value {
    return this.entriesByKey.get(hashKey(key))?.[1];
  }

  set(key: Value, value: Value): void {
    const hashed = hashKey(key);
    const entry = this.entriesByKey.get(hashed);
    if (entry) entry[1] = value;
    else this.entriesByKey.set(hashed, [key, value]);
  }

  delete(key: Value): boolean {
    return this.entriesByKey.delete(hashKey(key));
  }

  entries(): [Value, Value][] {
    return [...this.entriesByKey.values()];
  }
}

/** What a filter such as map answers: it can be gone through once. */
export class Iterator {
  private items: readonly Value[] | undefined;

  constructor(
    items: readonly Value[],
    readonly kind: string = 'generator',
  ) {
    this.items = items;
  }

  take(): readonly Value[] {
    const items = this.items ?? [];
    this.items = undefined;
    return items;
  }
}

/** `range(...)`, and what keys(), values() and items() of a dict answer. */
export class View {
  constructor(
    readonly kind: 'range' | 'dict_keys' | 'dict_values' | 'dict_items',
    readonly items: readonly Value[],
    readonly shown?: string,
  ) {}
}

/** `namespace()`, a module that was imported, the loop: things with attributes that can be read. */
export abstract class Holder {
  abstract attribute(name: string): Value;
  abstract readonly shown: string;
  /** Items, of those that have any. */
  items?(): readonly Value[];
}

export type Keywords = ReadonlyMap<string, Value>;

export class Callable {
  constructor(
    readonly name: string,
    readonly call: (positional: readonly Value[], named: Keywords) => Value,
    /** What Python prints of it. */
    readonly shown = `<function ${name}>`,
  ) {}
}

/** Own data of the caller: a plain object, whose prototype is never looked at. */
const isData = (value: Value): value is Record<string, Value> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
};

/** An own property that holds data; getters never run, and functions are none. */
export function ownValue(holder: object, name: string): Value {
  if (name === '__proto__') return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(holder, name)?.value;
  if (typeof value === 'object' && value !== null) return fromData(value);
  return typeof value === 'function' ? undefined : value;
}

/** Numbers as Python's json has them, where JavaScript's would not do: an int of any size, and a float, which prints as it was written. */
function fromData(value: object): Value {
  if (value instanceof LosslessNumber)
    return /^-?\d+$/.test(value.text) ? integer(BigInt(value.text)) : new Float(value.value, value.text);
  if (!Array.isArray(value)) return value;
  let list = lists.get(value);
  if (!list) {
    list = value.some(isOfNumbers) ? value.map(itemOf) : (value as Value[]);
    lists.set(value, list);
  }
  return list;
}

/** Lists of data, as they were when they were first named: a template names one again and again. */
const lists = new WeakMap<object, Value[]>();

const isOfNumbers = (item: unknown): boolean =>
  typeof item === 'object' && (item instanceof LosslessNumber || (Array.isArray(item) && item.some(isOfNumbers)));

const itemOf = (item: unknown): Value => (typeof item === 'object' && item !== null ? fromData(item) : item);

export const isDict = (value: Value): value is Dict | Record<string, Value> => value instanceof Dict || isData(value);

export const dictGet = (dict: Dict | Record<string, Value>, key: Value): Value => {
  if (dict instanceof Dict) return dict.get(key);
  const name = textOf(key);
  return name === undefined ? (hashKey(key), undefined) : ownValue(dict, name);
};

export const dictEntries = (dict: Dict | Record<string, Value>): [Value, Value][] =>
  dict instanceof Dict
    ? dict.entries()
    : Object.keys(dict).flatMap((key): [Value, Value][] => {
        const value = ownValue(dict, key);
        return value === undefined ? [] : [[key, value]];
      });

export const dictSize = (dict: Dict | Record<string, Value>): number =>
  dict instanceof Dict ? dict.size : Object.keys(dict).length;

/** The text of a str, marked or not. */
export const textOf = (value: Value): string | undefined =>
  typeof value === 'string' ? value : value instanceof Markup ? value.text : undefined;

export const isInteger = (value: Value): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));

export const isFloat = (value: Value): value is number | Float =>
  value instanceof Float || (typeof value === 'number' && !Number.isInteger(value));

/** Equal keys have equal texts. */
export function hashKey(value: Value): string {
  switch (typeof value) {
    case 'string':
      return `s${value}`;
    case 'number':
      return Number.isInteger(value) ? `n${Number.isSafeInteger(value) ? value : BigInt(value)}` : `f${value}`;
    case 'bigint':
      return `n${value}`;
    case 'boolean':
      return value ? 'n1' : 'n0';
    default:
  }
  if (value === null) return 'none';
  if (value instanceof Float) return hashKey(value.value);
  if (value instanceof Markup) return `s${value.text}`;
  if (value instanceof Tuple) return tupleKey(value);
  if (value instanceof Undefined) return 'undefined';
  throw new ValueProblem(`a ${typeName(value)} cannot be the key of a dict, nor one of several different values`);
}

/** Longer than any key that somebody means. */
const maxKeyLength = 10_000;

function tupleKey({ items }: Tuple): string {
  let key = 't';
  for (const item of items) {
    const part = hashKey(item);
    key += `${part.length}:${part}`;
    if (key.length > maxKeyLength) throw new ValueProblem('a tuple is too large to be the key of a dict');
  }
  return `${key})`;
}

/** Python's name of a type. */
export function typeName(value: Value): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (isInteger(value)) return 'int';
  if (isFloat(value)) return 'float';
  if (typeof value === 'string') return 'str';
  if (value instanceof Markup) return 'Markup';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Tuple) return 'tuple';
  if (isDict(value)) return 'dict';
  if (value instanceof Undefined) return 'Undefined';
  if (value instanceof View) return value.kind;
  if (value instanceof Iterator) return value.kind;
  return value instanceof Callable ? 'function' : 'object';
}

/** So many values are copied for the price of a step. */
const valuesOfStep = 10;

/** A mail's data for a template that changes it. */
export function copyOf(value: Value, spend: (steps: number) => void): Value {
  if (typeof value !== 'object' || value === null || value instanceof Float) return value;
  if (Array.isArray(value)) {
    spend(Math.ceil(value.length / valuesOfStep));
    return value.map((item) => copyOf(item, spend));
  }
  const names = Object.keys(value).filter((name) => name !== '__proto__');
  spend(Math.ceil(names.length / valuesOfStep));
  return Object.fromEntries(names.map((name) => [name, copyOf(ownValue(value, name), spend)]));
}

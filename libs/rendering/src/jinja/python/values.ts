import { LosslessNumber } from '@postrider/numbers';

/**
 * Python's values. None is null; str is a string; bool is a boolean; list is an array; int is an integer, or a bigint
 * if a number would lose digits; float is a number with a fraction (or NaN, Infinity), or a `Float` if it is integral
 * or keeps its original text. A dict is a `Dict`, or a plain object of the caller's data. All other types are classes
 * of this folder. `undefined` is not a value.
 */
export type Value = unknown;

/** An error with values, worded for the template's author. */
export class ValueProblem extends Error {
  override readonly name = 'ValueProblem';
}

/** A float without a fraction, which prints as `1.0`. A float of the data may have any value and prints as written. */
export class Float {
  constructor(
    readonly value: number,
    readonly text?: string,
  ) {}
}

export const float = (value: number): number | Float => (Number.isInteger(value) ? new Float(value) : value);

/** An int, as a number if that is exact. */
export const integer = (value: bigint): number | bigint =>
  value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;

/** Text that is already HTML, so that it is not escaped again. */
export class Markup {
  constructor(readonly text: string) {}
}

/** The value of a missing name or attribute. It prints nothing. */
export class Undefined {
  /** `path` is the author's expression; `explanation` is for values without a name. */
  constructor(
    readonly path: () => string,
    readonly explanation?: string,
  ) {}

  reject(): never {
    throw new ValueProblem(this.explanation ?? `${this.path()} is undefined`);
  }
}

export class Tuple {
  constructor(
    readonly items: readonly Value[],
    /** The field names of a named tuple, such as those of groupby. */
    readonly fields: readonly string[] = [],
  ) {}
}

/** A dict that the template created. Keys that are equal in Python are one key. */
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

/** The result of a filter such as map, which can be iterated once. */
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

/** `range(...)`, and the results of keys(), values() and items() of a dict. */
export class View {
  constructor(
    readonly kind: 'range' | 'dict_keys' | 'dict_values' | 'dict_items',
    readonly items: readonly Value[],
    readonly shown?: string,
  ) {}
}

/** `namespace()`, an imported module, the loop: objects with readable attributes. */
export abstract class RuntimeObject {
  abstract attribute(name: string): Value;
  abstract readonly shown: string;
  /** The items, if it is iterable. */
  items?(): readonly Value[];
}

export type Keywords = ReadonlyMap<string, Value>;

export class Callable {
  constructor(
    readonly name: string,
    readonly call: (positional: readonly Value[], named: Keywords) => Value,
    /** Its output in Python. */
    readonly shown = `<function ${name}>`,
  ) {}
}

/** Whether the value is an object of the caller's data. Its prototype is never read. */
const isData = (value: Value): value is Record<string, Value> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
};

/** An own property with data; getters never run, and functions are ignored. */
export function ownValue(holder: object, name: string): Value {
  if (name === '__proto__') return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(holder, name)?.value;
  if (typeof value === 'object' && value !== null) return fromData(value);
  return typeof value === 'function' ? undefined : value;
}

/** Numbers like Python's json module: an int of any size, and a float that prints as written. */
function fromData(value: object): Value {
  if (value instanceof LosslessNumber)
    return /^-?\d+$/.test(value.text) ? integer(BigInt(value.text)) : new Float(value.value, value.text);
  if (!Array.isArray(value)) return value;
  let list = lists.get(value);
  if (!list) {
    list = value.some(isOfNumbers) ? value.map(toValue) : (value as Value[]);
    lists.set(value, list);
  }
  return list;
}

/** Converted lists of the data, cached because a template reads them repeatedly. */
const lists = new WeakMap<object, Value[]>();

const isOfNumbers = (item: unknown): boolean =>
  typeof item === 'object' && (item instanceof LosslessNumber || (Array.isArray(item) && item.some(isOfNumbers)));

const toValue = (item: unknown): Value => (typeof item === 'object' && item !== null ? fromData(item) : item);

export const isDict = (value: Value): value is Dict | Record<string, Value> => value instanceof Dict || isData(value);

export const dictGet = (dict: Dict | Record<string, Value>, key: Value): Value => {
  if (dict instanceof Dict) return dict.get(key);
  const name = getText(key);
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
export const getText = (value: Value): string | undefined =>
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

/** Longer than any real key. */
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

/** This many copied values cost one step. */
const valuesOfStep = 10;

/** A copy of the email's data for a template that modifies it. */
export function copyValue(value: Value, spend: (steps: number) => void): Value {
  if (typeof value !== 'object' || value === null || value instanceof Float) return value;
  if (Array.isArray(value)) {
    spend(Math.ceil(value.length / valuesOfStep));
    return value.map((item) => copyValue(item, spend));
  }
  const names = Object.keys(value).filter((name) => name !== '__proto__');
  spend(Math.ceil(names.length / valuesOfStep));
  return Object.fromEntries(names.map((name) => [name, copyValue(ownValue(value, name), spend)]));
}

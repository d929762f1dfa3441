import { given, whole } from './method-arguments.js';
import { equal, iterate, order, pairOf } from './protocols.js';
import type { NativeFunction } from './runtime.js';
import { Dict, dictEntries, dictGet, isDict, textOf, Tuple, typeName, ValueProblem, View } from './values.js';
import type { Value } from './values.js';

type Methods = Readonly<Record<string, NativeFunction>>;

const indexIn = (items: readonly Value[], value: Value): number => {
  const at = items.findIndex((item) => equal(item, value));
  if (at < 0) throw new ValueProblem('the value is not in the list');
  return at;
};

const searching: Methods = {
  index: { parameters: ['value'], run: (_, value, wanted) => indexIn(iterate(value), wanted) },
  count: {
    parameters: ['value'],
    run: (_, value, wanted) => iterate(value).filter((item) => equal(item, wanted)).length,
  },
};

export const tupleMethods: Methods = searching;

export const listMethods: Methods = {
  ...searching,
  copy: { parameters: [], run: (_, value) => [...(value as Value[])] },
  append: changing(['object'], (list, item) => void list.push(item)),
  extend: {
    parameters: ['iterable'],
    run: (runtime, value, items) => {
      const added = [...iterate(items)];
      runtime.spend(added.length);
      for (const item of added) (value as Value[]).push(item);
      return null;
    },
  },
  insert: changing(['index', 'object'], (list, index, item) => void list.splice(whole(index, 0, 'insert()'), 0, item)),
  remove: changing(['value'], (list, item) => void list.splice(indexIn(list, item), 1)),
  clear: changing([], (list) => void list.splice(0)),
  reverse: changing([], (list) => void list.reverse()),
  pop: changing(['index'], (list, index) => {
    const at = whole(index, -1, 'pop()');
    const position = at < 0 ? at + list.length : at;
    if (position < 0 || position >= list.length) throw new ValueProblem('pop() finds nothing at that index');
    return list.splice(position, 1)[0];
  }),
  sort: {
    parameters: ['key', 'reverse'],
    run: (runtime, value, _, reverse) => {
      const list = value as Value[];
      runtime.spend(list.length);
      list.sort((one, other) => order(one, other) * (given(reverse) ? -1 : 1));
      return null;
    },
  },
};

function changing(parameters: readonly string[], change: (list: Value[], ...values: Value[]) => Value): NativeFunction {
  return {
    parameters,
    run: (runtime, value, ...values) => {
      if (values.length < parameters.length && parameters[0] !== 'index')
        throw new ValueProblem(`the method needs ${parameters.join(', ')}`);
      runtime.spend(1 + ((value as Value[]).length >> 5));
      return change(value as Value[], ...values) ?? null;
    },
  };
}

const missingKey = (key: Value): ValueProblem =>
  new ValueProblem(`the dict has no key ${String(textOf(key) ?? typeName(key))}`);

function setIn(dict: Dict | Record<string, Value>, key: Value, value: Value): void {
  if (dict instanceof Dict) {
    dict.set(key, value);
    return;
  }
  const name = textOf(key);
  if (name === undefined || name === '__proto__') throw new ValueProblem('the keys of data are texts');
  Object.defineProperty(dict, name, { value, enumerable: true, writable: true, configurable: true });
}

function deleteFrom(dict: Dict | Record<string, Value>, key: Value): void {
  if (dict instanceof Dict) dict.delete(key);
  else Reflect.deleteProperty(dict, String(textOf(key)));
}

type AnyDict = Dict | Record<string, Value>;

export const dictMethods: Methods = {
  items: {
    parameters: [],
    run: (runtime, value) => {
      const entries = dictEntries(value as AnyDict);
      runtime.spend(entries.length);
      return new View(
        'dict_items',
        entries.map((entry) => new Tuple(entry)),
      );
    },
  },
  keys: {
    parameters: [],
    run: (_, value) =>
      new View(
        'dict_keys',
        dictEntries(value as AnyDict).map(([key]) => key),
      ),
  },
  values: {
    parameters: [],
    run: (_, value) =>
      new View(
        'dict_values',
        dictEntries(value as AnyDict).map(([, item]) => item),
      ),
  },
  get: {
    parameters: ['key', 'default'],
    run: (_, value, key, fallback = null) => {
      const found = dictGet(value as AnyDict, key);
      return found === undefined ? fallback : found;
    },
  },
  copy: { parameters: [], run: (_, value) => new Dict(dictEntries(value as AnyDict)) },
  update: {
    any: (runtime, value, positional, named) => {
      for (const source of positional) {
        const entries = isDict(source) ? dictEntries(source) : iterate(source).map(pairOf);
        runtime.spend(entries.length);
        for (const [key, item] of entries) setIn(value as AnyDict, key, item);
      }
      for (const [key, item] of named) setIn(value as AnyDict, key, item);
      return null;
    },
  },
  setdefault: {
    parameters: ['key', 'default'],
    run: (_, value, key, fallback = null) => {
      const found = dictGet(value as AnyDict, key);
      if (found === undefined) setIn(value as AnyDict, key, fallback);
      return found === undefined ? fallback : found;
    },
  },
  pop: {
    parameters: ['key', 'default'],
    run: (_, value, key, fallback) => {
      const found = dictGet(value as AnyDict, key);
      if (found === undefined && fallback === undefined) throw missingKey(key);
      deleteFrom(value as AnyDict, key);
      return found === undefined ? fallback : found;
    },
  },
  clear: {
    parameters: [],
    run: (_, value) => {
      for (const [key] of dictEntries(value as AnyDict)) deleteFrom(value as AnyDict, key);
      return null;
    },
  },
};

/** Methods that change what they belong to: a template that names one gets a copy of the data. */
export const changingMethods: ReadonlySet<string> = new Set([
  ...['append', 'extend', 'insert', 'remove', 'clear', 'reverse', 'pop', 'sort'],
  ...['update', 'setdefault'],
]);

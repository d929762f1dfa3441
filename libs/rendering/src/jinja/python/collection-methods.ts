import { given, whole } from './method-arguments.js';
import { getEntries, equal, forgetKeys, iterate, order, toPair } from './protocols.js';
import type { Meter, NativeFunction } from './runtime.js';
import { Dict, dictGet, isDict, getText, Tuple, typeName, ValueProblem, View } from './values.js';
import type { Value } from './values.js';

type Methods = Readonly<Record<string, NativeFunction>>;

const indexIn = (meter: Meter, items: readonly Value[], value: Value): number => {
  meter.spend(items.length >> 3);
  const at = items.findIndex((item) => equal(meter, item, value));
  if (at < 0) throw new ValueProblem('the value is not in the list');
  return at;
};

const searching: Methods = {
  index: { parameters: ['value'], run: (runtime, value, wanted) => indexIn(runtime, iterate(runtime, value), wanted) },
  count: {
    parameters: ['value'],
    run: (runtime, value, wanted) => {
      const items = iterate(runtime, value);
      runtime.spend(items.length >> 3);
      return items.filter((item) => equal(runtime, item, wanted)).length;
    },
  },
};

export const tupleMethods: Methods = searching;

export const listMethods: Methods = {
  ...searching,
  copy: {
    parameters: [],
    run: (runtime, value) => {
      runtime.spend((value as Value[]).length >> 3);
      return [...(value as Value[])];
    },
  },
  append: changing(['object'], (_, list, item) => void list.push(item)),
  extend: {
    parameters: ['iterable'],
    run: (runtime, value, items) => {
      const added = [...iterate(runtime, items)];
      runtime.spend(added.length);
      for (const item of added) (value as Value[]).push(item);
      return null;
    },
  },
  insert: changing(
    ['index', 'object'],
    (_, list, index, item) => void list.splice(whole(index, 0, 'insert()'), 0, item),
  ),
  remove: changing(['value'], (meter, list, item) => void list.splice(indexIn(meter, list, item), 1)),
  clear: changing([], (_, list) => void list.splice(0)),
  reverse: changing([], (_, list) => void list.reverse()),
  pop: changing(['index'], (_, list, index) => {
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
      list.sort((one, other) => order(runtime, one, other) * (given(reverse) ? -1 : 1));
      return null;
    },
  },
};

function changing(
  parameters: readonly string[],
  change: (meter: Meter, list: Value[], ...values: Value[]) => Value,
): NativeFunction {
  return {
    parameters,
    run: (runtime, value, ...values) => {
      if (values.length < parameters.length && parameters[0] !== 'index')
        throw new ValueProblem(`the method needs ${parameters.join(', ')}`);
      runtime.spend(1 + ((value as Value[]).length >> 5));
      return change(runtime, value as Value[], ...values) ?? null;
    },
  };
}

const missingKey = (key: Value): ValueProblem =>
  new ValueProblem(`the dict has no key ${String(getText(key) ?? typeName(key))}`);

function setIn(dict: Dict | Record<string, Value>, key: Value, value: Value): void {
  if (dict instanceof Dict) {
    dict.set(key, value);
    return;
  }
  const name = getText(key);
  if (name === undefined || name === '__proto__') throw new ValueProblem('the keys of data are texts');
  Object.defineProperty(dict, name, { value, enumerable: true, writable: true, configurable: true });
}

function deleteFrom(dict: Dict | Record<string, Value>, key: Value): void {
  if (dict instanceof Dict) dict.delete(key);
  else {
    Reflect.deleteProperty(dict, String(getText(key)));
    forgetKeys(dict);
  }
}

type AnyDict = Dict | Record<string, Value>;

export const dictMethods: Methods = {
  items: {
    parameters: [],
    run: (runtime, value) => {
      const entries = getEntries(runtime, value as AnyDict);
      return new View(
        'dict_items',
        entries.map((entry) => new Tuple(entry)),
      );
    },
  },
  keys: {
    parameters: [],
    run: (runtime, value) =>
      new View(
        'dict_keys',
        getEntries(runtime, value as AnyDict).map(([key]) => key),
      ),
  },
  values: {
    parameters: [],
    run: (runtime, value) =>
      new View(
        'dict_values',
        getEntries(runtime, value as AnyDict).map(([, item]) => item),
      ),
  },
  get: {
    parameters: ['key', 'default'],
    run: (_, value, key, fallback = null) => {
      const found = dictGet(value as AnyDict, key);
      return found === undefined ? fallback : found;
    },
  },
  copy: { parameters: [], run: (runtime, value) => new Dict(getEntries(runtime, value as AnyDict)) },
  update: {
    any: (runtime, value, positional, named) => {
      for (const source of positional) {
        const entries = isDict(source)
          ? getEntries(runtime, source)
          : iterate(runtime, source).map((pair) => toPair(runtime, pair));
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
    run: (runtime, value) => {
      for (const [key] of getEntries(runtime, value as AnyDict)) deleteFrom(value as AnyDict, key);
      return null;
    },
  },
};

/** Methods that modify their object: a template with such a name gets a copy of the data. */
export const changingMethods: ReadonlySet<string> = new Set([
  ...['append', 'extend', 'insert', 'remove', 'clear', 'reverse', 'pop', 'sort'],
  ...['update', 'setdefault'],
]);

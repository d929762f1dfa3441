import { given, whole } from '../python/method-arguments.js';
import { calculate, isNumber } from '../python/numbers.js';
import { escaped } from '../python/printing.js';
import { getEntries, equal, iterate, getLength, order, truthy } from '../python/protocols.js';
import type { NativeFunction, Runtime } from '../python/runtime.js';
import type { Keywords, Value } from '../python/values.js';
import {
  hashKey,
  isDict,
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

type Getter = (item: Value) => Value;

/** The items of a list, charged to the budget. */
function takeItems(runtime: Runtime, value: Value): readonly Value[] {
  const items = iterate(runtime, value);
  runtime.spend(items.length);
  return items;
}

/** Reads `attribute='user.name'` or an index. */
function getter(runtime: Runtime, attribute: Value, fallback?: Value): Getter {
  if (attribute === undefined || attribute === null) return (item) => item;
  const text = getText(attribute);
  if (text === undefined && !isInteger(attribute)) throw new ValueProblem('an attribute is a name or an index');
  const keys = text === undefined ? [attribute] : text.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  return (item) => {
    let value = item;
    for (const key of keys) {
      value = runtime.item(value, key);
      if (fallback !== undefined && fallback !== null && value instanceof Undefined) value = fallback;
    }
    return value;
  };
}

function lowered(runtime: Runtime, value: Value): Value {
  const text = getText(value);
  if (text === undefined) return value;
  runtime.work(text.length);
  return text.toLowerCase();
}

const folding = (runtime: Runtime, get: Getter, caseSensitive: Value): Getter =>
  given(caseSensitive) ? get : (item) => lowered(runtime, get(item));

/** A stable sort whose keys are computed once. */
function sorted(runtime: Runtime, items: readonly Value[], key: Getter, reverse: boolean): Value[] {
  const direction = reverse ? -1 : 1;
  return items
    .map((item) => ({ item, key: key(item) }))
    .toSorted((one, other) => direction * order(runtime, one.key, other.key))
    .map(({ item }) => item);
}

function extreme(sign: 1 | -1): NativeFunction {
  return {
    parameters: ['case_sensitive', 'attribute'],
    run: (runtime, value, caseSensitive, attribute) => {
      const key = folding(runtime, getter(runtime, attribute), caseSensitive);
      const [first, ...others] = takeItems(runtime, value);
      if (first === undefined)
        return runtime.undefined('the list has no largest or smallest item, because it is empty');
      let best: { readonly item: Value; readonly key: Value } = { item: first, key: key(first) };
      for (const item of others) {
        const next = { item, key: key(item) };
        if (sign * order(runtime, next.key, best.key) < 0) best = next;
      }
      return best.item;
    },
  };
}

function selecting(keep: boolean, byAttribute: boolean): NativeFunction {
  return {
    any: (runtime, value, positional, named) => {
      if (!truthy(value)) return new Iterator([]);
      const [attribute] = positional;
      if (byAttribute && attribute === undefined) throw new ValueProblem('it needs the name of an attribute');
      const get = byAttribute ? getter(runtime, attribute) : (item: Value) => item;
      const [test, ...rest] = positional.slice(byAttribute ? 1 : 0);
      const name = test === undefined ? undefined : getText(test);
      const passes = (item: Value): boolean =>
        name === undefined ? truthy(get(item)) : runtime.test(name, get(item), rest, named);
      return new Iterator(takeItems(runtime, value).filter((item) => passes(item) === keep));
    },
  };
}

function map(runtime: Runtime, value: Value, positional: readonly Value[], named: Keywords): Value {
  if (!truthy(value)) return new Iterator([]);
  const [first, ...rest] = positional;
  if (first === undefined) {
    if (!named.has('attribute')) throw new ValueProblem('map needs the name of a filter, or attribute=');
    return new Iterator(takeItems(runtime, value).map(getter(runtime, named.get('attribute'), named.get('default'))));
  }
  const filter = getText(first);
  if (filter === undefined) throw new ValueProblem('map needs the name of a filter, or attribute=');
  return new Iterator(takeItems(runtime, value).map((item) => runtime.filter(filter, item, rest, named)));
}

function join(runtime: Runtime, value: Value, separator: Value = '', attribute?: Value): Value {
  const items = takeItems(runtime, value).map(getter(runtime, attribute));
  const marked = runtime.autoescape && [separator, ...items].some((item) => item instanceof Markup);
  const safe = (item: Value): string =>
    marked && !(item instanceof Markup) ? escaped(runtime, runtime.text(item)) : runtime.text(item);
  const pieces = items.map(safe);
  const between = safe(separator);
  runtime.work(pieces.reduce((sum, { length }) => sum + length + between.length, 0));
  const text = pieces.join(between);
  return marked ? new Markup(text) : text;
}

function groupBy(runtime: Runtime, value: Value, attribute: Value, fallback: Value, caseSensitive: Value): Value {
  if (attribute === undefined) throw new ValueProblem('groupby needs the name of an attribute');
  const get = getter(runtime, attribute, fallback);
  const key = folding(runtime, get, caseSensitive);
  const groups: { readonly key: Value; readonly items: Value[] }[] = [];
  for (const item of sorted(runtime, takeItems(runtime, value), key, false)) {
    const group = groups.at(-1);
    if (group && equal(runtime, group.key, key(item))) group.items.push(item);
    else groups.push({ key: key(item), items: [item] });
  }
  return groups.map(
    ({ key: found, items }) => new Tuple([given(caseSensitive) ? found : get(items[0]), items], ['grouper', 'list']),
  );
}

function batch(runtime: Runtime, value: Value, size: Value, fill: Value): Value {
  const count = whole(size, 0, 'batch');
  const items = takeItems(runtime, value);
  if (count <= 0) throw new ValueProblem('batch needs a number of items above 0');
  const rows: Value[][] = [];
  for (let at = 0; at < items.length; at += count) rows.push(items.slice(at, at + count));
  const last = rows.at(-1);
  if (last && fill !== undefined && fill !== null) {
    runtime.spend(count - last.length);
    while (last.length < count) last.push(fill);
  }
  return new Iterator(rows);
}

function slice(runtime: Runtime, value: Value, slices: Value, fill: Value): Value {
  const count = whole(slices, 0, 'slice');
  const items = takeItems(runtime, value);
  if (count <= 0) throw new ValueProblem('slice needs a number of columns above 0');
  runtime.spend(count);
  const size = Math.floor(items.length / count);
  const longer = items.length % count;
  let at = 0;
  return new Iterator(
    Array.from({ length: count }, (_, index) => {
      const end = at + size + (index < longer ? 1 : 0);
      const column = items.slice(at, end);
      at = end;
      return index >= longer && fill !== undefined && fill !== null ? [...column, fill] : column;
    }),
  );
}

const plus =
  (runtime: Runtime) =>
  (one: Value, other: Value): Value => {
    if (isNumber(one) && isNumber(other)) return calculate('+', one, other);
    if (one instanceof Undefined) one.reject();
    if (other instanceof Undefined) other.reject();
    if (Array.isArray(one) && Array.isArray(other)) {
      runtime.spend((one.length + other.length) >> 3);
      return [...(one as Value[]), ...(other as Value[])];
    }
    throw new ValueProblem(`sum cannot add ${typeName(other)} to ${typeName(one)}`);
  };

const orUndefined = (runtime: Runtime, item: Value): Value =>
  item === undefined ? runtime.undefined('there is no such item, because the list is empty') : item;

function reversedKind(value: Value): string {
  if (Array.isArray(value)) return 'list_reverseiterator';
  if (isDict(value)) return 'dict_reversekeyiterator';
  if (!(value instanceof View)) return 'reversed';
  return value.kind === 'range' ? 'range_iterator' : `${value.kind.replace(/s$/, '').replace('_', '_reverse')}iterator`;
}

export const listFilters: Readonly<Record<string, NativeFunction>> = {
  length: {
    parameters: [],
    run: (runtime, value) => {
      const length = getLength(runtime, value);
      if (length === undefined) throw new ValueProblem(`a ${typeName(value)} has no length`);
      return length;
    },
  },
  first: {
    parameters: [],
    run: (runtime, value) => orUndefined(runtime, iterate(runtime, value)[0]),
  },
  last: {
    parameters: [],
    run: (runtime, value) => {
      if (value instanceof Iterator) throw new ValueProblem('last needs a list; write |list before it');
      return orUndefined(runtime, iterate(runtime, value).at(-1));
    },
  },
  random: {
    parameters: [],
    run: (runtime, value) => {
      const items = iterate(runtime, value);
      return orUndefined(runtime, items[Math.floor(Math.random() * items.length)]);
    },
  },
  list: { parameters: [], run: (runtime, value) => [...takeItems(runtime, value)] },
  join: { parameters: ['d', 'attribute'], run: join },
  sort: {
    parameters: ['reverse', 'case_sensitive', 'attribute'],
    run: (runtime, value, reverse, caseSensitive, attribute) => {
      const names = getText(attribute)?.split(',') ?? [attribute];
      const keys = names.map((name) => folding(runtime, getter(runtime, name), caseSensitive));
      const key: Getter = (item) => new Tuple(keys.map((each) => each(item)));
      return sorted(runtime, takeItems(runtime, value), key, given(reverse));
    },
  },
  unique: {
    parameters: ['case_sensitive', 'attribute'],
    run: (runtime, value, caseSensitive, attribute) => {
      const key = folding(runtime, getter(runtime, attribute), caseSensitive);
      const seen = new Set<string>();
      return new Iterator(
        takeItems(runtime, value).filter((item) => {
          const hashed = hashKey(key(item));
          runtime.work(hashed.length);
          if (seen.has(hashed)) return false;
          seen.add(hashed);
          return true;
        }),
      );
    },
  },
  min: extreme(1),
  max: extreme(-1),
  sum: {
    parameters: ['attribute', 'start'],
    run: (runtime, value, attribute, start = 0) =>
      takeItems(runtime, value).map(getter(runtime, attribute)).reduce(plus(runtime), start),
  },
  reverse: {
    parameters: [],
    run: (runtime, value) => {
      const text = getText(value);
      if (text !== undefined) {
        runtime.work(text.length);
        const turned = Array.from(text).toReversed().join('');
        return value instanceof Markup ? new Markup(turned) : turned;
      }
      const items = takeItems(runtime, value).toReversed();
      return value instanceof Iterator || value instanceof Undefined ? items : new Iterator(items, reversedKind(value));
    },
  },
  map: { any: map },
  select: selecting(true, false),
  reject: selecting(false, false),
  selectattr: selecting(true, true),
  rejectattr: selecting(false, true),
  groupby: { parameters: ['attribute', 'default', 'case_sensitive'], run: groupBy },
  batch: { parameters: ['linecount', 'fill_with'], run: batch },
  slice: { parameters: ['slices', 'fill_with'], run: slice },
  dictsort: {
    parameters: ['case_sensitive', 'by', 'reverse'],
    run: (runtime, value, caseSensitive, by = 'key', reverse) => {
      if (!isDict(value)) throw new ValueProblem(`dictsort needs a dict, not ${typeName(value)}`);
      if (by !== 'key' && by !== 'value') throw new ValueProblem('dictsort sorts by "key" or by "value"');
      const entries = getEntries(runtime, value).map((entry) => new Tuple(entry));
      const key = folding(runtime, (entry) => (entry as Tuple).items[by === 'key' ? 0 : 1], caseSensitive);
      return sorted(runtime, entries, key, given(reverse));
    },
  },
  items: {
    parameters: [],
    run: (runtime, value) => {
      if (value instanceof Undefined) return new Iterator([]);
      if (!isDict(value)) throw new ValueProblem(`items needs a dict, not ${typeName(value)}`);
      const entries = getEntries(runtime, value).map((entry) => new Tuple(entry));
      return new Iterator(entries);
    },
  },
};

import { escapeText } from './printing.js';
import { formatBraces, formatValue, given } from './format.js';
import { characters, equal, iterate, order } from './protocols.js';
import type { NativeFunction, Runtime } from './runtime.js';
import { invoke } from './runtime.js';
import * as texts from './text.js';
import type { Value } from './values.js';
import {
  Callable,
  Dict,
  dictEntries,
  dictGet,
  isDict,
  isInteger,
  Markup,
  textOf,
  Tuple,
  typeName,
  Undefined,
  ValueProblem,
  View,
} from './values.js';

type Methods = Readonly<Record<string, NativeFunction>>;

/** The method that a value has under that name; undefined when it has none. */
export function methodOf(runtime: Runtime, value: Value, name: string): Callable | undefined {
  const methods = methodsOf(value);
  const native = methods && Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!native) return undefined;
  if (changingMethods.has(name) && !runtime.ownsData)
    throw new ValueProblem(`the name of the method ${name} must be written out where it is called`);
  if (value instanceof Markup) return methodOfMarkup(runtime, value, name, native);
  return new Callable(name, (positional, named) => invoke(runtime, 'method', name, native, value, positional, named));
}

function methodsOf(value: Value): Methods | undefined {
  if (textOf(value) !== undefined) return ofText;
  if (Array.isArray(value)) return ofList;
  if (value instanceof Tuple) return ofTuple;
  return isDict(value) ? ofDict : undefined;
}

/** Methods of marked text escape the texts they are given, and answer marked text. */
function methodOfMarkup(runtime: Runtime, { text }: Markup, name: string, native: NativeFunction): Callable {
  const escaped = (value: Value): Value =>
    typeof value === 'string' ? escapeText(value) : value instanceof Markup ? value.text : value;
  const marked = (value: Value): Value => {
    if (typeof value === 'string') return new Markup(value);
    if (value instanceof Tuple) return new Tuple(value.items.map(marked));
    return Array.isArray(value) ? value.map(marked) : value;
  };
  return new Callable(name, (positional, named) => {
    if (name === 'format') {
      const print = (value: Value, spec: string): string =>
        value instanceof Markup
          ? formatValue(runtime, value.text, spec)
          : escapeText(formatValue(runtime, value, spec));
      return new Markup(formatBraces(runtime, text, positional, named, print));
    }
    const join = name === 'join' ? [iterate(positional[0]).map(escaped)] : positional.map(escaped);
    return marked(
      invoke(
        runtime,
        'method',
        name,
        native,
        text,
        join,
        new Map([...named].map(([key, given]) => [key, escaped(given)])),
      ),
    );
  });
}

/** The text that a method works on. */
function own(runtime: Runtime, value: Value): string {
  const text = textOf(value) as string;
  runtime.work(text.length);
  return text;
}

function argument(value: Value, method: string): string {
  const text = textOf(value);
  if (text !== undefined) return text;
  if (value instanceof Undefined) value.refuse();
  throw new ValueProblem(
    value === undefined ? `${method} needs an argument` : `${method} wants a text, not ${typeName(value)}`,
  );
}

const optional = (value: Value, method: string): string | undefined =>
  value === undefined || value === null ? undefined : argument(value, method);

export function whole(value: Value, fallback: number, method: string): number {
  if (value === undefined) return fallback;
  if (typeof value === 'boolean') return Number(value);
  if (isInteger(value)) return Number(value);
  if (value instanceof Undefined) value.refuse();
  throw new ValueProblem(`${method} wants a whole number, not ${typeName(value)}`);
}

const plain = (change: (text: string) => Value): NativeFunction => ({
  parameters: [],
  run: (runtime, value) => change(own(runtime, value)),
});

const stripping = (side: 'start' | 'end' | 'both'): NativeFunction => ({
  parameters: ['chars'],
  run: (runtime, value, chars) => texts.strip(own(runtime, value), optional(chars, 'strip()'), side),
});

const splitting = (cut: typeof texts.split): NativeFunction => ({
  parameters: ['sep', 'maxsplit'],
  run: (runtime, value, separator, most) => {
    const by = optional(separator, 'split()');
    if (by === '') throw new ValueProblem('split() cannot split at an empty text');
    const pieces = cut(own(runtime, value), by, whole(most, -1, 'split()'));
    runtime.spend(pieces.length >> 2);
    return pieces;
  },
});

const padding = (pad: (missing: number, width: number) => number): NativeFunction => ({
  parameters: ['width', 'fillchar'],
  run: (runtime, value, width, fill) => padText(runtime, own(runtime, value), whole(width, 0, 'the width'), fill, pad),
});

function padText(
  runtime: Runtime,
  text: string,
  width: number,
  fill: Value,
  before: (missing: number, width: number) => number,
): string {
  const character = optional(fill, 'fill') ?? ' ';
  if (Array.from(character).length !== 1) throw new ValueProblem('a text is filled up with one character');
  const missing = width - characters(text).length;
  if (missing <= 0) return text;
  runtime.work(missing * character.length);
  const left = before(missing, width);
  return character.repeat(left) + text + character.repeat(missing - left);
}

/** Python's str.center: of an odd number of spaces the larger half goes left where the width is odd. */
const centred = (missing: number, width: number): number => (missing >> 1) + (missing & width & 1);

export const center = (runtime: Runtime, text: string, width: number): string =>
  padText(runtime, text, width, ' ', centred);

const finding = (name: string, find: (text: string, part: string) => number): NativeFunction => ({
  parameters: ['sub', 'start', 'end'],
  run: (runtime, value, part, start, end) => {
    const text = own(runtime, value);
    const points = characters(text);
    const from = bound(start, points.length, 0);
    const to = bound(end, points.length, points.length);
    const part2 = argument(part, name);
    const section = typeof points === 'string' ? points.slice(from, to) : points.slice(from, to).join('');
    const at = texts.toCharacters(section, from > to ? -1 : find(section, part2));
    if (at < 0 && name.endsWith('index()')) throw new ValueProblem(`"${part2}" does not occur in the text`);
    return at < 0 ? -1 : at + from;
  },
});

function bound(value: Value, length: number, fallback: number): number {
  const index = value === null ? fallback : whole(value, fallback, 'an index');
  return index < 0 ? Math.max(0, index + length) : Math.min(index, length);
}

const affix = (name: string, test: (text: string, part: string) => boolean): NativeFunction => ({
  parameters: ['affix', 'start', 'end'],
  run: (runtime, value, parts, start, end) => {
    const points = characters(own(runtime, value));
    const section = points.slice(bound(start, points.length, 0), bound(end, points.length, points.length));
    const text = typeof section === 'string' ? section : section.join('');
    const wanted = parts instanceof Tuple ? parts.items : [parts];
    return wanted.some((part) => test(text, argument(part, name)));
  },
});

const every = (pattern: RegExp): NativeFunction => plain((text) => pattern.test(text));

const ofText: Methods = {
  upper: plain((text) => text.toUpperCase()),
  lower: plain((text) => text.toLowerCase()),
  casefold: plain((text) => text.toLowerCase().replaceAll('ß', 'ss')),
  title: plain(texts.title),
  capitalize: plain(texts.capitalize),
  swapcase: plain(texts.swapCase),
  strip: stripping('both'),
  lstrip: stripping('start'),
  rstrip: stripping('end'),
  split: splitting(texts.split),
  rsplit: splitting(texts.splitFromEnd),
  splitlines: {
    parameters: ['keepends'],
    run: (runtime, value, keep) => texts.splitLines(own(runtime, value), given(keep)),
  },
  join: {
    parameters: ['iterable'],
    run: (runtime, value, items) => {
      const pieces = iterate(items).map((item, index) => {
        const text = textOf(item);
        if (text === undefined)
          throw new ValueProblem(`join() wants texts, and item ${index} is ${typeName(item)}; write |join`);
        return text;
      });
      runtime.work(pieces.reduce((sum, { length }) => sum + length + (value as string).length, 0));
      return pieces.join(value as string);
    },
  },
  replace: {
    parameters: ['old', 'new', 'count'],
    run: (runtime, value, old, by, most) =>
      replaceText(
        runtime,
        own(runtime, value),
        argument(old, 'replace()'),
        argument(by, 'replace()'),
        whole(most, -1, 'replace()'),
      ),
  },
  startswith: affix('startswith()', (text, part) => text.startsWith(part)),
  endswith: affix('endswith()', (text, part) => text.endsWith(part)),
  find: finding('find()', (text, part) => text.indexOf(part)),
  rfind: finding('rfind()', (text, part) => text.lastIndexOf(part)),
  index: finding('index()', (text, part) => text.indexOf(part)),
  rindex: finding('rindex()', (text, part) => text.lastIndexOf(part)),
  count: {
    parameters: ['sub'],
    run: (runtime, value, part) => texts.count(own(runtime, value), argument(part, 'count()')),
  },
  format: { any: (runtime, value, positional, named) => formatBraces(runtime, value as string, positional, named) },
  format_map: {
    parameters: ['mapping'],
    run: (runtime, value, mapping) => {
      if (!isDict(mapping)) throw new ValueProblem('format_map() wants a dict');
      const named = dictEntries(mapping).map(([key, item]) => [String(textOf(key)), item] as const);
      return formatBraces(runtime, value as string, [], new Map(named));
    },
  },
  center: padding(centred),
  ljust: padding(() => 0),
  rjust: padding((missing) => missing),
  zfill: {
    parameters: ['width'],
    run: (runtime, value, width) => {
      const text = own(runtime, value);
      const sign = /^[-+]/.exec(text)?.[0] ?? '';
      const wide = whole(width, 0, 'zfill()') - sign.length;
      return sign + padText(runtime, text.slice(sign.length), wide, '0', (missing) => missing);
    },
  },
  partition: {
    parameters: ['sep'],
    run: (runtime, value, separator) => {
      const by = argument(separator, 'partition()');
      const text = own(runtime, value);
      const at = text.indexOf(by);
      return new Tuple(at < 0 ? [text, '', ''] : [text.slice(0, at), by, text.slice(at + by.length)]);
    },
  },
  rpartition: {
    parameters: ['sep'],
    run: (runtime, value, separator) => {
      const by = argument(separator, 'rpartition()');
      const text = own(runtime, value);
      const at = text.lastIndexOf(by);
      return new Tuple(at < 0 ? ['', '', text] : [text.slice(0, at), by, text.slice(at + by.length)]);
    },
  },
  removeprefix: {
    parameters: ['prefix'],
    run: (runtime, value, prefix) => {
      const text = own(runtime, value);
      const part = argument(prefix, 'removeprefix()');
      return text.startsWith(part) ? text.slice(part.length) : text;
    },
  },
  removesuffix: {
    parameters: ['suffix'],
    run: (runtime, value, suffix) => {
      const text = own(runtime, value);
      const part = argument(suffix, 'removesuffix()');
      return part !== '' && text.endsWith(part) ? text.slice(0, -part.length) : text;
    },
  },
  isdigit: every(/^[\p{Nd}\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089]+$/u),
  isdecimal: every(/^\p{Nd}+$/u),
  isnumeric: every(/^\p{N}+$/u),
  isalpha: every(/^\p{L}+$/u),
  isalnum: every(/^[\p{L}\p{N}]+$/u),
  isspace: every(/^\s+$/),
  isupper: plain(texts.isUpper),
  islower: plain(texts.isLower),
  istitle: plain(texts.isTitle),
};

export function replaceText(runtime: Runtime, text: string, old: string, by: string, most: number): string {
  const times = Math.min(most < 0 ? Number.POSITIVE_INFINITY : most, texts.count(text, old));
  runtime.work(text.length + times * by.length);
  return texts.replace(text, old, by, most);
}

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

const ofTuple: Methods = searching;

const ofList: Methods = {
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

const ofDict: Methods = {
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
        const entries = isDict(source) ? dictEntries(source) : iterate(source).map((pair) => iterate(pair));
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

import { given } from '../python/method-arguments.js';
import type { Arguments } from '../syntax/ast.js';
import type { NativeFunction } from '../python/runtime.js';
import { truthy } from '../python/protocols.js';
import { findMethod } from '../python/methods.js';
import { isDict, getText, Undefined } from '../python/values.js';
import { htmlFilters } from './html.js';
import { listFilters } from './lists.js';
import { mailFilters } from './mail.js';
import { numberFilters } from './numbers.js';
import { tests } from './tests.js';
import { textFilters } from './texts.js';

const general: Readonly<Record<string, NativeFunction>> = {
  default: {
    parameters: ['default_value', 'boolean'],
    run: (_, value, fallback = '', boolean) =>
      value instanceof Undefined || (given(boolean) && !truthy(value)) ? fallback : value,
  },
  attr: {
    parameters: ['name'],
    run: (runtime, value, name) => {
      const key = getText(name) ?? '';
      if (isDict(value))
        return (
          findMethod(runtime, value, key) ?? runtime.undefined(`a dict has no attribute ${key}; write value["${key}"]`)
        );
      return runtime.attribute(value, key);
    },
  },
};

const all: Readonly<Record<string, NativeFunction>> = {
  ...general,
  ...textFilters,
  ...listFilters,
  ...numberFilters,
  ...htmlFilters,
  ...mailFilters,
};

const aliases: Readonly<Record<string, string>> = { d: 'default', e: 'escape', count: 'length' };

/** The names of all filters. */
export const filterNames: readonly string[] = [...Object.keys(all), ...Object.keys(aliases)];

const byName: ReadonlyMap<string, NativeFunction> = new Map([
  ...Object.entries(all),
  ...Object.entries(aliases).map(([alias, name]) => [alias, all[name]!] as const),
]);

export const filterNamed = (name: string): NativeFunction | undefined => byName.get(name);

export const testNamed = (name: string) => (Object.hasOwn(tests, name) ? tests[name] : undefined);

const unavailableFilters: Readonly<Record<string, string>> = {
  pprint: 'it shows data to a developer, which no email does; write |tojson',
};

const foreignFilters: Readonly<Record<string, string>> = {
  size: 'length',
  upcase: 'upper',
  downcase: 'lower',
  strip: 'trim',
  strip_html: 'striptags',
  escape_once: 'escape',
  raw: 'safe',
  url_encode: 'urlencode',
  json: 'tojson',
  uppercase: 'upper',
  lowercase: 'lower',
  uniq: 'unique',
  concat: 'join',
  titlecase: 'title',
};

/** Why a filter cannot be used; undefined if it can. */
export function filterProblem(name: string, given: Arguments | null): string | undefined {
  if (name === 'money' && !given) return 'money needs a currency: write |money("EUR")';
  if (filterNamed(name)) return undefined;
  if (Object.hasOwn(unavailableFilters, name))
    return `the filter ${name} is not available: ${unavailableFilters[name]}`;
  const known = Object.hasOwn(foreignFilters, name)
    ? `; write |${foreignFilters[name]}`
    : nearest(name, filterNames, '|');
  return `there is no filter ${name}${known}`;
}

export function testProblem(name: string): string | undefined {
  if (testNamed(name)) return undefined;
  if (name === 'empty') return 'there is no test empty; write {% if not value %}';
  if (name === 'null') return 'there is no test null; write is none';
  return `there is no test ${name}${nearest(name, Object.keys(tests), 'is ')}`;
}

/** A known name that differs by one character. */
function nearest(name: string, known: readonly string[], prefix: string): string {
  const found = known.find((other) => differsByOne(name, other));
  return found === undefined ? '' : `; did you mean ${prefix}${found}?`;
}

function differsByOne(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one.length < 3) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  return rest.slice(1) === otherRest.slice(1) || rest === otherRest.slice(1) || rest.slice(1) === otherRest;
}

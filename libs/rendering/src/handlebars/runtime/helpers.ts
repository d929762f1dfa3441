import { LosslessNumber } from '@postrider/numbers';
import { dateFormat, parseMoment } from '../../jinja/filters/mail.js';
import { ValueProblem } from '../../jinja/python/values.js';

/** A helper with a value: conditions give booleans, and can be blocks. */
type ValueHelper = {
  readonly values: readonly [least: number, most: number];
  readonly run: (values: readonly unknown[], locale: string) => unknown;
};

/** Helpers that run their block themselves, with the number of their values. */
const blockHelpers: Readonly<Record<string, number>> = { if: 1, unless: 1, each: 1, with: 1, raw: 0 };

const condition = (run: (one: unknown, other: unknown) => boolean): ValueHelper => ({
  values: [2, 2],
  run: ([one, other]) => run(plain(one), plain(other)),
});

const equals = condition((one, other) => looselyEqual(one, other));

/** The helpers of Handlebars that have a value, and those that SendGrid and Mailgun document. */
export const valueHelpers: Readonly<Record<string, ValueHelper>> = Object.assign(Object.create(null), {
  lookup: { values: [2, 2], run: ([holder, name]) => (holder ? ownValue(holder, plain(name)) : holder) },
  log: { values: [0, 20], run: () => undefined },
  equals,
  equal: equals,
  notEquals: condition((one, other) => !looselyEqual(one, other)),
  greaterThan: condition((one, other) => isComparable(one, other) && (one as number) > (other as number)),
  lessThan: condition((one, other) => isComparable(one, other) && (one as number) < (other as number)),
  and: { values: [2, 20], run: (values) => values.every(isTrue) },
  or: { values: [2, 20], run: (values) => values.some(isTrue) },
  length: { values: [1, 1], run: ([value]) => (typeof value === 'string' || Array.isArray(value) ? value.length : 0) },
  insert: {
    values: [1, 2],
    run: ([value, fallback]) =>
      value === undefined || value === null || value === '' ? String(fallback ?? '').replace(/^default=/, '') : value,
  },
  formatDate: { values: [2, 3], run: ([at, format, offset], locale) => formatDate(plain(at), format, offset, locale) },
} satisfies Record<string, ValueHelper>);

/** Names of other services, and what to write for them. */
const otherNames: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  eq: 'equals',
  ne: 'notEquals',
  gt: 'greaterThan',
  lt: 'lessThan',
  count: 'length',
  date: 'formatDate',
  default: 'insert',
});

type Use = { readonly isBlock: boolean; readonly values: number; readonly options: readonly string[] };

/** Why a helper cannot be used like this, worded to follow its tag. */
export function helperProblem(name: string, { isBlock, values, options }: Use): string | undefined {
  const block = Object.hasOwn(blockHelpers, name) ? blockHelpers[name] : undefined;
  const value = valueHelpers[name];
  if (block === undefined && !value) {
    const instead = otherNames[name];
    return `calls the helper ${name}, which does not exist${instead ? `; write ${instead}` : `; there are ${known}`}`;
  }
  if (block !== undefined && !isBlock) return `needs a block: {{#${name} ...}}...{{/${name}}}`;
  const [least, most] = value?.values ?? [block ?? 0, block ?? 0];
  if (values < least || values > most)
    return `gives ${name} ${values} values; it takes ${least === most ? least : `${least} to ${most}`}`;
  const unknown = options.find((option) => !(option === 'includeZero' && (name === 'if' || name === 'unless')));
  return unknown === undefined ? undefined : `gives ${name} the option ${unknown}, which it does not have`;
}

const known = [...Object.keys(blockHelpers), ...Object.keys(valueHelpers)].join(', ');

/** The JavaScript number of a number that keeps its text. */
const plain = (value: unknown): unknown => (value instanceof LosslessNumber ? value.value : value);

/** True as in Handlebars: false, 0, "", null, an empty list or nothing are not. */
export const isTrue = (value: unknown): boolean => Boolean(plain(value)) && !isEmpty(value);

/** As `isTrue`, but 0 is a value. */
export const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : !plain(value) && plain(value) !== 0;

/** `==` of JavaScript, except that objects are compared by identity, so that no method of the data is called. */
export function looselyEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one === undefined || one === null || other === undefined || other === null)
    return (one ?? undefined) === (other ?? undefined);
  return typeof one !== typeof other && isComparable(one, other) && Number(one) === Number(other);
}

const isComparable = (one: unknown, other: unknown): boolean => !isObject(one) && !isObject(other);
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Own data properties only: prototypes are never read, and getters never run. */
export function ownValue(holder: unknown, name: unknown): unknown {
  if (holder === undefined || holder === null || isObject(name) || name === '__proto__') return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(holder, String(name))?.value;
  return typeof value === 'function' ? undefined : value;
}

const pad = (value: number): string => String(value).padStart(2, '0');
const halfDay = (at: Date): number => at.getUTCHours() % 12 || 12;

/** The tokens of SendGrid's `formatDate`, longest first. */
const tokens: Readonly<Record<string, (at: Date, named: (options: Intl.DateTimeFormatOptions) => string) => string>> = {
  YYYY: (at) => String(at.getUTCFullYear()).padStart(4, '0'),
  YY: (at) => pad(at.getUTCFullYear() % 100),
  MMMM: (_, named) => named({ month: 'long' }),
  MMM: (_, named) => named({ month: 'short' }),
  MM: (at) => pad(at.getUTCMonth() + 1),
  M: (at) => String(at.getUTCMonth() + 1),
  DD: (at) => pad(at.getUTCDate()),
  D: (at) => String(at.getUTCDate()),
  dddd: (_, named) => named({ weekday: 'long' }),
  ddd: (_, named) => named({ weekday: 'short' }),
  HH: (at) => pad(at.getUTCHours()),
  H: (at) => String(at.getUTCHours()),
  hh: (at) => pad(halfDay(at)),
  h: (at) => String(halfDay(at)),
  mm: (at) => pad(at.getUTCMinutes()),
  m: (at) => String(at.getUTCMinutes()),
  ss: (at) => pad(at.getUTCSeconds()),
  s: (at) => String(at.getUTCSeconds()),
  A: (at) => (at.getUTCHours() < 12 ? 'AM' : 'PM'),
};
const tokenPattern = new RegExp(`${Object.keys(tokens).join('|')}|ZZ|Z`, 'g');

function formatDate(value: unknown, format: unknown, offset: unknown, locale: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof format !== 'string' || format.length > 100)
    throw new ValueProblem('formatDate needs a format of at most 100 characters, such as "MMMM DD, YYYY"');
  const [, sign = '+', hours = '00', minutes = '00'] = offsetPattern.exec(String(offset ?? '+0000')) ?? [];
  if (offset !== undefined && !offsetPattern.test(String(offset)))
    throw new ValueProblem('formatDate needs an offset such as "-0800"');
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  const at = new Date(parseMoment(value).at + shift);
  if (Number.isNaN(at.getTime())) throw new ValueProblem('formatDate needs a date that is not so far away');
  const named = (options: Intl.DateTimeFormatOptions): string => dateFormat(locale, 'UTC', options).format(at);
  return format.replace(tokenPattern, (token) => {
    if (token === 'Z') return `${sign}${hours}:${minutes}`;
    return token === 'ZZ' ? `${sign}${hours}${minutes}` : (tokens[token]?.(at, named) ?? token);
  });
}

const offsetPattern = /^([+-])(\d\d):?(\d\d)$/;

const special = /[&<>"'`=]/;
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
};
/** Escapes as Handlebars does, which is more than Mustache. */
export const escapeHtml = (text: string): string =>
  special.test(text) ? text.replace(/[&<>"'`=]/g, (character) => entities[character] as string) : text;

import { given, whole } from '../python/method-arguments.js';
import { floatText, isNumber, numberText, toDouble } from '../python/numbers.js';
import { escapeText, escaped } from '../python/printing.js';
import { getEntries, getItems, order, toPair } from '../python/protocols.js';
import type { NativeFunction, Runtime } from '../python/runtime.js';
import type { Value } from '../python/values.js';
import { Float, Markup, Tuple, Undefined, ValueProblem, isDict, isFloat, getText, typeName } from '../python/values.js';
import { stripTags } from './strip-tags.js';

const letters = String.raw`\p{L}\p{N}_`;
const address = new RegExp(
  `^((https?://|www\\.)(([${letters}%-]+\\.)+)?([a-z]{2,63}|xn--[${letters}%]{2,59})|([${letters}%-]{2,63}\\.)+(com|net|int|edu|gov|org|info|mil)|(https?://)((\\d{1,3}(\\.\\d{1,3}){3})|(\\[([\\da-f]{0,4}:){2}([\\da-f]{0,4}:?){1,6}\\])))(?::\\d{1,5})?(?:[/?#]\\S*)?$`,
  'iu',
);
const mailAddress = new RegExp(`^[^\\s@]+@[${letters}][${letters}.-]*\\.[${letters}]+$`, 'u');

/** Real words are shorter; the limit bounds the cost of the patterns. */
const maxWordLength = 2_000;

/** Adds links around the addresses in escaped text, like Jinja 3. */
function urlize(text: string, limit: number | undefined, rel: string, target: string | undefined): string {
  const attributes = (rel ? ` rel="${rel}"` : '') + (target ? ` target="${target.replace(/[&<>"']/g, '')}"` : '');
  const shown = (url: string): string =>
    limit !== undefined && url.length > limit ? `${url.slice(0, limit)}...` : url;
  return text
    .split(/(\s+)/)
    .map((word) => (word.length > maxWordLength || !/[.@:]/.test(word) ? word : linked(word, attributes, shown)))
    .join('');
}

const ending = /(?:[)>.,\n]|&gt;)$/;

function linked(word: string, attributes: string, shown: (url: string) => string): string {
  const head = /^(?:[(<]|&lt;)+/.exec(word)?.[0] ?? '';
  let middle = word.slice(head.length);
  let tail = '';
  for (let end = ending.exec(middle)?.[0]; end !== undefined; end = ending.exec(middle)?.[0]) {
    tail = end + tail;
    middle = middle.slice(0, -end.length);
  }
  for (const [open, close] of [
    ['(', ')'],
    ['<', '>'],
    ['&lt;', '&gt;'],
  ] as const) {
    const opened = count(middle, open);
    if (opened <= count(middle, close)) continue;
    for (let left = Math.min(opened, count(tail, close)); left > 0; left -= 1) {
      const end = tail.indexOf(close) + close.length;
      middle += tail.slice(0, end);
      tail = tail.slice(end);
    }
  }
  return head + link(middle, attributes, shown) + tail;
}

function link(middle: string, attributes: string, shown: (url: string) => string): string {
  if (address.test(middle)) {
    const href = /^https?:\/\//.test(middle) ? middle : `https://${middle}`;
    return `<a href="${href}"${attributes}>${shown(middle)}</a>`;
  }
  if (middle.startsWith('mailto:') && mailAddress.test(middle.slice(7)))
    return `<a href="${middle}">${middle.slice(7)}</a>`;
  if (middle.includes('@') && !/^(?:www\.|@)/.test(middle) && !middle.includes(':') && mailAddress.test(middle))
    return `<a href="mailto:${middle}">${middle}</a>`;
  return middle;
}

const count = (text: string, part: string): number => text.split(part).length - 1;

/** MarkupSafe's escape(): marked text stays unchanged. */
function escape(runtime: Runtime, value: Value): Markup {
  if (value instanceof Markup) return value;
  const text = runtime.text(value);
  runtime.work(text.length);
  return new Markup(escapeText(text));
}

function quote(text: string, inQuery: boolean): string {
  const quoted = encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return inQuery ? quoted.replaceAll('%20', '+') : quoted.replaceAll('%2F', '/');
}

function quoteIn(runtime: Runtime, value: Value): string {
  const text = runtime.text(value);
  runtime.work(text.length * 3);
  return quote(text, true);
}

function urlencode(runtime: Runtime, value: Value): string {
  const text = getText(value);
  const items =
    text === undefined && !(value instanceof Undefined)
      ? isDict(value)
        ? getEntries(runtime, value)
        : getItems(runtime, value)
      : undefined;
  if (!items) {
    const plain = runtime.text(value);
    runtime.work(plain.length * 3);
    return quote(plain, false);
  }
  runtime.spend(items.length);
  return items
    .map((pair) => {
      const [key, item] = toPair(runtime, pair);
      return `${quoteIn(runtime, key)}=${quoteIn(runtime, item)}`;
    })
    .join('&');
}

function attributes(runtime: Runtime, value: Value, autospace: Value): Value {
  if (!isDict(value)) throw new ValueProblem(`xmlattr needs a dict, not ${typeName(value)}`);
  const written = getEntries(runtime, value).flatMap(([key, item]) => {
    if (item === null || item instanceof Undefined) return [];
    runtime.spend(1);
    const name = runtime.text(key);
    runtime.work(name.length);
    if (/[\s/>=]/.test(name)) throw new ValueProblem(`"${name}" is no name of an attribute`);
    return [`${escaped(runtime, name)}="${escape(runtime, item).text}"`];
  });
  const text = written.join(' ');
  const spaced = text && (autospace === undefined || given(autospace)) ? ` ${text}` : text;
  return runtime.autoescape ? new Markup(spaced) : spaced;
}

/** JSON as written by Python's json.dumps with sorted keys. */
function json(runtime: Runtime, value: Value, indent: number | undefined, depth: number): string {
  if (depth > 50) throw new ValueProblem('tojson needs data that is not nested more than 50 deep');
  runtime.spend(1);
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value instanceof Float && value.text !== undefined) return value.text;
  if (isFloat(value))
    return (
      { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' }[floatText(toDouble(value))] ?? floatText(toDouble(value))
    );
  if (isNumber(value)) return numberText(value);
  const text = getText(value);
  if (text !== undefined) return jsonText(runtime, text);
  const items = Array.isArray(value) ? (value as Value[]) : value instanceof Tuple ? value.items : undefined;
  if (items)
    return bracket(
      runtime,
      '[',
      items.map((item) => json(runtime, item, indent, depth + 1)),
      ']',
      indent,
      depth,
    );
  if (!isDict(value)) throw new ValueProblem(`tojson cannot print a ${typeName(value)}`);
  const entries = getEntries(runtime, value)
    .toSorted(([one], [other]) => order(runtime, one, other))
    .map(([key, item]) => `${jsonText(runtime, jsonKey(runtime, key))}: ${json(runtime, item, indent, depth + 1)}`);
  return bracket(runtime, '{', entries, '}', indent, depth);
}

function jsonKey(runtime: Runtime, key: Value): string {
  if (key instanceof Tuple) throw new ValueProblem('tojson cannot print a dict whose keys are tuples');
  return getText(key) ?? json(runtime, key, undefined, 0);
}

function jsonText(runtime: Runtime, text: string): string {
  runtime.work(text.length);
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function bracket(
  runtime: Runtime,
  open: string,
  items: readonly string[],
  close: string,
  indent: number | undefined,
  depth: number,
): string {
  if (indent === undefined || items.length === 0) return open + items.join(', ') + close;
  const line = `\n${' '.repeat(indent * (depth + 1))}`;
  runtime.work(line.length * items.length);
  return `${open}${line}${items.join(`,${line}`)}\n${' '.repeat(indent * depth)}${close}`;
}

const harmless: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', "'": '\\u0027' };

export const htmlFilters: Readonly<Record<string, NativeFunction>> = {
  escape: { parameters: [], run: escape },
  forceescape: {
    parameters: [],
    run: (runtime, value) => escape(runtime, runtime.text(value)),
  },
  safe: { parameters: [], run: (runtime, value) => new Markup(runtime.text(value)) },
  striptags: {
    parameters: [],
    run: (runtime, value) => {
      const text = runtime.text(value);
      runtime.work(text.length * 2);
      return stripTags(text);
    },
  },
  urlencode: { parameters: [], run: urlencode },
  xmlattr: { parameters: ['autospace'], run: attributes },
  tojson: {
    parameters: ['indent'],
    run: (runtime, value, indent) => {
      // Python treats a negative indent as 0.
      const spaces =
        indent === undefined || indent === null ? undefined : Math.max(0, Math.min(whole(indent, 0, 'tojson'), 100));
      const text = json(runtime, value, spaces, 0);
      runtime.work(text.length);
      return new Markup(text.replace(/[<>&']/g, (character) => harmless[character] as string));
    },
  },
  urlize: {
    parameters: ['trim_url_limit', 'nofollow', 'target', 'rel'],
    run: (runtime, value, limit, nofollow, target, rel) => {
      const text = escape(runtime, value).text;
      runtime.work(text.length * 4);
      const maxLength = limit === undefined || limit === null ? undefined : whole(limit, 0, 'urlize');
      const rels = new Set([
        'noopener',
        ...(given(nofollow) ? ['nofollow'] : []),
        ...(getText(rel)?.split(/\s+/).filter(Boolean) ?? []),
      ]);
      const linked = urlize(text, maxLength, [...rels].toSorted().join(' '), getText(target));
      return runtime.autoescape ? new Markup(linked) : linked;
    },
  },
};

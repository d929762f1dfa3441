import { formatBraces } from './brace-format.js';
import { argument, bound, given, optional, own, whole } from './method-arguments.js';
import { leftPadding, padText, replaceText } from './padding.js';
import { characters, getEntries, iterate } from './protocols.js';
import type { NativeFunction } from './runtime.js';
import { indexIn, lastIndexIn } from './search.js';
import * as texts from './text.js';
import { isDict, getText, Tuple, typeName, ValueProblem } from './values.js';
import type { Value } from './values.js';

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
  run: (runtime, value, separator, maxSplits) => {
    const by = optional(separator, 'split()');
    if (by === '') throw new ValueProblem('split() cannot split at an empty text');
    const pieces = cut(own(runtime, value), by, whole(maxSplits, -1, 'split()'));
    runtime.spend(pieces.length >> 2);
    return pieces;
  },
});

const padding = (pad: (missing: number, width: number) => number): NativeFunction => ({
  parameters: ['width', 'fillchar'],
  run: (runtime, value, width, fill) => padText(runtime, own(runtime, value), whole(width, 0, 'the width'), fill, pad),
});

const finding = (name: string, find: (text: string, part: string) => number): NativeFunction => ({
  parameters: ['sub', 'start', 'end'],
  run: (runtime, value, part, start, end) => {
    const text = own(runtime, value);
    const points = characters(runtime, text);
    const from = bound(start, points.length, 0);
    const to = bound(end, points.length, points.length);
    const part2 = argument(part, name);
    const section = typeof points === 'string' ? points.slice(from, to) : points.slice(from, to).join('');
    const at = texts.toCharacters(section, from > to ? -1 : find(section, part2));
    if (at < 0 && name.endsWith('index()')) throw new ValueProblem(`"${part2}" does not occur in the text`);
    return at < 0 ? -1 : at + from;
  },
});

const affix = (name: string, test: (text: string, part: string) => boolean): NativeFunction => ({
  parameters: ['affix', 'start', 'end'],
  run: (runtime, value, parts, start, end) => {
    const points = characters(runtime, own(runtime, value));
    const section = points.slice(bound(start, points.length, 0), bound(end, points.length, points.length));
    const text = typeof section === 'string' ? section : section.join('');
    const wanted = parts instanceof Tuple ? parts.items : [parts];
    return wanted.some((part) => {
      const affixed = argument(part, name);
      runtime.work(affixed.length);
      return test(text, affixed);
    });
  },
});

const every = (pattern: RegExp): NativeFunction => plain((text) => pattern.test(text));

export const textMethods: Readonly<Record<string, NativeFunction>> = {
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
    run: (runtime, value, keep) => {
      const lines = texts.splitLines(own(runtime, value), given(keep));
      runtime.spend(lines.length >> 2);
      return lines;
    },
  },
  join: {
    parameters: ['iterable'],
    run: (runtime, value, items) => {
      const pieces = iterate(runtime, items).map((item, index) => {
        const text = getText(item);
        if (text === undefined)
          throw new ValueProblem(`join() needs strings, but item ${index} is ${typeName(item)}; write |join`);
        return text;
      });
      runtime.work(pieces.reduce((sum, { length }) => sum + length + (value as string).length, 0));
      return pieces.join(value as string);
    },
  },
  replace: {
    parameters: ['old', 'new', 'count'],
    run: (runtime, value, old, by, maxCount) =>
      replaceText(
        runtime,
        own(runtime, value),
        argument(old, 'replace()'),
        argument(by, 'replace()'),
        whole(maxCount, -1, 'replace()'),
      ),
  },
  startswith: affix('startswith()', (text, part) => text.startsWith(part)),
  endswith: affix('endswith()', (text, part) => text.endsWith(part)),
  find: finding('find()', indexIn),
  rfind: finding('rfind()', lastIndexIn),
  index: finding('index()', indexIn),
  rindex: finding('rindex()', lastIndexIn),
  count: {
    parameters: ['sub'],
    run: (runtime, value, part) => texts.count(own(runtime, value), argument(part, 'count()')),
  },
  format: { any: (runtime, value, positional, named) => formatBraces(runtime, value as string, positional, named) },
  format_map: {
    parameters: ['mapping'],
    run: (runtime, value, mapping) => {
      if (!isDict(mapping)) throw new ValueProblem('format_map() needs a dict');
      const named = getEntries(runtime, mapping).map(([key, item]) => [String(getText(key)), item] as const);
      return formatBraces(runtime, value as string, [], new Map(named));
    },
  },
  center: padding(leftPadding),
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
      const at = indexIn(text, by);
      return new Tuple(at < 0 ? [text, '', ''] : [text.slice(0, at), by, text.slice(at + by.length)]);
    },
  },
  rpartition: {
    parameters: ['sep'],
    run: (runtime, value, separator) => {
      const by = argument(separator, 'rpartition()');
      const text = own(runtime, value);
      const at = lastIndexIn(text, by);
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

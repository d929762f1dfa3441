import { formatPercent } from '../python/percent-format.js';
import { given, whole } from '../python/method-arguments.js';
import { center, replaceText } from '../python/padding.js';
import { escaped } from '../python/printing.js';
import { characters, getEntries, getLength } from '../python/protocols.js';
import type { NativeFunction, Runtime } from '../python/runtime.js';
import * as texts from '../python/text.js';
import type { Value } from '../python/values.js';
import { Dict, isDict, Markup, getText, Tuple, typeName, Undefined, ValueProblem } from '../python/values.js';
import { wrap } from './wrap.js';

/** str() of a value; marked text stays marked. */
function soft(runtime: Runtime, value: Value): string | Markup {
  const text = value instanceof Markup ? value : runtime.text(value);
  runtime.work((text instanceof Markup ? text.text : text).length);
  return text;
}

const changed = (value: string | Markup, change: (text: string) => string): string | Markup =>
  value instanceof Markup ? new Markup(change(value.text)) : change(value);

const mapping = (change: (text: string) => string): NativeFunction => ({
  parameters: [],
  run: (runtime, value) => changed(soft(runtime, value), change),
});

/** Requires the filtered value to be a text. */
function requireText(runtime: Runtime, value: Value, filter: string): string | Markup {
  if (value instanceof Undefined) value.reject();
  if (getText(value) === undefined)
    throw new ValueProblem(`${filter} needs a string, not ${typeName(value)}; write |string before it`);
  return soft(runtime, value);
}

const textIn = (value: string | Markup): string => (value instanceof Markup ? value.text : value);

function truncate(
  runtime: Runtime,
  value: Value,
  length: number,
  killWords: boolean,
  end: string,
  leeway: number,
): Value {
  const ending = characters(runtime, end).length;
  if (length < ending)
    throw new ValueProblem(`truncate cannot shorten to ${length} characters, because its end has ${ending}`);
  if (leeway < 0) throw new ValueProblem('the leeway of truncate cannot be negative');
  const own = getLength(runtime, value);
  if (own !== undefined && own <= length + leeway) return value;
  return changed(requireText(runtime, value, 'truncate'), (text) => {
    const kept = characters(runtime, text).slice(0, length - ending);
    const head = typeof kept === 'string' ? kept : kept.join('');
    const space = head.lastIndexOf(' ');
    return (killWords || space < 0 ? head : head.slice(0, space)) + end;
  });
}

function indent(text: string, indentation: string, first: boolean, blank: boolean): string {
  const lines = texts.splitLines(`${text}\n`);
  const indented = lines.map((line, index) => (index > 0 && (blank || line !== '') ? indentation + line : line));
  return (first ? indentation : '') + indented.join('\n');
}

export const textFilters: Readonly<Record<string, NativeFunction>> = {
  upper: mapping((text) => text.toUpperCase()),
  lower: mapping((text) => text.toLowerCase()),
  capitalize: mapping(texts.capitalize),
  title: {
    parameters: [],
    run: (runtime, value) =>
      textIn(soft(runtime, value))
        .split(/([-\s({[<]+)/)
        .map((piece) => texts.capitalize(piece))
        .join(''),
  },
  trim: {
    parameters: ['chars'],
    run: (runtime, value, chars) =>
      changed(soft(runtime, value), (text) => texts.strip(text, chars === null ? undefined : getText(chars), 'both')),
  },
  string: { parameters: [], run: (runtime, value) => soft(runtime, value) },
  center: {
    parameters: ['width'],
    run: (runtime, value, width) =>
      changed(soft(runtime, value), (text) => center(runtime, text, whole(width, 80, 'center'))),
  },
  wordcount: {
    parameters: [],
    run: (runtime, value) => textIn(soft(runtime, value)).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0,
  },
  truncate: {
    parameters: ['length', 'killwords', 'end', 'leeway'],
    run: (runtime, value, length, killWords, end = '...', leeway) =>
      truncate(
        runtime,
        value,
        whole(length, 255, 'truncate'),
        given(killWords),
        runtime.text(end),
        leeway === null ? 5 : whole(leeway, 5, 'truncate'),
      ),
  },
  replace: {
    parameters: ['old', 'new', 'count'],
    run: (runtime, value, old, by, maxCount) => {
      if (old === undefined || by === undefined) throw new ValueProblem('replace needs what to replace, and by what');
      const times = maxCount === null ? -1 : whole(maxCount, -1, 'replace');
      if (!runtime.autoescape)
        return replaceText(runtime, runtime.text(value), runtime.text(old), runtime.text(by), times);
      const marked = value instanceof Markup || old instanceof Markup || by instanceof Markup;
      const safe = (part: Value): string =>
        marked && !(part instanceof Markup) ? escaped(runtime, runtime.text(part)) : runtime.text(part);
      const result = replaceText(runtime, safe(value), safe(old), safe(by), times);
      return marked ? new Markup(result) : result;
    },
  },
  indent: {
    parameters: ['width', 'first', 'blank'],
    run: (runtime, value, width = 4, first, blank) =>
      changed(requireText(runtime, value, 'indent'), (text) => {
        const indentation = getText(width) ?? ' '.repeat(Math.max(0, Math.min(whole(width, 4, 'indent'), 10_000)));
        runtime.work((texts.count(text, '\n') + 1) * indentation.length);
        return indent(text, indentation, given(first), given(blank));
      }),
  },
  wordwrap: {
    parameters: ['width', 'break_long_words', 'wrapstring', 'break_on_hyphens'],
    run: (runtime, value, width, breakLong = true, wrapString, breakHyphens = true) => {
      const text = textIn(requireText(runtime, value, 'wordwrap'));
      const wide = whole(width, 79, 'wordwrap');
      if (wide <= 0) throw new ValueProblem('wordwrap needs a width above 0');
      const end = getText(wrapString) ?? '\n';
      runtime.work(text.length * 2);
      const lines = texts
        .splitLines(text)
        .map((line) => wrap(runtime, line, wide, given(breakLong), given(breakHyphens)).join(end));
      runtime.work(lines.length * end.length);
      return lines.join(end);
    },
  },
  format: {
    any: (runtime, value, positional, named) => {
      const format = soft(runtime, value);
      if (positional.length > 0 && named.size > 0)
        throw new ValueProblem('format takes plain or named values, not both');
      return percent(runtime, format, named.size > 0 ? new Dict(named) : new Tuple(positional));
    },
  },
};

/** `text % values`; marked text escapes the values. */
export function percent(runtime: Runtime, format: string | Markup, values: Value): string | Markup {
  if (!(format instanceof Markup)) return formatPercent(runtime, format, values);
  const escape = (value: Value): Value =>
    typeof value === 'string' ? escaped(runtime, value) : value instanceof Markup ? value.text : value;
  const safe =
    values instanceof Tuple
      ? new Tuple(values.items.map(escape))
      : isDict(values)
        ? escapedDict(runtime, values, escape)
        : escape(values);
  return new Markup(formatPercent(runtime, format.text, safe));
}

const escapedDict = (runtime: Runtime, values: Dict | Record<string, Value>, escape: (value: Value) => Value): Dict =>
  new Dict(getEntries(runtime, values).map(([key, value]) => [key, escape(value)]));

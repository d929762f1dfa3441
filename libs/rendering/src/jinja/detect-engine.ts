import type { Engine, PartName, SourcePosition, TemplateProblem } from '../errors.js';
import { TemplateError } from '../errors.js';
import { isEmailUrl } from '../links/email-urls.js';
import { languageBlocks } from '../template/foreign-tags.js';
import { handlebarsOnly, handlebarsPath, isHelperCall, otherLanguage } from '../template/other-languages.js';
import { dottedName, shorten } from '../template/scanner.js';
import type { SnippetLookup } from '../template/snippets.js';
import type { VersionSource } from '../version-source.js';
import { getParts } from '../version-source.js';
import { snippetTagsIn } from './compile/inline.js';
import { isLiquid } from './syntax/unknown-tags.js';

/** The language that a tag indicates: `same` is a variable in both languages, `other` belongs to a third language. */
type Kind = Engine | 'same' | 'other';
type Sign = { readonly kind: Kind; readonly what: string };
type Mark = Sign & { readonly line: number; readonly source: string };
type EngineHint = TemplateProblem & { readonly kind: Kind };

/** Maximum number of reported tags of each kind if a version mixes both languages. */
const maxMarks = 100;

export interface DetectedEngine {
  /** Undefined if all tags are valid in both languages: `{{ name }}`, trans, snippet and raw. */
  readonly engine: Engine | undefined;
  /** The first tag that the two languages print differently. */
  readonly variable: TemplateProblem | undefined;
}

/** Detects the language of a version. If it has tags of both languages, throws a `TemplateError` that lists them. */
export function detectEngine(source: VersionSource, snippets: SnippetLookup): DetectedEngine {
  const found: EngineHint[] = [];
  const seen = new Set<string>();
  const search = (part: PartName, text: string, toPlace: (line: number) => SourcePosition): void => {
    for (const { kind, what, line, source: tag } of marksIn(text))
      found.push({ kind, part, place: toPlace(line), what: `${shorten(tag)} ${what}` });
    for (const { at, name } of snippetTagsIn(text)) {
      const body = name === undefined || seen.has(name) ? undefined : snippets(name);
      if (name === undefined || body === undefined) continue;
      seen.add(name);
      const { line } = toPlace(getLine(text, at));
      search(part, body, (inner) => ({ line, snippet: { name, line: inner } }));
    }
  };
  const parts = getParts(source);
  for (const [part, text] of parts) search(part, text, (line) => ({ line }));
  const jinja = found.find(({ kind }) => kind === 'jinja');
  const mustache = found.find(({ kind }) => kind === 'mustache');
  if (jinja && mustache)
    throw mixture(
      jinja,
      parts.flatMap(([name]) =>
        found.filter(({ part }) => part === name).toSorted((one, other) => one.place.line - other.place.line),
      ),
    );
  const handlebars = found.some(({ kind }) => kind === 'handlebars');
  const engine = jinja ? 'jinja' : handlebars ? 'handlebars' : mustache && 'mustache';
  return { engine, variable: found.find(({ kind }) => kind === 'same') };
}

function mixture(first: EngineHint, all: readonly EngineHint[]): TemplateError {
  const what = `${first.what}, but the template has Mustache too; write all of it in one language`;
  const counts = new Map<Kind, number>();
  const named = all.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return kind !== 'same' && count <= maxMarks;
  });
  const others = named.filter((evidence) => evidence !== first).map(({ kind: _kind, ...problem }) => problem);
  return new TemplateError(first.part, first.place, what, others);
}

const getLine = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** The first signs of each kind. */
function marksIn(text: string): Mark[] {
  const marks: Mark[] = [];
  const counts: Record<Kind, number> = { jinja: 0, mustache: 0, handlebars: 0, same: 0, other: 0 };
  let line = 1;
  let counted = 0;
  const add = (sign: Sign, at: number, end: number): void => {
    counts[sign.kind] += 1;
    if (counts[sign.kind] > (sign.kind === 'same' ? 1 : maxMarks)) return;
    line += getLine(text.slice(counted, at), at) - 1;
    counted = at;
    marks.push({ ...sign, line, source: text.slice(at, end) });
  };
  let commentsMayFollow = true;
  // Both languages drop a comment in a message.
  let inTrans = false;
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at)) {
    const mark = text[at + 1];
    const closing = mark === '{' ? '}}' : mark === '%' ? '%}' : mark === '#' && commentsMayFollow ? '#}' : undefined;
    const end = closing === undefined ? -1 : text.indexOf(closing, at + 2);
    if (closing === undefined || end < 0) {
      // A `{#` without an end is CSS.
      if (closing === '#}') commentsMayFollow = false;
      else if (closing !== undefined) return marks;
      at += 1;
      continue;
    }
    const inner = text.slice(at + 2, end);
    if (mark === '%') inTrans = /^[-+]?\s*(?:trans\b|pluralize\b)/.test(inner);
    const sign =
      mark === '#' ? (inTrans ? undefined : isJinja) : mark === '{' ? signOfVariable(inner) : signOfTag(inner);
    if (sign) add(sign, at, end + 2);
    at = end + 2;
    if (mark === '%' && /^[-+]?\s*raw\s*-?$/.test(inner)) {
      const endraw = /\{%[-+]?\s*endraw\s*[-+]?%\}/g;
      endraw.lastIndex = at;
      at = endraw.test(text) ? endraw.lastIndex : text.length;
    }
  }
  return marks;
}

/** A dict literal: in Mustache, this brace is followed by a name. */
const dict = /^-?\s+\{\s*(?:["'}\d]|[\w.]+\s*:)/;

const isJinja: Sign = { kind: 'jinja', what: 'is Jinja' };

function signOfVariable(inner: string): Sign | undefined {
  if (dict.test(inner)) return isJinja;
  const body = inner.replace(/^-/, '').replace(/-$/, '').trim();
  // In Jinja these tags are mistakes, which its compiler reports.
  const handlebars = handlebarsOnly(body);
  if (handlebars !== undefined) return { kind: 'handlebars', what: handlebars };
  if (/^[#^/>{&=!<]/.test(body) && !body.startsWith('/*')) {
    const helper = /^#(?:each|if|unless|with)\s|^\/(?:each|if|unless|with)$/.test(body);
    return { kind: 'mustache', what: helper ? 'is Handlebars' : 'is Mustache' };
  }
  if (body === 'else') return { kind: 'other', what: 'is Handlebars' };
  if (dottedName.test(body))
    return isEmailUrl(body.split('.')) ? undefined : { kind: 'same', what: 'is the same in Mustache and Jinja' };
  // Tags of other languages do not decide; both compilers report them.
  const other = otherLanguage(body) ?? (handlebarsPath.test(body) ? 'is a path of Handlebars' : undefined);
  if (other !== undefined) return { kind: 'other', what: other };
  if (isHelperCall(body)) return { kind: 'other', what: 'calls a helper as in Handlebars' };
  return body === '' ? undefined : isJinja;
}

function signOfTag(inner: string): Sign | undefined {
  const body = inner.replace(/^[-+]/, '').replace(/[-+]$/, '').trim();
  const keyword = /^\w*/.exec(body)?.[0] ?? '';
  if (isLiquid(keyword)) return { kind: 'jinja', what: 'is Liquid' };
  if (!languageBlocks.has(keyword)) return isJinja;
  // Jinja declares expressions: {% trans count=items|length %}.
  return keyword === 'trans' && /[()[\]|~*<>!%]|\bif\b/.test(body.replace(/"[^"]*"|'[^']*'/g, ''))
    ? isJinja
    : undefined;
}

import type { PartName, SourcePosition } from '../errors.js';
import { TemplateError } from '../errors.js';
import { languageBlocks } from '../template/foreign-tags.js';
import { dottedName } from '../template/scanner.js';
import type { SnippetLookup } from '../template/snippets.js';
import type { VersionSource } from '../version-source.js';
import { partsOf } from '../version-source.js';
import { snippetTagsIn } from './compile/inline.js';
import { shorten } from './syntax/lexer.js';

export type Engine = 'mustache' | 'jinja';

type Mark = { readonly engine: Engine; readonly at: number; readonly source: string };
type Evidence = { readonly part: PartName; readonly place: SourcePosition; readonly source: string };

/**
 * The language that a version is written in: Mustache unless something in it can only be Jinja. `{{ name }}`, trans, snippet and raw
 * are the same in both. Throws `TemplateError` that shows one tag of each where both are used.
 */
export function engineOf(source: VersionSource, snippets: SnippetLookup): Engine {
  const found: { mustache?: Evidence; jinja?: Evidence } = {};
  const seen = new Set<string>();
  const search = (part: PartName, text: string, placeOf: (at: number) => SourcePosition): void => {
    for (const { engine, at, source: tag } of marksIn(text, found))
      found[engine] ??= { part, place: placeOf(at), source: tag };
    for (const { at, name } of snippetTagsIn(text)) {
      const body = name === undefined || seen.has(name) ? undefined : snippets(name);
      if (name === undefined || body === undefined) continue;
      seen.add(name);
      const { line } = placeOf(at);
      search(part, body, (inner) => ({ line, snippet: { name, line: lineOf(body, inner) } }));
    }
  };
  for (const [part, text] of partsOf(source)) search(part, text, (at) => ({ line: lineOf(text, at) }));
  const { mustache, jinja } = found;
  if (!mustache || !jinja) return jinja ? 'jinja' : 'mustache';
  const elsewhere = new TemplateError(mustache.part, mustache.place, shorten(mustache.source)).message;
  throw new TemplateError(
    jinja.part,
    jinja.place,
    `${shorten(jinja.source)} is Jinja, but the template has Mustache too (${elsewhere}); write all of it in one language`,
  );
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** The first sign of each language that `known` does not have yet. */
function marksIn(text: string, known: { readonly [engine in Engine]?: unknown }): Mark[] {
  const marks = new Map<Engine, Mark>();
  const add = (engine: Engine, at: number, end: number): void => {
    if (!marks.has(engine) && !known[engine]) marks.set(engine, { engine, at, source: text.slice(at, end) });
  };
  let commentsMayFollow = true;
  // A comment in a message is dropped in both.
  let inTrans = false;
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at)) {
    const mark = text[at + 1];
    const closing = mark === '{' ? '}}' : mark === '%' ? '%}' : mark === '#' && commentsMayFollow ? '#}' : undefined;
    const end = closing === undefined ? -1 : text.indexOf(closing, at + 2);
    if (closing === undefined || end < 0) {
      // A `{#` that is never closed is CSS.
      if (closing === '#}') commentsMayFollow = false;
      else if (closing !== undefined) return [...marks.values()];
      at += 1;
      continue;
    }
    const inner = text.slice(at + 2, end);
    if (mark === '%') inTrans = /^[-+]?\s*(?:trans\b|pluralize\b)/.test(inner);
    const engine =
      mark === '#' ? (inTrans ? undefined : 'jinja') : mark === '{' ? engineOfVariable(inner) : engineOfTag(inner);
    if (engine) add(engine, at, end + 2);
    at = end + 2;
    if (mark === '%' && /^[-+]?\s*raw\s*-?$/.test(inner)) {
      const endraw = /\{%[-+]?\s*endraw\s*[-+]?%\}/g;
      endraw.lastIndex = at;
      at = endraw.test(text) ? endraw.lastIndex : text.length;
    }
  }
  return [...marks.values()];
}

/** A dict, written out: what Mustache has behind that brace is a name. */
const dict = /^-?\s+\{\s*(?:["'}\d]|[\w.]+\s*:)/;

function engineOfVariable(inner: string): Engine | undefined {
  if (dict.test(inner)) return 'jinja';
  const body = inner.replace(/^-/, '').replace(/-$/, '').trim();
  if (/^[#^/>{&=!]/.test(body)) return 'mustache';
  if (body === '' || dottedName.test(body)) return undefined;
  // Handlebars: the Mustache compiler says what to write.
  if (body.startsWith('@') || body.startsWith('../')) return 'mustache';
  return 'jinja';
}

function engineOfTag(inner: string): Engine | undefined {
  const body = inner.replace(/^[-+]/, '').replace(/[-+]$/, '').trim();
  const keyword = /^\w*/.exec(body)?.[0] ?? '';
  if (!languageBlocks.has(keyword)) return 'jinja';
  // Jinja declares expressions: {% trans count=items|length %}.
  return keyword === 'trans' && /[()[\]|~*<>!%]|\bif\b/.test(body.replace(/"[^"]*"|'[^']*'/g, ''))
    ? 'jinja'
    : undefined;
}

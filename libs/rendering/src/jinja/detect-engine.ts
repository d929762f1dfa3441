import type { Engine, PartName, SourcePosition, TemplateProblem } from '../errors.js';
import { TemplateError } from '../errors.js';
import { languageBlocks } from '../template/foreign-tags.js';
import { handlebarsPath, isHelperCall, otherLanguage } from '../template/other-languages.js';
import { dottedName } from '../template/scanner.js';
import type { SnippetLookup } from '../template/snippets.js';
import type { VersionSource } from '../version-source.js';
import { partsOf } from '../version-source.js';
import { snippetTagsIn } from './compile/inline.js';
import { shorten } from './syntax/lexer.js';

type Mark = { readonly engine: Engine; readonly at: number; readonly source: string };
type Evidence = Mark & { readonly part: PartName; readonly placeOf: (at: number) => SourcePosition };

/** So many tags of each language are named where a version is in both. */
const maxMarks = 10;

/**
 * The language that a version is written in; undefined where its tags are the same in both: `{{ name }}`, trans, snippet and raw.
 * Throws `TemplateError` that names the tags of each where both are used.
 */
export function detectEngine(source: VersionSource, snippets: SnippetLookup): Engine | undefined {
  const found: Record<Engine, Evidence[]> = { jinja: [], mustache: [] };
  const seen = new Set<string>();
  const search = (part: PartName, text: string, placeOf: Evidence['placeOf']): void => {
    for (const mark of marksIn(text))
      if (found[mark.engine].length < maxMarks) found[mark.engine].push({ ...mark, part, placeOf });
    for (const { at, name } of snippetTagsIn(text)) {
      const body = name === undefined || seen.has(name) ? undefined : snippets(name);
      if (name === undefined || body === undefined) continue;
      seen.add(name);
      const { line } = placeOf(at);
      search(part, body, (inner) => ({ line, snippet: { name, line: lineOf(body, inner) } }));
    }
  };
  for (const [part, text] of partsOf(source)) search(part, text, (at) => ({ line: lineOf(text, at) }));
  const { jinja, mustache } = found;
  if (jinja.length > 0 && mustache.length > 0) throw mixture(jinja, mustache);
  return jinja[0]?.engine ?? mustache[0]?.engine;
}

function mixture([first, ...jinja]: readonly Evidence[], mustache: readonly Evidence[]): TemplateError {
  const problemOf = ({ part, placeOf, at, source }: Evidence, what: string): TemplateProblem => ({
    part,
    place: placeOf(at),
    what: `${shorten(source)} ${what}`,
  });
  const { part, place, what } = problemOf(
    first!,
    'is Jinja, but the template has Mustache too; write all of it in one language',
  );
  const others = [
    ...jinja.map((mark) => problemOf(mark, 'is Jinja')),
    ...mustache.map((mark) => problemOf(mark, 'is Mustache')),
  ].toSorted((one, other) => one.place.line - other.place.line);
  return new TemplateError(part, place, what, others);
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** The first signs of each language. */
function marksIn(text: string): Mark[] {
  const marks: Mark[] = [];
  const counts: Record<Engine, number> = { jinja: 0, mustache: 0 };
  const add = (engine: Engine, at: number, end: number): void => {
    counts[engine] += 1;
    if (counts[engine] <= maxMarks) marks.push({ engine, at, source: text.slice(at, end) });
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
      else if (closing !== undefined) return marks;
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
  return marks;
}

/** A dict, written out: what Mustache has behind that brace is a name. */
const dict = /^-?\s+\{\s*(?:["'}\d]|[\w.]+\s*:)/;

function engineOfVariable(inner: string): Engine | undefined {
  if (dict.test(inner)) return 'jinja';
  const body = inner.replace(/^-/, '').replace(/-$/, '').trim();
  if (/^[#^/>{&=!<]/.test(body) && !body.startsWith('/*')) return 'mustache';
  if (body === '' || dottedName.test(body)) return undefined;
  // Tags of other languages say nothing: the compiler of either language names them.
  if (otherLanguage(body) !== undefined || handlebarsPath.test(body) || isHelperCall(body)) return undefined;
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

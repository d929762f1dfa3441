import type { SourcePosition } from '../../errors.js';
import { sourceLimits } from '../../limits.js';
import type { SnippetLookup } from '../../template/snippets.js';
import { nameIn } from '../../template/snippets.js';
import { shorten } from '../../template/scanner.js';
import { SourceText } from '../syntax/source-map.js';

const tagOfSnippet = /\{%([-+]?)\s*snippet\b([^%]*?)([-+]?)%\}/y;
const opensRaw = /\{%[-+]?\s*raw\s*-?%\}/y;
const closesRaw = /\{%[-+]?\s*endraw\s*[-+]?%\}/g;

/** Replaces snippet tags by the text of their snippets before the part is parsed. */
export class Inliner {
  private length = 0;
  private tooLong = false;

  /** `used` collects the names of all snippets. */
  constructor(
    private readonly snippets: SnippetLookup,
    private readonly used: Set<string>,
    private readonly onProblem: (position: SourcePosition, what: string) => void,
  ) {}

  part(source: string): SourceText {
    const text = new SourceText();
    this.add(text, source, undefined, 0, []);
    return text;
  }

  /** A snippet as a template of its own, for the tag at this line. */
  snippet(name: string, tagLine: number): SourceText {
    const text = new SourceText();
    this.used.add(name);
    this.add(text, this.snippets(name) ?? '', name, tagLine, [name]);
    return text;
  }

  private add(
    text: SourceText,
    written: string,
    snippet: string | undefined,
    tagLine: number,
    path: readonly string[],
  ): void {
    const source = written.replace(/\r\n?/g, '\n');
    this.length += source.length;
    if (this.length > sourceLimits.inlined) {
      if (this.tooLong) return;
      this.tooLong = true;
      this.onProblem(
        { line: tagLine || 1 },
        `the part with its snippets is larger than ${sourceLimits.inlined / 1_048_576} MB`,
      );
      return;
    }
    let line = 1;
    let copied = 0;
    let trimStart = false;
    const copy = (end: number): void => {
      const piece = source.slice(copied, end);
      const kept = trimStart ? piece.trimStart() : piece;
      trimStart = false;
      text.append(kept, line + linesIn(piece.slice(0, piece.length - kept.length)), snippet, tagLine);
      line += linesIn(piece);
    };
    for (const { at, end, before, name, after } of snippetTagsIn(source)) {
      copy(at);
      if (before === '-') text.trimEnd();
      const place = snippet === undefined ? { line } : { line: tagLine, snippet: { name: snippet, line } };
      const body = name === undefined ? undefined : this.snippets(name);
      if (name === undefined) {
        this.onProblem(
          place,
          `${shorten(source.slice(at, end))} needs the name of a snippet, such as {% snippet "footer" %}`,
        );
      } else if (body === undefined) {
        this.onProblem(place, `${shorten(source.slice(at, end))}: there is no snippet "${name}"`);
      } else {
        this.used.add(name);
        const problem = nestingProblem(name, path);
        if (problem === undefined) this.add(text, body, name, place.line, [...path, name]);
        else this.onProblem(place, problem);
      }
      line += linesIn(source.slice(at, end));
      copied = end;
      trimStart = after === '-';
    }
    copy(source.length);
  }
}

function nestingProblem(name: string, path: readonly string[]): string | undefined {
  if (path.includes(name)) return `the snippet "${name}" includes itself (${[...path, name].join(' > ')})`;
  if (path.length < sourceLimits.snippetDepth) return undefined;
  return `snippets are nested more than ${sourceLimits.snippetDepth} deep (${[...path, name].join(' > ')})`;
}

type SnippetTag = {
  readonly at: number;
  readonly end: number;
  readonly before: string;
  readonly name: string | undefined;
  readonly after: string;
};

/** The snippet tags of a source; those in comments and raw blocks are text. */
export function snippetTagsIn(source: string): SnippetTag[] {
  const tags: SnippetTag[] = [];
  for (let at = source.indexOf('{'); at >= 0; at = source.indexOf('{', at)) {
    const mark = source[at + 1];
    if (mark === '#') {
      const end = source.indexOf('#}', at + 2);
      if (end < 0) return [...tags, ...(source.includes('snippet', at) ? tagsBehind(source, at + 2) : [])];
      at = end + 2;
    } else if (mark === '%') {
      at = readTag(source, at, tags);
    } else {
      at += 1;
    }
  }
  return tags;
}

/** The tags after a comment that is never closed. */
function tagsBehind(source: string, from: number): SnippetTag[] {
  const tags: SnippetTag[] = [];
  for (let at = source.indexOf('{%', from); at >= 0; at = source.indexOf('{%', at)) at = readTag(source, at, tags);
  return tags;
}

function readTag(source: string, at: number, tags: SnippetTag[]): number {
  tagOfSnippet.lastIndex = at;
  const tag = tagOfSnippet.exec(source);
  if (tag) {
    const [, before = '', argument = '', after = ''] = tag;
    tags.push({ at, end: tagOfSnippet.lastIndex, before, name: nameIn(argument.trim()), after });
    return tagOfSnippet.lastIndex;
  }
  opensRaw.lastIndex = at;
  if (!opensRaw.test(source)) return at + 2;
  closesRaw.lastIndex = at;
  return closesRaw.test(source) ? closesRaw.lastIndex : source.length;
}

const linesIn = (text: string): number => text.split('\n').length - 1;

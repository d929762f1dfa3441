import type { PartName, SourcePosition, TemplateProblem } from '../errors.js';
import { TemplateError } from '../errors.js';
import { sourceLimits } from '../limits.js';
import { foreignBlock, foreignMustache, languageBlocks } from './foreign-tags.js';
import { readHandlebars } from './handlebars.js';
import type { MustacheTag, Node, Sigil } from './nodes.js';

/** A name, possibly dotted; `.` alone is the current item. */
export const dottedName = /^(?:\.|[\p{L}\p{N}_$-]+(?:\.[\p{L}\p{N}_$-]+)*)$/u;
export const forbiddenCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

/**
 * Splits a source into text and tags in linear time, and rejects everything that does not belong to this template
 * language (Mustache with trans, snippet and raw), with the tag and its position. `toPlace` converts a line and a
 * column of this source to a position.
 */
export function scan(source: string, part: PartName, toPlace: PlaceOf): Node[] {
  return new Scanner(source, part, toPlace).scan();
}

export type PlaceOf = (line: number, column: number) => SourcePosition;

/** The scanner stops after this many problems, for sources in another language. */
const maxScanned = 100;

class Scanner {
  private readonly nodes: Node[] = [];
  private pos = 0;
  private line = 1;
  private lineStart = 0;
  /** The end of the current line. */
  private lineEnd: number;
  private commentsMayFollow = true;
  private longCommentsMayFollow = true;
  private readonly problems: TemplateProblem[] = [];

  constructor(
    private readonly source: string,
    private readonly part: PartName,
    private readonly toPlace: PlaceOf,
  ) {
    this.lineEnd = this.endOfLine(0);
  }

  scan(): Node[] {
    this.rejectControlCharacters();
    while (this.pos < this.source.length) {
      const open = this.nextOpening();
      this.pushText(this.source.slice(this.pos, open));
      this.pos = open;
      if (open === this.source.length) break;
      this.scanTag();
    }
    const error = TemplateError.of(this.problems);
    if (error) throw error;
    return applyWhitespaceControl(this.nodes);
  }

  /** Continues after an invalid tag, so that the author sees all problems at once. */
  private scanTag(): void {
    const start = this.pos;
    try {
      if (this.source[start + 1] === '{') this.scanMustache();
      else if (this.source[start + 1] === '%') this.scanBlock();
      else this.scanComment();
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      this.problems.push(...error.problems);
      // A tag without an end: the rest of the source belongs to it.
      if (this.pos === start || this.problems.length > maxScanned) this.pos = this.source.length;
    }
  }

  private rejectControlCharacters(): void {
    const at = this.source.search(forbiddenCharacter);
    if (at < 0) return;
    const code = this.source.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
    this.pos = at;
    throw this.fail(`the control character U+${code} is not allowed`);
  }

  /** The index of the next `{{`, `{%` or closed `{#`; a `{#` without an end is CSS (`@media x{#id{...}}`). */
  private nextOpening(): number {
    for (let at = this.source.indexOf('{', this.pos); at >= 0; at = this.source.indexOf('{', at + 1)) {
      const next = this.source[at + 1];
      if (next === '{' || next === '%') return at;
      if (next === '#' && this.commentsMayFollow) {
        if (this.source.includes('#}', at + 2)) return at;
        this.commentsMayFollow = false;
      }
    }
    return this.source.length;
  }

  private scanMustache(): void {
    const triple = this.source[this.pos + 2] === '{';
    const opening = triple ? 3 : 2;
    const sigil = this.source[this.pos + opening] ?? '';
    const isEscaped = this.source[this.pos - 1] === '\\';
    const isBackslash = isEscaped && this.source[this.pos - 2] === '\\';
    const { inner, source, place } = this.take(opening, triple ? '}}}' : '}}', sigil !== '!' || triple);
    if (isEscaped) {
      const tag = shorten(source);
      throw new TemplateError(
        this.part,
        place,
        isBackslash
          ? `\\\\${tag} prints one backslash less in Handlebars; write {% raw %}\\{% endraw %}${tag} for one, {% raw %}\\\\{% endraw %}${tag} for two`
          : `\\${tag} prints ${tag} itself in Handlebars; write {% raw %}${tag}{% endraw %}, or {% raw %}\\{% endraw %}${tag} for a backslash`,
      );
    }
    const trimBefore = inner.startsWith('-');
    const trimAfter = inner.length > 1 && inner.endsWith('-');
    const body = inner.slice(trimBefore ? 1 : 0, trimAfter ? -1 : undefined).trim();
    const written = { source, place, trimBefore, trimAfter };
    if (triple) {
      this.nodes.push({ kind: 'tag', sigil: '&', ...this.nameIn(body, source, place), ...written });
      return;
    }
    if (body.startsWith('!')) {
      if (body.startsWith('!--') && !body.endsWith('--') && this.closesComment())
        throw new TemplateError(
          this.part,
          place,
          `${shorten(source)} ends at the first }}, other than a comment of Handlebars; write {{! ... }} without tags in it`,
        );
      this.nodes.push({ kind: 'tag', sigil: '!', name: '', source, place, trimBefore: false, trimAfter: false });
      return;
    }
    if (body.startsWith('=')) {
      throw new TemplateError(
        this.part,
        place,
        `${shorten(source)} changes the tag delimiters, which is not supported; use {% raw %} to print {{ }}`,
      );
    }
    const sign = (/^[#^/&>]/.exec(body)?.[0] ?? '') as Sigil;
    this.nodes.push({
      kind: 'tag',
      sigil: sign,
      ...this.nameIn(body.slice(sign.length).trim(), source, place, sign),
      ...written,
    });
  }

  /** Whether a Handlebars comment ends after this position. */
  private closesComment(): boolean {
    this.longCommentsMayFollow &&= this.source.includes('--}}', this.pos);
    return this.longCommentsMayFollow;
  }

  private nameIn(
    name: string,
    source: string,
    place: SourcePosition,
    sigil: Sigil = '',
  ): Pick<MustacheTag, 'name' | 'handlebars'> {
    if (!name) throw new TemplateError(this.part, place, `${shorten(source)} names nothing`);
    // A partial is a snippet, whose name may have any characters.
    if (sigil === '>') return { name };
    const read = readHandlebars(name, sigil);
    const foreign = foreignMustache(read.name, dottedName.test(read.name), sigil !== '');
    if (foreign) throw new TemplateError(this.part, place, `${shorten(source)} ${foreign}`);
    return read;
  }

  private scanBlock(): void {
    const { inner, source, place } = this.take(2, '%}', true);
    const body = inner.replace(/^[-+]/, '').replace(/[-+]$/, '').trim();
    const keyword = /^\w*/.exec(body)?.[0] ?? '';
    if (!languageBlocks.has(keyword))
      throw new TemplateError(this.part, place, `${shorten(source)} ${foreignBlock(keyword)}`);
    const trims = { trimBefore: inner.startsWith('-'), trimAfter: inner.endsWith('-') };
    this.nodes.push({ kind: 'block', keyword, argument: body.slice(keyword.length).trim(), source, place, ...trims });
    if (keyword === 'raw') this.scanRaw(source, place, trims.trimAfter);
  }

  private scanRaw(source: string, place: SourcePosition, trimStart: boolean): void {
    const endraw = /\{%[-+]?\s*endraw\s*[-+]?%\}/g;
    endraw.lastIndex = this.pos;
    const closing = endraw.exec(this.source);
    if (!closing) throw new TemplateError(this.part, place, `${shorten(source)} is never closed by {% endraw %}`);
    let text = this.source.slice(this.pos, closing.index);
    if (trimStart) text = text.trimStart();
    if (closing[0].startsWith('{%-')) text = text.trimEnd();
    this.nodes.push({ kind: 'text', text, verbatim: true, place });
    this.pos = closing.index;
    const end = this.take(2, '%}', false);
    const trims = { trimBefore: false, trimAfter: end.inner.endsWith('-') };
    this.nodes.push({ kind: 'block', keyword: 'endraw', argument: '', source: end.source, place: end.place, ...trims });
  }

  private scanComment(): void {
    const { inner, source, place } = this.take(2, '#}', false);
    this.nodes.push({
      kind: 'comment',
      source,
      place,
      trimBefore: inner.startsWith('-'),
      trimAfter: inner.endsWith('-'),
    });
  }

  private take(
    opening: number,
    closing: string,
    limited: boolean,
  ): { inner: string; source: string; place: SourcePosition } {
    const start = this.pos;
    const place = this.placeHere();
    const end = this.source.indexOf(closing, start + opening);
    if (end < 0)
      throw this.fail(`${shorten(this.source.slice(start, start + 40))} is a tag that is never closed by ${closing}`);
    this.pos = end + closing.length;
    const source = this.source.slice(start, this.pos);
    if (limited && source.length > sourceLimits.tag) {
      throw new TemplateError(
        this.part,
        place,
        `${shorten(source)} is a tag of more than ${sourceLimits.tag} characters`,
      );
    }
    return { inner: this.source.slice(start + opening, end), source, place };
  }

  private pushText(text: string): void {
    if (text) this.nodes.push({ kind: 'text', text, verbatim: false, place: this.placeHere() });
  }

  private placeHere(): SourcePosition {
    while (this.lineEnd < this.pos) {
      this.line += 1;
      this.lineStart = this.lineEnd + 1;
      this.lineEnd = this.endOfLine(this.lineStart);
    }
    return this.toPlace(this.line, this.pos - this.lineStart + 1);
  }

  private endOfLine(from: number): number {
    const end = this.source.indexOf('\n', from);
    return end < 0 ? this.source.length : end;
  }

  private fail(what: string): TemplateError {
    return new TemplateError(this.part, this.placeHere(), what);
  }
}

/** `{%- x -%}` and `{{- x -}}` only affect the adjacent piece of text, as in Jinja; raw markers were handled before. */
function applyWhitespaceControl(nodes: Node[]): Node[] {
  nodes.forEach((node, index) => {
    if (node.kind === 'text') return;
    const before = nodes[index - 1];
    const after = nodes[index + 1];
    if (node.trimBefore && before?.kind === 'text' && !before.verbatim) before.text = before.text.trimEnd();
    if (node.trimAfter && after?.kind === 'text' && !after.verbatim) after.text = after.text.trimStart();
  });
  return nodes.filter((node) => node.kind !== 'block' || (node.keyword !== 'raw' && node.keyword !== 'endraw'));
}

/** A tag for error messages, shortened. */
export const shorten = (source: string): string =>
  (source.length > 80 ? `${source.slice(0, 77)}...` : source).replace(/\s+/g, ' ');

import type { PartName, SourcePosition } from '../../errors.js';
import { TemplateError } from '../../errors.js';
import { forbiddenCharacter, scan, shorten } from '../../template/scanner.js';
import type { Problems } from '../../jinja/syntax/problems.js';
import type { SourceText } from '../../jinja/syntax/source-map.js';
import type { Piece } from '../../translation/trans-block.js';
import { assembleTransBlocks } from '../../translation/trans-block.js';
import { foreignBlock, foreignTag } from './foreign-tags.js';

/** Longer than a partial with many values; the parser's time grows with it. */
const maxTagLength = 1_000;
const rawTag = /\{%[-+]?\s*raw\s*(-?)[-+]?%\}/y;
const endraw = /\{%(-?)[-+]?\s*endraw\s*(-?)[-+]?%\}/g;
const endtrans = /\{%[-+]?\s*endtrans\s*(-?)[-+]?%\}/g;

/**
 * Splits a part in Handlebars, whose snippet tags are replaced, into text, tags and messages. Escapes (`\{{`) and raw
 * blocks are text. Mistakes that concern one tag are added to `problems`.
 */
export class HandlebarsScanner {
  readonly pieces: Piece[] = [];
  private pos = 0;
  private pending = '';
  private pendingAt = 0;
  private trimNext = false;
  private readonly text: string;
  private readonly lastBlockEnd: number;

  constructor(
    private readonly source: SourceText,
    private readonly part: PartName,
    private readonly problems: Problems,
  ) {
    this.text = source.text;
    this.lastBlockEnd = this.text.lastIndexOf('%}');
  }

  scan(): Piece[] {
    const forbidden = this.text.search(forbiddenCharacter);
    if (forbidden >= 0) {
      const code = this.text.charCodeAt(forbidden).toString(16).toUpperCase().padStart(4, '0');
      this.problem(forbidden, `the control character U+${code} is not allowed`);
      return [];
    }
    while (this.pos < this.text.length) {
      const open = this.nextOpening();
      const isEscaped = this.readText(open);
      this.pos = open;
      if (isEscaped) this.readEscaped();
      else if (open < this.text.length && !this.readTag()) break;
    }
    this.flush();
    return this.pieces;
  }

  private nextOpening(): number {
    for (let at = this.text.indexOf('{', this.pos); at >= 0; at = this.text.indexOf('{', at + 1))
      if (this.text[at + 1] === '{' || this.text[at + 1] === '%') return at;
    return this.text.length;
  }

  /** False if the rest of the text belongs to a tag without an end. */
  private readTag(): boolean {
    const at = this.pos;
    if (this.text[at + 1] === '%') return this.readBlock();
    if (this.text.startsWith('{{{{', at)) return this.readRaw();
    const end = this.endOfTag(at);
    if (end === undefined) {
      this.problem(at, `${shorten(this.text.slice(at, at + 40))} is a tag that is never closed by }}`);
      return false;
    }
    this.addTag(at, end);
    return true;
  }

  /** Adds the text before a tag. Whether its last backslash escapes the tag; of two, one is text and the tag counts. */
  private readText(open: number): boolean {
    const text = this.text.slice(this.pos, open);
    const hasBackslash = this.text[open + 1] === '{' && text.endsWith('\\');
    this.addText(hasBackslash ? text.slice(0, -1) : text, this.pos);
    return hasBackslash && !text.endsWith('\\\\');
  }

  /** `\{{name}}` prints `{{name}}`. */
  private readEscaped(): void {
    this.addText('{{', this.pos);
    this.pos += 2;
  }

  private endOfTag(at: number): number | undefined {
    const comment = /\{\{~?!(--)?/y;
    comment.lastIndex = at;
    const opening = comment.exec(this.text);
    if (opening) {
      const closing = opening[1] ? /--~?\}\}/g : /\}\}/g;
      closing.lastIndex = comment.lastIndex - (opening[1] ? 2 : 0);
      return closing.test(this.text) ? closing.lastIndex : undefined;
    }
    const brace = this.text[at + 2] === '{' || this.text.startsWith('~{', at + 2) ? '}' : '';
    const most = Math.min(this.text.length, at + maxTagLength + 4);
    for (let index = at + 2 + brace.length; index < most; index += 1) {
      const character = this.text[index];
      if (character === '"' || character === "'" || character === '[')
        index = this.endOfQuote(index, character === '[' ? ']' : character, most);
      else if (character === '}') {
        for (const closing of [`${brace}}}`, ...(brace ? ['}~}}'] : [])])
          if (this.text.startsWith(closing, index)) return index + closing.length;
      }
    }
    const near = this.text.indexOf('}}', at);
    return near < 0 ? undefined : near + 2 + (brace && this.text[near + 2] === '}' ? 1 : 0);
  }

  /** A quote without an end is a mistake, which the parser reports. */
  private endOfQuote(from: number, quote: string, most: number): number {
    for (let index = from + 1; index < most; index += 1) {
      if (this.text[index] === quote) return index;
      if (this.text[index] === '\\' && this.text[index + 1] === quote) index += 1;
    }
    return from;
  }

  private addTag(at: number, end: number): void {
    const source = this.text.slice(at, end);
    const isComment = /^\{\{~?!/.test(source);
    if (!isComment && source.length > maxTagLength)
      this.problem(at, `${shorten(source)} is a tag of more than ${maxTagLength.toLocaleString('en-US')} characters`);
    const foreign = isComment ? undefined : foreignTag(source);
    if (foreign !== undefined) this.problem(at, `${shorten(source)} ${foreign}`);
    this.flush();
    this.pieces.push({
      kind: 'tag',
      sigil: isComment ? '!' : '&',
      name: '',
      source,
      place: this.source.getPosition(at),
      trimBefore: false,
      trimAfter: false,
    });
    this.pos = end;
  }

  /** `{{{{raw}}}}...{{{{/raw}}}}`, whose content is text. */
  private readRaw(): boolean {
    const at = this.pos;
    const end = this.text.indexOf('}}}}', at);
    const brackets = /\{\{\{\{(\/[^\s{}]+\}\}\}\})?/g;
    brackets.lastIndex = end;
    let depth = 1;
    for (let found = end < 0 ? null : brackets.exec(this.text); found; found = brackets.exec(this.text)) {
      depth += found[1] === undefined ? 1 : -1;
      if (depth > 0) continue;
      this.addTag(at, end + 4);
      this.addText(this.text.slice(end + 4, found.index), end + 4);
      this.addTag(found.index, brackets.lastIndex);
      return true;
    }
    this.problem(at, `${shorten(this.text.slice(at, at + 40))} is a raw block that is never closed`);
    return false;
  }

  /** `{% trans %}` and `{% raw %}`, which all languages have. */
  private readBlock(): boolean {
    const at = this.pos;
    rawTag.lastIndex = at;
    const raw = rawTag.exec(this.text);
    if (raw) return this.readRawBlock(at, raw);
    const [, before = '', keyword = ''] = /^\{%([-+]?)\s*(\w*)/.exec(this.text.slice(at, at + 100)) ?? [];
    if (keyword === 'trans') return this.readTrans(at, before);
    // Searched once: after the last end there is no other.
    const end = at > this.lastBlockEnd ? -1 : this.text.indexOf('%}', at);
    if (end < 0) {
      // Text such as a CSS rule with a percent sign.
      this.addText(this.text.slice(at, at + 2), at);
      this.pos = at + 2;
      return true;
    }
    this.problem(at, `${shorten(this.text.slice(at, end + 2))} ${foreignBlock(keyword)}`);
    this.pos = end + 2;
    return true;
  }

  private readRawBlock(at: number, opening: RegExpExecArray): boolean {
    endraw.lastIndex = rawTag.lastIndex;
    const closing = endraw.exec(this.text);
    if (!closing) {
      this.problem(at, `${opening[0]} is never closed by {% endraw %}`);
      return false;
    }
    if (opening[0].startsWith('{%-')) this.trimPending();
    let content = this.text.slice(rawTag.lastIndex, closing.index);
    if (opening[1]) content = content.trimStart();
    if (closing[1]) content = content.trimEnd();
    this.flush();
    if (content) this.pieces.push({ kind: 'text', text: content, verbatim: true, place: this.source.getPosition(at) });
    this.pos = endraw.lastIndex;
    this.trimNext = closing[2] !== '';
    return true;
  }

  private readTrans(at: number, before: string): boolean {
    endtrans.lastIndex = at;
    const closing = endtrans.exec(this.text);
    const end = closing ? endtrans.lastIndex : this.text.length;
    const block = this.text.slice(at, end);
    if (before === '-') this.trimPending();
    this.flush();
    try {
      for (const [tag, name = ''] of block.matchAll(/\{\{\{?&?([^{}]*)\}?\}\}/g))
        if (!isPlainName(name.trim()))
          throw new TemplateError(
            this.part,
            this.source.getPosition(at),
            `${shorten(tag)} is not a plain name; in a trans block write {% trans name=user.name %} and {{ name }}`,
          );
      const lines = (line: number): SourcePosition => this.source.getPosition(this.offsetOfLine(at, line));
      this.pieces.push(...assembleTransBlocks(scan(block, this.part, lines), this.part));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      for (const { place, what } of error.problems) this.problems.add(place, what);
    }
    this.pos = end;
    this.trimNext = closing?.[1] === '-';
    return closing !== null;
  }

  private offsetOfLine(from: number, line: number): number {
    let at = from;
    for (let row = 1; row < line; row += 1) at = this.text.indexOf('\n', at) + 1;
    return at;
  }

  private addText(text: string, at: number): void {
    const kept = this.trimNext ? text.trimStart() : text;
    if (kept) this.trimNext = false;
    if (!this.pending) this.pendingAt = at;
    this.pending += kept;
  }

  private trimPending(): void {
    this.pending = this.pending.trimEnd();
  }

  private flush(): void {
    if (this.pending)
      this.pieces.push({
        kind: 'text',
        text: this.pending,
        verbatim: false,
        place: this.source.getPosition(this.pendingAt),
      });
    this.pending = '';
    this.trimNext = false;
  }

  private problem(at: number, what: string): void {
    this.problems.add(this.source.getPosition(at), what);
  }
}

/** Comments are allowed too. */
const isPlainName = (name: string): boolean =>
  name.startsWith('!') || /^[\p{L}\p{N}_$-]+(?:\.[\p{L}\p{N}_$-]+)*$/u.test(name);

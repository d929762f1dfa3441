import { Problem } from './problems.js';
import { forbiddenCharacter, shorten } from '../../template/scanner.js';

export type Token = {
  readonly kind: 'name' | 'string' | 'integer' | 'float' | 'operator' | 'end';
  readonly value: string;
  readonly at: number;
};

/** A segment of a template: text, or a tag with its tokens. Comments and raw markers are removed. */
export type Segment =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** It was in a raw block. */
      readonly raw?: boolean;
      readonly at: number;
      readonly end: number;
    }
  | {
      readonly kind: 'print' | 'statement';
      readonly tokens: readonly Token[];
      readonly source: string;
      readonly at: number;
      readonly end: number;
      readonly problem?: Problem;
    };

const maxTagLength = 16_384;
const rawMarker = /\{%([-+]?)\s*raw\s*(-?)%\}/y;
const endrawMarker = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g;

/** Splits a source into segments in linear time, with Jinja's whitespace rules. */
export function lex(source: string, onProblem: (problem: Problem) => void): Segment[] {
  return new Lexer(source, onProblem).run();
}

class Lexer {
  private readonly segments: Segment[] = [];
  private pos = 0;
  /** The previous tag removes the whitespace after it. */
  private trimStart = false;

  constructor(
    private readonly source: string,
    private readonly onProblem: (problem: Problem) => void,
  ) {}

  run(): Segment[] {
    const control = this.source.search(forbiddenCharacter);
    if (control >= 0) {
      const code = this.source.charCodeAt(control).toString(16).toUpperCase().padStart(4, '0');
      this.onProblem(new Problem(control, `the control character U+${code} is not allowed`));
      return [];
    }
    while (this.pos < this.source.length) {
      const open = this.nextOpening();
      const mark = this.source[open + 1];
      const sign = open < this.source.length && mark !== undefined ? this.source[open + 2] : '';
      this.text(this.pos, open, sign === '-');
      this.pos = open;
      if (open === this.source.length) break;
      if (mark === '#') this.comment();
      else if (mark === '%' && this.raw()) continue;
      else this.tag(mark === '{' ? 'print' : 'statement');
    }
    return this.segments;
  }

  private nextOpening(): number {
    for (let at = this.source.indexOf('{', this.pos); at >= 0; at = this.source.indexOf('{', at + 1)) {
      const next = this.source[at + 1];
      if (next === '{' || next === '%' || next === '#') return at;
    }
    return this.source.length;
  }

  private text(from: number, to: number, trimEnd: boolean): void {
    let text = this.source.slice(from, to);
    if (this.trimStart) text = text.trimStart();
    if (trimEnd) text = text.trimEnd();
    this.trimStart = false;
    if (text) this.segments.push({ kind: 'text', text, at: from, end: to });
  }

  private comment(): void {
    const end = this.source.indexOf('#}', this.pos + 2);
    if (end < 0) {
      this.onProblem(
        new Problem(this.pos, '{# opens a comment that is never closed by #}; in CSS write { #id with a space'),
      );
      this.pos = this.source.length;
      return;
    }
    this.trimStart = this.source[end - 1] === '-' && end - 1 >= this.pos + 2;
    this.pos = end + 2;
  }

  private raw(): boolean {
    rawMarker.lastIndex = this.pos;
    const opening = rawMarker.exec(this.source);
    if (!opening) return false;
    const start = rawMarker.lastIndex;
    endrawMarker.lastIndex = start;
    const closing = endrawMarker.exec(this.source);
    if (!closing) {
      this.onProblem(new Problem(this.pos, '{% raw %} is never closed by {% endraw %}'));
      this.pos = this.source.length;
      return true;
    }
    let text = this.source.slice(start, closing.index);
    if (opening[2] === '-') text = text.trimStart();
    if (closing[1] === '-') text = text.trimEnd();
    if (text) this.segments.push({ kind: 'text', text, raw: true, at: start, end: closing.index });
    this.trimStart = closing[2] === '-';
    this.pos = endrawMarker.lastIndex;
    return true;
  }

  private tag(kind: 'print' | 'statement'): void {
    const start = this.pos;
    const sign = this.source[start + 2];
    this.pos += sign === '-' || (sign === '+' && kind === 'statement') ? 3 : 2;
    const closing = kind === 'print' ? '}}' : '%}';
    try {
      const tokens = this.tokens(start, closing);
      this.segments.push({ kind, tokens, source: this.source.slice(start, this.pos), at: start, end: this.pos });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Continue after the apparent end of the tag.
      const end = this.source.indexOf(closing, start + 2);
      this.pos = end < 0 ? this.source.length : end + 2;
      const source = this.source.slice(start, this.pos);
      this.segments.push({ kind, tokens: [], source, at: start, end: this.pos, problem: error });
    }
  }

  private tokens(start: number, closing: string): Token[] {
    const tokens: Token[] = [];
    const brackets: string[] = [];
    for (;;) {
      this.space();
      const at = this.pos;
      if (at - start > maxTagLength) throw new Problem(start, `the tag is longer than ${maxTagLength} characters`);
      if (at >= this.source.length)
        throw new Problem(start, `${shorten(this.source.slice(start, start + 40))} is never closed by ${closing}`);
      if (brackets.length === 0) {
        const trimming = this.source[at] === '-' && this.source.startsWith(closing, at + 1);
        const kept = closing === '%}' && this.source[at] === '+' && this.source.startsWith(closing, at + 1);
        if (trimming || kept || this.source.startsWith(closing, at)) {
          this.pos = at + (trimming || kept ? 3 : 2);
          this.trimStart = trimming;
          tokens.push({ kind: 'end', value: closing, at });
          return tokens;
        }
      }
      const token = this.token(at);
      if (token.kind === 'operator') balance(brackets, token);
      tokens.push(token);
    }
  }

  private space(): void {
    const space = /\s*/y;
    space.lastIndex = this.pos;
    space.exec(this.source);
    this.pos = space.lastIndex;
  }

  private token(at: number): Token {
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = at;
      const match = pattern.exec(this.source);
      if (!match) continue;
      this.pos = pattern.lastIndex;
      const written = match[0];
      if (kind === 'string') return { kind, value: unescape(written.slice(1, -1)), at };
      if (kind === 'integer' || kind === 'float') return { kind, value: written.replaceAll('_', ''), at };
      return { kind, value: written, at };
    }
    const character = String.fromCodePoint(this.source.codePointAt(at) as number);
    if (character === "'" || character === '"') throw new Problem(at, `the string that ${character} begins has no end`);
    throw new Problem(at, `${character} means nothing in a tag`);
  }
}

const patterns: readonly (readonly ['name' | 'string' | 'integer' | 'float' | 'operator', RegExp])[] = [
  ['float', /(?<!\.)\d+(?:_\d+)*(?:(?:\.\d+(?:_\d+)*)?[eE][+-]?\d+(?:_\d+)*|\.\d+(?:_\d+)*)/y],
  ['integer', /0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0[xX](?:_?[\da-fA-F])+|[1-9](?:_?\d)*|0(?:_?0)*/y],
  ['name', /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy],
  ['string', /'[^'\\]*(?:\\[^][^'\\]*)*'|"[^"\\]*(?:\\[^][^"\\]*)*"/y],
  ['operator', /\*\*|\/\/|==|!=|>=|<=|[-+/*%~[\](){}<>=.:|,]/y],
];

function balance(brackets: string[], { value, at }: Token): void {
  if (value === '(' || value === '[' || value === '{') {
    brackets.push(value);
    return;
  }
  const opening = { ')': '(', ']': '[', '}': '{' }[value];
  if (opening !== undefined && brackets.pop() !== opening) throw new Problem(at, `${value} closes no ${opening}`);
}

const simpleEscapes: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** Escapes of Python's strings; unknown ones stay as written. */
function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U(000[\da-fA-F]{5}|0010[\da-fA-F]{4})|([0-7]{1,3})|([^]))/g,
    (written, x?: string, u?: string, long?: string, octal?: string, other?: string) => {
      const hex = x ?? u ?? long;
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
      return simpleEscapes[other as string] ?? written;
    },
  );
}

import { parse } from '@handlebars/parser';
import type { SourcePosition } from '../../errors.js';
import type * as Ast from './ast.js';
import { shorten } from '../../template/scanner.js';
import type { Problems } from '../../jinja/syntax/problems.js';
import type { Piece } from '../../translation/trans-block.js';

/** The syntax tree of a part, and how to find the pieces that its nodes stand for. */
export type Parsed = {
  readonly program: Ast.Program;
  readonly getPlace: (node: Ast.AnyNode) => SourcePosition;
  /** The tag that contains a node, as written. */
  readonly getSource: (node: Ast.AnyNode) => string;
  /** The text and the messages of a content node. */
  readonly getContent: (value: string) => (string | Extract<Piece, { kind: 'trans' }>)[];
};

const noPlace: SourcePosition = { line: 1 };
const hiddenText = /\u0001(\d+)\u0002|([\u000b\u000c]+)/;

/**
 * Parses the tags of a part. The parser sees no text, but a mark for it and the whitespace at the ends of lines with
 * tags, on which its rules for standalone tags depend: its expressions for whitespace take quadratic time, and it must
 * not see texts of raw blocks. Undefined if the tags cannot be parsed.
 */
export function parsePieces(pieces: readonly Piece[], problems: Problems): Parsed | undefined {
  const spaces: string[] = [];
  /** Whitespace that no rule distinguishes, as whitespace that encodes its index. */
  const hideSpace = (space: string): string => {
    if (space === '') return '';
    const index = (spaces.push(space) - 1).toString(2);
    return index.replaceAll('0', '\f').replaceAll('1', '\v');
  };
  const hideEnds = (text: string): string => {
    const first = text.indexOf('\n') + 1;
    const last = text.lastIndexOf('\n');
    if (first === 0 || last < first) return text;
    return text.slice(0, first) + hideSpace(text.slice(first, last)) + text.slice(last);
  };
  const starts: number[] = [];
  let source = '';
  const texts = pieces.map((piece, index) => {
    starts.push(source.length);
    const mark = `\u0001${index}\u0002`;
    if (piece.kind === 'tag') {
      source += piece.sigil === '!' ? withoutContent(piece.source) : piece.source;
      return '';
    }
    const written = piece.kind === 'text' ? piece.text : '';
    const text = piece.kind === 'text' && piece.verbatim ? written : written.trim();
    if (piece.kind === 'text' && text === '') source += hideEnds(written);
    else if (piece.kind === 'trans' || piece.verbatim) source += mark;
    else {
      const start = written.indexOf(text);
      const before = written.slice(0, start);
      const after = written.slice(start + text.length);
      const first = before.indexOf('\n') + 1 || before.length;
      const last = after.includes('\n') ? after.lastIndexOf('\n') : 0;
      source += before.slice(0, first) + hideSpace(before.slice(first));
      source += mark + hideSpace(after.slice(0, last)) + after.slice(last);
    }
    return text;
  });
  const lines = lineStarts(source);
  const pieceAt = (line: number, column: number): Piece | undefined => {
    const offset = (lines[line - 1] ?? 0) + column;
    let low = 0;
    for (let high = starts.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return pieces[low];
  };
  let program: Ast.Program;
  try {
    program = parse(source) as unknown as Ast.Program;
  } catch (error) {
    const { place, what } = toProblem(error as ParserError, pieceAt);
    problems.add(place, what);
    return undefined;
  }
  return {
    program,
    getPlace: ({ loc }) => pieceAt(loc.start.line, loc.start.column)?.place ?? noPlace,
    getSource: ({ loc }) => {
      const piece = pieceAt(loc.start.line, loc.start.column);
      return piece && 'source' in piece ? shorten(piece.source) : '';
    },
    getContent: (value) => {
      const content: ReturnType<Parsed['getContent']> = [];
      const parts = value.split(hiddenText);
      for (let at = 0; at < parts.length; at += 3) {
        content.push(parts[at] ?? '');
        const [index, space] = [parts[at + 1], parts[at + 2]];
        const piece = index === undefined ? undefined : pieces[Number(index)];
        if (piece?.kind === 'trans') content.push(piece);
        else if (index !== undefined) content.push(texts[Number(index)] ?? '');
        if (space !== undefined) content.push(spaces[indexIn(space)] ?? '');
      }
      return content;
    },
  };
}

const indexIn = (space: string): number => Number.parseInt(space.replaceAll('\f', '0').replaceAll('\v', '1'), 2);

/** A comment only matters for the whitespace around it. */
const withoutContent = (comment: string): string =>
  `{{${comment.startsWith('{{~') ? '~' : ''}!----${comment.endsWith('~}}') ? '~' : ''}}}`;

function lineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** An error of the lexer and grammar (`hash`), or of a check of the parser (`lineNumber`). */
type ParserError = Error & {
  /** The lexer gives only the line, counted from 0. */
  readonly hash?: {
    readonly text: string;
    readonly line: number;
    readonly loc?: { readonly last_line: number; readonly last_column: number };
  };
  readonly lineNumber?: number;
  readonly column?: number;
};

function toProblem(
  error: ParserError,
  pieceAt: (line: number, column: number) => Piece | undefined,
): { readonly place: SourcePosition; readonly what: string } {
  const { hash } = error;
  const { loc } = hash ?? {};
  const found = loc
    ? pieceAt(loc.last_line, Math.max(0, loc.last_column - 1))
    : pieceAt(hash ? hash.line + 1 : (error.lineNumber ?? 1), error.column ?? 0);
  const tag = found && 'source' in found ? `${shorten(found.source)} ` : '';
  const what = hash
    ? `${tag}cannot be read${hash.text ? ` at ${JSON.stringify(shorten(hash.text))}` : ''}${adviceOn(hash.text)}`
    : `${tag}cannot be read: ${error.message.replace(/ - \d+:\d+$/, '')}`;
  return { place: found?.place ?? noPlace, what };
}

const adviceOn = (text: string): string =>
  /^\d+$/.test(text) ? `; write the number of an item in brackets: list.[${text}]` : '';

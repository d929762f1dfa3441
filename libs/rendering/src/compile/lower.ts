import Mustache from 'mustache';
import type { Piece, TransBlock } from '../translation/trans-block.js';
import type { MustacheTag, SectionHelper } from '../template/nodes.js';
import type { Op, Program } from '../template/program.js';
import { append, toPath } from '../template/program.js';
import type { PartName } from '../errors.js';
import { TemplateError } from '../errors.js';
import { sourceLimits } from '../limits.js';

/** Rejects sections that are unclosed, closed in the wrong order, or nested too deep. */
export function checkSections(pieces: readonly Piece[], part: PartName): void {
  const open: MustacheTag[] = [];
  /** `{{$title}}` prints a value with that name, unless `{{/title}}` shows that it is a block of a parent template. */
  const dollars = new Map<string, MustacheTag>();
  for (const piece of pieces) {
    if (piece.kind !== 'tag') continue;
    if (piece.sigil === '#' || piece.sigil === '^') {
      open.push(piece);
      if (open.length > sourceLimits.sectionDepth) {
        throw new TemplateError(
          part,
          piece.place,
          `${piece.source} is nested more than ${sourceLimits.sectionDepth} sections deep`,
        );
      }
    } else if (piece.sigil === '/') {
      const section = open.pop();
      const block = section?.name === piece.name ? undefined : dollars.get(piece.name);
      if (block) {
        throw new TemplateError(
          part,
          block.place,
          `${block.source} is inheritance of templates, which is not supported; write {% snippet "name" %}`,
        );
      }
      if (!section) throw new TemplateError(part, piece.place, `${piece.source} closes a section that is not open`);
      if (section.name !== piece.name) {
        throw new TemplateError(
          part,
          piece.place,
          `${piece.source} closes ${section.source} of line ${section.place.line}`,
        );
      }
    } else if (piece.name.startsWith('$')) dollars.set(piece.name.slice(1), piece);
  }
  const unclosed = open.at(-1);
  if (unclosed)
    throw new TemplateError(part, unclosed.place, `${unclosed.source} is never closed by {{/${unclosed.name}}}`);
}

/**
 * A token of mustache.js (`parseTemplate` in its source): symbol, value, start, end, and additional values of the
 * symbol.
 */
type MustacheToken =
  | ['text' | 'name' | '&' | '!', string, number, number]
  | ['#' | '^', string, number, number, MustacheToken[], number]
  | ['>', string, number, number, indentation: string, tagIndex: number, lineHasNonSpace: boolean];

export type Lowering = {
  readonly translate: (block: TransBlock) => Program;
  /** The key of the partial in the artifact. `conditional`: it is inside a section, so it may be recursive. */
  readonly partial: (tag: MustacheTag, indentation: string, conditional: boolean) => string;
};

// The parser of mustache.js without its cache, which would keep every source.
const parser = new Mustache.Writer();
Object.assign(parser, { templateCache: undefined });

/**
 * Creates the program of a part. mustache.js parses sections, standalone lines and the indentation of partials. It is
 * slow for text (one token per character) and must not see the text of raw blocks or translations. Each text is
 * therefore replaced by an opaque variable with its surrounding whitespace, on which the rules for standalone lines
 * depend.
 */
export function lower(pieces: readonly Piece[], lowering: Lowering): Program {
  const slots: Piece[] = [];
  const source = pieces
    .map((piece) => {
      if (piece.kind === 'tag' && piece.sigil !== '>')
        return `{{${piece.sigil}${piece.section ? prefixes[piece.section] : ''}${piece.name}}}`;
      if (piece.kind === 'tag') return `{{>${slots.push(piece) - 1}}}`;
      if (piece.kind === 'trans') return opaque(slots.push(piece) - 1);
      const text = piece.text.trim();
      if (!text) return piece.text;
      const start = piece.text.indexOf(text);
      return (
        piece.text.slice(0, start) + opaque(slots.push({ ...piece, text }) - 1) + piece.text.slice(start + text.length)
      );
    })
    .join('');

  const lowerTokens = (tokens: readonly MustacheToken[], depth: number): Program => {
    const program: Op[] = [];
    for (const token of tokens) {
      const slot = token[0] === '>' ? slots[Number(token[1])] : slots[opaqueIndex(token[1])];
      switch (token[0]) {
        case 'text':
          append(program, token[1]);
          break;
        case 'name':
          append(program, ['v', toPath(token[1])]);
          break;
        case '&':
          if (slot?.kind === 'text') append(program, slot.text);
          else if (slot?.kind === 'trans') lowering.translate(slot).forEach((op) => append(program, op));
          else append(program, ['&', toPath(token[1])]);
          break;
        case '#':
        case '^': {
          const helper = findHelper(token[1]);
          const path = toPath(helper ? token[1].slice(1) : token[1]);
          const body = lowerTokens(token[4], depth + 1);
          if (helper === 'if') append(program, ['?', path, body]);
          else append(program, helper ? [token[0], path, body, helper] : [token[0], path, body]);
          break;
        }
        case '>':
          if (slot?.kind === 'tag')
            append(program, ['>', lowering.partial(slot, getIndentation(token, source), depth > 0)]);
          break;
        case '!':
      }
    }
    return program;
  };
  return lowerTokens(parser.parse(source) as MustacheToken[], 0);
}

const marker = '\u0001';
/** Prefixes of section names that mark a Handlebars helper, which Mustache does not have. */
const prefixes: Readonly<Record<SectionHelper, string>> = { if: '\u0002', each: '\u0003', with: '\u0004' };
const findHelper = (name: string): SectionHelper | undefined =>
  (['if', 'each', 'with'] as const).find((helper) => name.startsWith(prefixes[helper]));
const opaque = (slot: number): string => `{{&${marker}${slot}}}`;
const opaqueIndex = (name: string): number => (name.startsWith(marker) ? Number(name.slice(1)) : -1);

/** Only a partial alone on its line is indented (Mustache specification, partials, "Standalone Indentation"). */
function getIndentation(
  [, , , end, indentation, tagIndex, lineHasNonSpace]: Extract<MustacheToken, { 0: '>' }>,
  source: string,
): string {
  const standalone =
    tagIndex === 0 &&
    !lineHasNonSpace &&
    /^[ \t]*(?:\r?\n|$)/.test(source.slice(end, source.indexOf('\n', end) + 1 || undefined));
  return standalone ? indentation : '';
}

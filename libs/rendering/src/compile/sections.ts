import type { PartName } from '../errors.js';
import { TemplateError } from '../errors.js';
import { sourceLimits } from '../limits.js';
import type { Piece } from '../translation/trans-block.js';
import type { MustacheTag } from '../template/nodes.js';

/** Refuses sections that are not closed, closed in the wrong order, or nested too deep. */
export function checkSections(pieces: readonly Piece[], part: PartName): void {
  const open: MustacheTag[] = [];
  /** `{{$title}}` prints a value of that name, unless `{{/title}}` shows that it is the block of a parent template. */
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

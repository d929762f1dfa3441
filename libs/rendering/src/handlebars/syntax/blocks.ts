import type { SourcePosition } from '../../errors.js';
import type { Problems } from '../../jinja/syntax/problems.js';
import { shorten } from '../../template/scanner.js';
import { sourceLimits } from '../../limits.js';
import type { Piece } from '../../translation/trans-block.js';

type Open = { readonly name: string; readonly source: string; readonly place: SourcePosition; branches: number };

/** Reports blocks that are unclosed, closed in the wrong order, or nested too deep. */
export function checkBlocks(pieces: readonly Piece[], problems: Problems): void {
  const open: Open[] = [];
  for (const piece of pieces) {
    if (piece.kind !== 'tag' || piece.sigil === '!' || piece.source.startsWith('{{{{')) continue;
    const inner = piece.source.slice(piece.source[2] === '~' ? 3 : 2, piece.source.endsWith('~}}') ? -3 : -2);
    const [opening, sign = ''] = /^\s*(#[*>]?|\^|\/|else\b)?/.exec(inner) ?? [''];
    const name = /^\s*([^\s|]*)/.exec(inner.slice(opening.length))?.[1] ?? '';
    const last = open.at(-1);
    if (sign === 'else' || (sign === '^' && name === '')) {
      if (last) last.branches += 1;
      else problems.add(piece.place, `${shorten(piece.source)} stands outside of a block`);
    } else if (sign === '/') {
      open.pop();
      if (!last) problems.add(piece.place, `${shorten(piece.source)} closes a block that is not open`);
      else if (last.name !== name && !/[[\]"'(]/.test(last.name + name)) {
        problems.add(piece.place, `${shorten(piece.source)} closes ${last.source} of line ${last.place.line}`);
        return;
      }
    } else if (sign !== '') {
      open.push({ name, source: shorten(piece.source), place: piece.place, branches: 0 });
    }
    const depth = open.reduce((sum, { branches }) => sum + branches, open.length);
    if (open.length > sourceLimits.sectionDepth || depth > maxBranches) {
      const what =
        open.length > sourceLimits.sectionDepth
          ? `is nested more than ${sourceLimits.sectionDepth} blocks deep`
          : `is one of more than ${maxBranches} branches; look the value up instead: {{lookup names code}}`;
      problems.add(piece.place, `${shorten(piece.source)} ${what}`);
      return;
    }
  }
  for (const { name, source, place } of open) problems.add(place, `${source} is never closed by {{/${name}}}`);
}

/** Branches of open blocks together: the parser nests them. */
const maxBranches = 200;

import type { Piece } from '../../translation/trans-block.js';
import type { SourcePosition } from '../../errors.js';
import type { Segment } from '../syntax/lexer.js';

/** The segments of a part as pieces for the MJML compiler: text, and pieces that it must keep unchanged. */
export class MjmlPieces {
  readonly pieces: readonly Piece[];
  private readonly segmentsByPiece = new Map<Piece, readonly Segment[]>();

  constructor(segments: readonly Segment[], getPosition: (offset: number) => SourcePosition) {
    const pieces: Piece[] = [];
    for (let index = 0; index < segments.length; index += 1) {
      const segment = segments[index] as Segment;
      const place = getPosition(segment.at);
      if (segment.kind === 'text') {
        pieces.push({ kind: 'text', text: segment.text, verbatim: segment.raw ?? false, place });
        continue;
      }
      const end = segment.tokens[0]?.value === 'trans' ? endOfTrans(segments, index) : index;
      const piece: Piece = {
        kind: 'tag',
        sigil: '&',
        name: '',
        source: segment.source,
        place,
        trimBefore: false,
        trimAfter: false,
      };
      this.segmentsByPiece.set(piece, segments.slice(index, end + 1));
      pieces.push(piece);
      index = end;
    }
    this.pieces = pieces;
  }

  /** The segments of the compiled pieces. */
  restored(pieces: readonly Piece[]): Segment[] {
    return pieces.flatMap(
      (piece) =>
        this.segmentsByPiece.get(piece) ??
        (piece.kind === 'text' ? [{ kind: 'text' as const, text: piece.text, at: 0, end: 0 }] : []),
    );
  }
}

/** A message is one piece, so that MJML does not change its text. */
function endOfTrans(segments: readonly Segment[], from: number): number {
  const end = segments.findIndex(
    (segment, index) => index > from && segment.kind === 'statement' && segment.tokens[0]?.value === 'endtrans',
  );
  return end < 0 ? from : end;
}

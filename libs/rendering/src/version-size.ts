import type { Artifact } from './artifact.js';
import { artifactBytes } from './artifact.js';
import type { PartName, SourcePosition } from './errors.js';
import { TemplateError } from './errors.js';
import { sourceLimits } from './limits.js';
import type { Program } from './template/program.js';
import type { Piece, TransBlock } from './translation/trans-block.js';

/** Adds up the sizes of a version's parts. Throws `TemplateError` above the limits of a version. */
export class VersionSize {
  private tags = 0;

  countTags(pieces: readonly Piece[], part: PartName): void {
    for (const piece of pieces) {
      if (piece.kind === 'tag' && piece.sigil !== '/' && piece.sigil !== '!') this.add(1, part, piece.place);
    }
  }

  countTranslation(program: Program, { place }: TransBlock, part: PartName): void {
    this.add(countTags(program), part, place);
  }

  checkBytes(artifact: Artifact, part: PartName): void {
    if (artifactBytes(artifact) <= sourceLimits.artifactBytes) return;
    const limit = sourceLimits.artifactBytes / 1_048_576;
    throw new TemplateError(
      part,
      { line: 1 },
      `the version compiles to more than ${limit} MB (all parts, snippets and translations together)`,
    );
  }

  private add(tags: number, part: PartName, place: SourcePosition): void {
    this.tags += tags;
    if (this.tags <= sourceLimits.tags) return;
    const limit = sourceLimits.tags.toLocaleString('en-US');
    throw new TemplateError(
      part,
      place,
      `the version has more than ${limit} tags (all parts, snippets and translations together)`,
    );
  }
}

function countTags(program: Program): number {
  let tags = 0;
  for (const op of program) {
    if (typeof op === 'string') continue;
    tags += op[0] === 'n' ? 1 + op[3].reduce((sum, form) => sum + countTags(form), 0) : 1;
  }
  return tags;
}

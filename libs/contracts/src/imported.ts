/** What became of one thing of an import (docs/moving-in.md). */
export interface Imported {
  readonly outcome: 'imported' | 'is here already' | 'refused';
  /** Why it is refused, or what of it was left out. */
  readonly notes: readonly string[];
}

/**
 * The stored form of a part, with everything precomputed for rendering. Plain JSON. A string is literal text. A path is
 * the split dotted name; the empty path is `.`, the current item.
 */
export type Program = readonly Op[];
export type Path = readonly string[];
export type Op =
  | string
  | readonly ['v', Path]
  | readonly ['&', Path]
  /**
   * With `each` or `with` it follows Handlebars: inner names are looked up in the item only, and `each` iterates over
   * an object.
   */
  | readonly ['#', Path, Program, ContextHelper?]
  | readonly ['^', Path, Program, ContextHelper?]
  /** Printed once if the value of the path is not empty, in the current context. */
  | readonly ['?', Path, Program]
  /** A partial, by its key in the artifact. */
  | readonly ['>', string]
  /** The start of a link's address (`links/link-marks.ts`); the path is empty. */
  | readonly ['@', Path]
  /**
   * A message with plural forms: the counter, whether the forms follow the catalogue's rule (1) or the source's (0),
   * and the forms.
   */
  | readonly ['n', Path, 0 | 1, readonly Program[]];

/** The helpers of Handlebars that print in the context of another value. */
export type ContextHelper = 'each' | 'with';

export const toPath = (name: string): Path => (name === '.' ? [] : name.split('.'));

/** Appends an operation; adjacent literals are joined. */
export function append<Operation>(program: (Operation | string)[], op: Operation | string): void {
  const last = program.at(-1);
  if (op === '') return;
  if (typeof op === 'string' && typeof last === 'string') program[program.length - 1] = last + op;
  else program.push(op);
}

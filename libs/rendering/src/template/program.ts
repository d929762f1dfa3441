/**
 * What a part is stored as: everything that rendering needs and nothing that it would have to work out. Plain JSON.
 * A string is literal text. A path is the dotted name already split; the empty path is `.`, the current item.
 */
export type Program = readonly Op[];
export type Path = readonly string[];
export type Op =
  | string
  | readonly ['v', Path]
  | readonly ['&', Path]
  /** With `each` or `with` it follows Handlebars: names inside are those of the item alone, and `each` goes through an object. */
  | readonly ['#', Path, Program, ContextHelper?]
  | readonly ['^', Path, Program, ContextHelper?]
  /** Printed once where the path has a value that is not empty, in the context as it is. */
  | readonly ['?', Path, Program]
  /** A partial, by its key in the artifact. */
  | readonly ['>', string]
  /** Here the address of a link begins (`links/link-marks.ts`); the path is empty. */
  | readonly ['@', Path]
  /** A message with plural forms: the counter, whether the forms follow the catalogue's rule (1) or the source's (0), the forms. */
  | readonly ['n', Path, 0 | 1, readonly Program[]];

/** The helpers of Handlebars that print in the context of another value. */
export type ContextHelper = 'each' | 'with';

export const toPath = (name: string): Path => (name === '.' ? [] : name.split('.'));

/** Appends an operation; neighbouring literals become one. */
export function append(program: Op[], op: Op): void {
  const last = program.at(-1);
  if (op === '') return;
  if (typeof op === 'string' && typeof last === 'string') program[program.length - 1] = last + op;
  else program.push(op);
}

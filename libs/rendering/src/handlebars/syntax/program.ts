/** The line in the part, or the line with its snippet, for error messages. */
type Place = number | string;
type Path = readonly string[];
export type Hash = readonly (readonly [name: string, Expression])[];

export type Expression =
  | readonly ['const', string | number | boolean | null]
  | readonly ['undefined']
  /** A name in the context, `ups` contexts further out (`../`). The empty path is `this`. */
  | readonly ['path', ups: number, Path]
  /** `@index`, in the data `ups` loops further out. */
  | readonly ['data', ups: number, name: string, Path]
  /** A block parameter: that at `index` of the block with parameters that is `ups` further out. */
  | readonly ['param', ups: number, index: number, Path]
  | readonly ['call', Place, helper: string, readonly Expression[], Hash];

/** The stored form of a part or partial in Handlebars: plain JSON. A string is literal text. */
export type Program = readonly Op[];
export type Op =
  | string
  /** A value, escaped or as it is. */
  | readonly ['v' | '&', Expression]
  /** A block with the name of its helper; `''` is a section (`{{#name}}`). `params`: it has block parameters. */
  | readonly ['#', helper: string, Place, readonly Expression[], Hash, body: Program, inverse: Program, params: boolean]
  /** A partial: its name, its context and values, the indentation of its lines, and the block of `{{#> name}}`. */
  | readonly ['>', name: string, Expression | null, Hash, indent: string, block: Program | null]
  /** An inline partial of this program. */
  | readonly ['*', name: string, Program]
  /** The start of a link's address (`links/link-marks.ts`). */
  | readonly ['@']
  /** A message with plural forms: the counter, whether the forms follow the catalogue's rule, and the forms. */
  | readonly ['n', Expression, translated: boolean, readonly Program[]];

/** `@partial-block`: the block of the partial that is being printed. */
export const partialBlock = '@partial-block';

/** The author's name of a value. */
export function getName(expression: Expression): string {
  switch (expression[0]) {
    case 'path':
      return `${'../'.repeat(expression[1])}${expression[2].join('.')}` || 'this';
    case 'data':
      return `@${[expression[2], ...expression[3]].join('.')}`;
    case 'param':
      return expression[3].join('.') || 'a block parameter';
    default:
      return 'a value';
  }
}

/**
 * The stored form of a Jinja template: plain JSON, with arrays for nodes, so that every node has the same shape for the
 * engine. Integers that a JSON number would change, and floats that it would turn into integers, have their own nodes.
 */
export type Expression =
  | readonly ['const', string | number | boolean | null]
  | readonly ['float', number]
  | readonly ['integer', string]
  | readonly ['name', string]
  | readonly ['attribute', Expression, string]
  | readonly ['item', Expression, Expression]
  | readonly ['slice', Expression | null, Expression | null, Expression | null]
  | readonly ['call', Expression, Arguments | null]
  | readonly ['filter', Expression | null, string, Arguments | null]
  | readonly ['test', Expression, string, Arguments | null]
  | readonly ['not' | 'minus' | 'plus', Expression]
  | readonly ['and' | 'or', Expression, Expression]
  | readonly ['if', Expression, Expression, Expression | null]
  | readonly ['binary', BinaryOperator, Expression, Expression]
  | readonly ['compare', Expression, readonly (readonly [Comparison, Expression])[]]
  | readonly ['concat' | 'list' | 'tuple', readonly Expression[]]
  /** A message with plural forms in an expression. */
  | readonly ['ngettext', forms: readonly string[], counter: Expression, translated: boolean]
  | readonly ['dict', readonly (readonly [Expression, Expression])[]];

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**';
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';

export type Arguments = {
  readonly positional: readonly Expression[];
  readonly named: readonly (readonly [string, Expression])[];
  readonly star?: Expression;
  readonly doubleStar?: Expression;
};

/** The target of an assignment: a name, an attribute of a namespace, or several of them. */
export type Target =
  | readonly ['name', string]
  | readonly ['namespace', string, string]
  | readonly ['tuple', readonly Target[]];

/** The line in the part, or the line with its snippet, for error messages. */
export type Place = number | string;

export type Parameter = readonly [name: string, fallback: Expression | null];
/** The implicit arguments that a macro uses besides its parameters. */
export type Extra = 'caller' | 'varargs' | 'kwargs';

export type Body = readonly Statement[];

/** A text of a message: literal pieces, and names of placeholders in arrays. */
export type MessageForm = readonly (string | readonly [placeholder: string])[];

export type Statement =
  | string
  | readonly ['print', Place, Expression]
  | readonly ['if', Place, readonly (readonly [Expression, Body])[], Body]
  | readonly ['for', Place, Target, Expression, Expression | null, recursive: boolean, Body, otherwise: Body]
  | readonly ['set', Place, Target, Expression]
  | readonly ['capture', Place, Target, filter: Expression | null, Body]
  | readonly ['macro', Place, string, readonly Parameter[], Body, takes: readonly Extra[]]
  | readonly ['call', Place, readonly Parameter[], Expression, Body, takes: readonly Extra[]]
  | readonly ['filter', Place, Expression, Body]
  | readonly ['with', Place, readonly (readonly [Target, Expression])[], Body]
  | readonly ['autoescape', Place, Expression, Body]
  | readonly ['do', Place, Expression]
  | readonly ['include', Place, snippet: string | null, withContext: boolean]
  | readonly ['import', Place, snippet: string, as: string, withContext: boolean]
  | readonly ['from', Place, snippet: string, readonly (readonly [name: string, as: string])[], withContext: boolean]
  | readonly ['extends', Place, snippet: string]
  | readonly ['block', Place, string, scoped: boolean]
  /** The start of a link's address (`links/link-marks.ts`). */
  | readonly ['@', Place]
  | readonly [
      'trans',
      Place,
      forms: readonly MessageForm[],
      counter: Expression | null,
      translated: boolean,
      readonly (readonly [name: string, Expression])[],
    ];

/** A part, or a snippet that is included, imported or extended. */
export type Template = { readonly body: Body; readonly blocks: Readonly<Record<string, Body>> };

/** The syntax tree of `@handlebars/parser`, whose own types do not resolve under Node's rules for modules. */
type Located = { readonly loc: { readonly start: { readonly line: number; readonly column: number } } };

export type Program = Located & { readonly body: readonly Statement[]; readonly blockParams?: readonly string[] };

type Call = Located & {
  readonly path: Path | SubExpression | Literal;
  readonly params: readonly Expression[];
  readonly hash?: Hash;
};

export type Block = Call & {
  readonly type: 'BlockStatement' | 'DecoratorBlock';
  readonly program?: Program;
  readonly inverse?: Program;
  /** Without `open` for a block in four braces. */
  readonly openStrip: object;
};

export type Partial = Located & {
  readonly type: 'PartialStatement' | 'PartialBlockStatement';
  readonly name: Path | SubExpression | Literal;
  readonly params: readonly Expression[];
  readonly hash?: Hash;
  readonly indent?: string;
  readonly program?: Program;
};

export type Mustache = Call & { readonly type: 'MustacheStatement'; readonly escaped: boolean };

export type Statement =
  | Mustache
  | Block
  | Partial
  | (Located & { readonly type: 'ContentStatement'; readonly value: string })
  | (Located & { readonly type: 'CommentStatement' | 'Decorator' });

export type SubExpression = Call & { readonly type: 'SubExpression' };

export type Path = Located & {
  readonly type: 'PathExpression';
  readonly data: boolean;
  readonly depth: number;
  readonly head?: string | SubExpression;
  readonly parts: readonly (string | SubExpression)[];
  readonly original: string;
};

export type Literal = Located &
  (
    | { readonly type: 'StringLiteral'; readonly value: string }
    | { readonly type: 'NumberLiteral'; readonly value: number; readonly original: number }
    | { readonly type: 'BooleanLiteral'; readonly value: boolean }
    | { readonly type: 'NullLiteral' | 'UndefinedLiteral' }
  );

export type Hash = { readonly pairs: readonly { readonly key: string; readonly value: Expression }[] };

/** Lists in brackets are an extension of the parser that Handlebars does not have. */
export type Expression = Path | SubExpression | Literal | (Located & { readonly type: 'ArrayLiteral' | 'HashLiteral' });

export type AnyNode = Located;

import type { SourcePosition } from '../errors.js';

/** Literal text. `verbatim` text is from a raw block: whitespace control of neighbouring tags does not apply to it. */
export type TextNode = {
  readonly kind: 'text';
  text: string;
  readonly verbatim: boolean;
  readonly place: SourcePosition;
};

/** `''` is an escaped variable, `&` an unescaped one, `!` a comment; the others are as in the source. */
export type Sigil = '' | '&' | '#' | '^' | '/' | '>' | '!';

type Written = {
  /** The tag as written. */
  readonly source: string;
  readonly place: SourcePosition;
  /** `{%-` and `-%}`: remove the whitespace on that side. */
  readonly trimBefore: boolean;
  readonly trimAfter: boolean;
};

export type MustacheTag = Written & {
  readonly kind: 'tag';
  readonly sigil: Sigil;
  readonly name: string;
  /** A supported tag of Handlebars (`handlebars.ts`). */
  readonly handlebars?: Helper | 'else' | 'this';
  /** For a section and its end: the helper of Handlebars that it implements. */
  readonly section?: SectionHelper;
};

/** The block helpers of Handlebars that are sections. */
export type Helper = 'each' | 'if' | 'unless' | 'with';
/** Helpers that print differently from Mustache sections. */
export type SectionHelper = Exclude<Helper, 'unless'>;

/** `{% keyword argument %}`. */
export type BlockTag = Written & { readonly kind: 'block'; readonly keyword: string; readonly argument: string };

/** `{# ... #}`: only allowed in trans blocks, where it is dropped. */
type BlockComment = Written & { readonly kind: 'comment' };

export type Node = TextNode | MustacheTag | BlockTag | BlockComment;

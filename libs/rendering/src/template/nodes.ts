import type { SourcePosition } from '../errors.js';

/** Literal text. `verbatim` text stood in a raw block: whitespace control of neighbouring tags leaves it alone. */
export type TextNode = {
  readonly kind: 'text';
  text: string;
  readonly verbatim: boolean;
  readonly place: SourcePosition;
};

/** `''` is an escaped variable, `&` an unescaped one, `!` a comment; the others are as written. */
export type Sigil = '' | '&' | '#' | '^' | '/' | '>' | '!';

type Written = {
  /** The tag exactly as its author wrote it. */
  readonly source: string;
  readonly place: SourcePosition;
  /** `{%-` and `-%}`: drop the whitespace on that side. */
  readonly trimBefore: boolean;
  readonly trimAfter: boolean;
};

export type MustacheTag = Written & {
  readonly kind: 'tag';
  readonly sigil: Sigil;
  readonly name: string;
  /** A tag of Handlebars, which has a meaning here (`handlebars.ts`). */
  readonly handlebars?: Helper | 'else' | 'this';
  /** Of a section and its end: which helper of Handlebars it follows. */
  readonly section?: SectionHelper;
};

/** The block helpers of Handlebars that mean a section. */
export type Helper = 'each' | 'if' | 'unless' | 'with';
/** Those that print otherwise than the sections of Mustache. */
export type SectionHelper = Exclude<Helper, 'unless'>;

/** `{% keyword argument %}`. */
export type BlockTag = Written & { readonly kind: 'block'; readonly keyword: string; readonly argument: string };

/** `{# ... #}`: legal inside trans only, where it is dropped. */
type BlockComment = Written & { readonly kind: 'comment' };

export type Node = TextNode | MustacheTag | BlockTag | BlockComment;

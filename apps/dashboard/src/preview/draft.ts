/** The parts of a version, named as in the API. */
export type Part = 'subject' | 'preheader' | 'html' | 'text' | 'amp_html';

/** A version as edited. */
export interface Draft extends Readonly<Record<Part, string>> {
  readonly engine?: 'mustache' | 'jinja' | 'handlebars' | undefined;
  readonly autoescape?: boolean | undefined;
}

/** An error and its position. */
export interface Problem {
  readonly part?: Part | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly message: string;
}

/** A name of the data that the template uses, such as `items[].name`. */
interface Variable {
  readonly name: string;
  readonly uses: readonly ('printed' | 'looped' | 'tested')[];
}

/** The rendered email of a draft. Parts that failed to render are absent. */
export interface Mail {
  readonly subject?: string | undefined;
  readonly preheader?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  readonly amp_html?: string | undefined;
}

/** JSON Schema of the data, inferred from the template. */
export interface DataSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, DataSchema>>;
  readonly items?: DataSchema;
  readonly required?: readonly string[];
}

/** The result of rendering a draft. */
export interface Outcome {
  readonly engine?: 'mustache' | 'jinja' | 'handlebars' | undefined;
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
  readonly variables: readonly Variable[];
  readonly schema?: DataSchema | undefined;
  /** Names that are printed and have no value. */
  readonly missing: readonly string[];
  readonly snippets: readonly string[];
  readonly mail: Mail;
}

/** The inputs of a preview. */
export interface Setting {
  readonly locale: string;
  /** The language for tags that are the same in both. */
  readonly defaultEngine?: Draft['engine'];
  /** The data as JSON. Numbers keep their notation. */
  readonly data: string;
  /** Snippet bodies by name. If a body is undefined, the server renders the templates that use it. */
  readonly snippets: Readonly<Record<string, string>> | undefined;
  /** Whether texts in trans blocks have translations, which only the server knows. */
  readonly translated: boolean;
}

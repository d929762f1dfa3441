import type { PartName } from '../errors.js';
import type { MailAddress } from '../links/mail-addresses.js';
import type { PluralRule } from '../translation/plural-rule.js';
import type { Template } from './syntax/ast.js';

/** A version written in Jinja, compiled, as plain JSON. Format 1. */
export type JinjaArtifact = {
  readonly format: 1;
  readonly engine: 'jinja';
  /** Whether what is printed into html is escaped where the template does not say. */
  readonly autoescape: boolean;
  /** It calls methods such as append: each part gets a copy of the data, which it may change. */
  readonly changesData: boolean;
  readonly parts: { readonly subject: Template } & { readonly [part in Exclude<PartName, 'subject'>]?: Template };
  /** What the parts include, import or extend. */
  readonly snippets: Readonly<Record<string, Template>>;
  readonly plural?: PluralRule;
  /** The addresses of its own that the mail prints; left out where it prints none. */
  readonly addresses?: readonly MailAddress[];
  /** Of the version, where it prints by it. */
  readonly locale?: string;
};

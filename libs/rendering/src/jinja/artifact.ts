import type { PartName } from '../errors.js';
import type { EmailUrl } from '../links/email-urls.js';
import type { PluralRule } from '../translation/plural-rule.js';
import type { Template } from './syntax/ast.js';

/** A compiled Jinja version as plain JSON. Format 1. */
export type JinjaArtifact = {
  readonly format: 1;
  readonly engine: 'jinja';
  /** The default for escaping values in HTML. */
  readonly autoescape: boolean;
  /** Whether it calls methods such as append: each part then gets its own copy of the data. */
  readonly changesData: boolean;
  readonly parts: { readonly subject: Template } & { readonly [part in Exclude<PartName, 'subject'>]?: Template };
  /** The snippets that the parts include, import or extend. */
  readonly snippets: Readonly<Record<string, Template>>;
  readonly plural?: PluralRule;
  /** The email addresses (such as the unsubscribe URL) that it prints; absent if none. */
  readonly addresses?: readonly EmailUrl[];
  /** The version's locale, if its output depends on it. */
  readonly locale?: string;
};

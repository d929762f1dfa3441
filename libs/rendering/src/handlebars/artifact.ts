import type { PartName } from '../errors.js';
import type { EmailUrl } from '../links/email-urls.js';
import type { PluralRule } from '../translation/plural-rule.js';
import type { Program } from './syntax/program.js';

/** A compiled Handlebars version as plain JSON. Processes that do not know Handlebars cannot render format 3. */
export type HandlebarsArtifact = {
  readonly format: 3;
  readonly engine: 'handlebars';
  readonly parts: { readonly subject: Program } & { readonly [part in Exclude<PartName, 'subject'>]?: Program };
  /** The snippets that it prints as partials, by name. */
  readonly partials: Readonly<Record<string, Program>>;
  readonly plural?: PluralRule;
  /** The email addresses (such as the unsubscribe URL) that it prints; absent if none. */
  readonly addresses?: readonly EmailUrl[];
  /** The version's locale, if its output depends on it. */
  readonly locale?: string;
};

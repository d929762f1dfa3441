import type { TransMessage } from './message.js';
import { messageKey } from './message.js';
import type { PluralRule } from './plural-rule.js';

/** The usable translations of one PO file. Plain JSON, to be stored with the template it translates. */
export type Catalogue = {
  readonly plural?: PluralRule;
  /** By `messageKey`; one string, or one per plural form. */
  readonly messages: Readonly<Record<string, readonly string[]>>;
};

/** The translation of a message: all plural forms, or one string; undefined when there is none that fits. */
export function translationsOf(
  { msgid, msgidPlural, context }: TransMessage,
  { messages, plural }: Catalogue,
): readonly string[] | undefined {
  const key = messageKey(msgid, context);
  const forms = Object.hasOwn(messages, key) ? messages[key] : undefined;
  if (!forms || msgidPlural === undefined) return forms?.slice(0, 1);
  return forms.length === plural?.nplurals ? forms : undefined;
}

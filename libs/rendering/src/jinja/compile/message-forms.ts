import type { MessageForm } from '../syntax/ast.js';
import type { Catalogue } from '../../translation/catalogue.js';
import { translationsOf } from '../../translation/catalogue.js';
import type { TransMessage } from '../../translation/message.js';
import { parseFormat } from '../../translation/message.js';

export const unfitTranslation = ({ msgid }: TransMessage): string =>
  `the translation of "${msgid.slice(0, 60)}" does not fit its placeholders and is not used`;

export type Forms = { readonly forms: readonly MessageForm[]; readonly translated: boolean };

/** The forms that print a message: those of its translation, else its own. A translation is never read as a template. */
export function formsOf(
  message: TransMessage,
  variables: ReadonlySet<string>,
  catalogue: Catalogue | undefined,
  warn: (warning: string) => void,
): Forms {
  const texts = catalogue && translationsOf(message, catalogue);
  const forms = texts?.map((text) => formOf(text, message, variables));
  if (forms?.every((form) => form !== undefined)) return { forms: forms as MessageForm[], translated: true };
  if (forms) warn(unfitTranslation(message));
  const own = message.msgidPlural === undefined ? [message.msgid] : [message.msgid, message.msgidPlural];
  return { forms: own.map((text) => formOf(text, message, variables) ?? [text]), translated: false };
}

export function formOf(
  text: string,
  { format }: TransMessage,
  variables: ReadonlySet<string>,
): MessageForm | undefined {
  if (!format) return [text];
  const form: (string | readonly [string])[] = [];
  for (const piece of parseFormat(text) ?? [undefined]) {
    if (!piece) return undefined;
    if ('text' in piece) form.push(piece.text);
    else if (variables.has(piece.placeholder)) form.push([piece.placeholder]);
    else return undefined;
  }
  return form;
}

import type { PluralRule } from './plural-rule.js';

/** A translatable message of gettext. Messages with equal context and msgid are the same. */
export type TransMessage = {
  readonly msgid: string;
  readonly msgidPlural?: string;
  readonly context?: string;
  /** Whether it has placeholders: `%(name)s` is a value and `%%` a percent sign (gettext's python-format). */
  readonly format: boolean;
};

/** A piece of a message: literal text, or the name of a placeholder. */
export type MessagePiece = { readonly text: string } | { readonly placeholder: string };

/** Splits a python-format message. Undefined if a `%` in it is neither `%%` nor `%(name)s`. */
export function parseFormat(message: string): MessagePiece[] | undefined {
  const pieces: MessagePiece[] = [];
  let text = '';
  for (let pos = 0; pos < message.length;) {
    const percent = message.indexOf('%', pos);
    if (percent < 0) {
      text += message.slice(pos);
      break;
    }
    text += message.slice(pos, percent);
    if (message[percent + 1] === '%') {
      text += '%';
      pos = percent + 2;
      continue;
    }
    const close = message[percent + 1] === '(' ? message.indexOf(')', percent) : -1;
    if (close < 0 || message[close + 1] !== 's') return undefined;
    if (text) pieces.push({ text });
    text = '';
    pieces.push({ placeholder: message.slice(percent + 2, close) });
    pos = close + 2;
  }
  if (text) pieces.push({ text });
  return pieces;
}

export const getPlaceholders = (pieces: readonly MessagePiece[]): Set<string> =>
  new Set(pieces.flatMap((piece) => ('placeholder' in piece ? [piece.placeholder] : [])));

/** The number of characters. */
export const messageLength = ({ msgid, msgidPlural = '', context = '' }: TransMessage): number =>
  msgid.length + msgidPlural.length + context.length;

/** The key of a message in a catalogue, as in gettext's MO files. */
export const messageKey = (msgid: string, context = ''): string => `${context}\u0004${msgid}`;

/** The usable translations of one PO file. Plain JSON, stored with the template. */
export type Catalogue = {
  readonly plural?: PluralRule;
  /** By `messageKey`; one string, or one per plural form. */
  readonly messages: Readonly<Record<string, readonly string[]>>;
};

/** The translation of a message: all plural forms, or one string; undefined if no translation fits. */
export function findTranslations(
  { msgid, msgidPlural, context }: TransMessage,
  { messages, plural }: Catalogue,
): readonly string[] | undefined {
  const key = messageKey(msgid, context);
  const forms = Object.hasOwn(messages, key) ? messages[key] : undefined;
  if (!forms || msgidPlural === undefined) return forms?.slice(0, 1);
  return forms.length === plural?.nplurals ? forms : undefined;
}

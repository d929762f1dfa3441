/** A translatable message as gettext knows it. Two messages with equal context and msgid are the same one. */
export type TransMessage = {
  readonly msgid: string;
  readonly msgidPlural?: string;
  readonly context?: string;
  /** The author put placeholders in it: `%(name)s` stands for a value and `%%` for a percent sign (gettext's python-format). */
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

export const placeholdersOf = (pieces: readonly MessagePiece[]): Set<string> =>
  new Set(pieces.flatMap((piece) => ('placeholder' in piece ? [piece.placeholder] : [])));

/** Its characters. */
export const messageLength = ({ msgid, msgidPlural = '', context = '' }: TransMessage): number =>
  msgid.length + msgidPlural.length + context.length;

/** The key of a message in a catalogue, as in gettext's own MO files. */
export const messageKey = (msgid: string, context = ''): string => `${context}\u0004${msgid}`;

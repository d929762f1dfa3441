import { distinctMailboxes, wireAddress } from '../../mime/addresses.js';
import { getContentType, buildHeaders } from '../../mime/compose-mime.js';
import { oneLine } from '../../mime/header-fields.js';
import { placeParts } from '../../mime/inline-parts.js';
import type { Mailbox, OutgoingMessage } from '../../mail/outgoing-message.js';

/** `name` is empty if there is none. */
export interface NamedMailbox {
  readonly address: string;
  readonly name: string;
}

interface FileField {
  readonly name: string;
  readonly type: string;
  readonly base64: string;
  /** Set for an inline part. */
  readonly contentId?: string | undefined;
}

/**
 * A message for APIs that take fields instead of MIME: validated, in punycode, each on one line, recipients
 * deduplicated.
 */
export interface MessageFields {
  readonly from: NamedMailbox;
  /** The recipient first. */
  readonly to: readonly NamedMailbox[];
  readonly cc: readonly NamedMailbox[];
  readonly bcc: readonly string[];
  /** At least one. */
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly files: readonly FileField[];
}

/** @throws UnsendableMessage */
export function toMessageFields(message: OutgoingMessage): MessageFields {
  const { html, inline, attached } = placeParts(message);
  const mailbox = ({ address, name }: Mailbox): NamedMailbox => ({
    address: wireAddress(address),
    name: oneLine(name ?? ''),
  });
  const to = distinctMailboxes([message.to, ...message.cc.filter((copy) => copy.to)].map(mailbox));
  const shown = distinctMailboxes([...to, ...message.cc.map(mailbox)]);
  const all = distinctMailboxes([...shown, ...message.bcc.map(mailbox)]);
  return {
    from: mailbox(message.from),
    to,
    cc: shown.slice(to.length),
    bcc: all.slice(shown.length).map(({ address }) => address),
    replyTo: message.replyTo.map(wireAddress),
    subject: oneLine(message.subject),
    // The APIs reject empty parts, but require one.
    text: message.text || (html ? undefined : ' '),
    html: html || undefined,
    headers: Object.fromEntries(Object.entries(buildHeaders(message)).map(([name, value]) => [name, oneLine(value)])),
    files: [...inline, ...attached].map((part) => ({
      name: oneLine(part.name),
      type: getContentType(part),
      base64: part.content.toString('base64'),
      ...('contentId' in part ? { contentId: part.contentId as string } : {}),
    })),
  };
}

/** Tags within a provider's limits: at most `maxTags` distinct ones of at most `maxLength` characters, none empty. */
export const limitTags = (
  { tags }: OutgoingMessage,
  maxTags: number,
  maxLength: number,
  format: (tag: string) => string = oneLine,
): string[] =>
  [...new Set(tags.map((tag) => [...format(tag)].slice(0, maxLength).join('').trim()))]
    .filter(Boolean)
    .slice(0, maxTags);

/** Printable ASCII, for providers that garble or reject other characters: accents are removed, the rest becomes `_`. */
export const plainAscii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]+/g, '_');

/** `"name" <address>` in Unicode, for APIs that encode it themselves. */
export const quotedMailbox = ({ address, name }: NamedMailbox): string =>
  name === '' ? address : `"${name.replace(/[\\"]/g, '\\$&')}" <${address}>`;

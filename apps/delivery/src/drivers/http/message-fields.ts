import { wireAddress } from '../../mime/addresses.js';
import { contentTypeOf, headersOf } from '../../mime/compose-mime.js';
import { oneLine } from '../../mime/header-fields.js';
import { placeParts } from '../../mime/inline-parts.js';
import type { Mailbox, OutgoingMessage } from '../driver.js';

/** `name` is empty when there is none. */
export interface NamedMailbox {
  readonly address: string;
  readonly name: string;
}

export interface FileField {
  readonly name: string;
  readonly type: string;
  readonly base64: string;
  /** Of an inline part. */
  readonly contentId?: string | undefined;
}

/** A message for the APIs that take fields instead of MIME: checked like MIME, punycode domains, one line each, nobody addressed twice. */
export interface MessageFields {
  readonly from: NamedMailbox;
  readonly to: NamedMailbox;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly files: readonly FileField[];
}

/** @throws UnsendableMessage */
export function fieldsOf(message: OutgoingMessage): MessageFields {
  const { html, inline, attached } = placeParts(message);
  const mailbox = ({ address, name }: Mailbox): NamedMailbox => ({ address: wireAddress(address), name: oneLine(name ?? '') });
  const to = mailbox(message.to);
  const addressed = new Set([to.address]);
  const notYetAddressed = (addresses: readonly string[]): string[] => addresses.map(wireAddress).filter((address) => !addressed.has(address) && addressed.add(address));
  return {
    from: mailbox(message.from),
    to,
    cc: notYetAddressed(message.cc),
    bcc: notYetAddressed(message.bcc),
    replyTo: message.replyTo === undefined ? undefined : wireAddress(message.replyTo),
    subject: oneLine(message.subject),
    // The APIs take no empty part; one part there must be.
    text: message.text || (html ? undefined : ' '),
    html: html || undefined,
    headers: Object.fromEntries(Object.entries(headersOf(message)).map(([name, value]) => [name, oneLine(value)])),
    files: [...inline, ...attached].map((part) => ({
      name: oneLine(part.name), type: contentTypeOf(part.name), base64: part.content.toString('base64'), ...('contentId' in part ? { contentId: part.contentId as string } : {}),
    })),
  };
}

/** `"name" <address>` in Unicode, for the APIs that encode themselves. */
export const quotedMailbox = ({ address, name }: NamedMailbox): string => (name === '' ? address : `"${name.replace(/[\\"]/g, '\\$&')}" <${address}>`);

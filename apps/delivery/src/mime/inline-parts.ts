import { createHash } from 'node:crypto';
import type { MessageAttachment, OutgoingMessage } from './outgoing-message.js';

export interface InlinePart<Content = Buffer> extends MessageAttachment<Content> {
  readonly contentId: string;
}

export interface PlacedParts<Content = Buffer> {
  /** The html with its `cid:` references as the parts are named below. */
  readonly html: string | undefined;
  readonly inline: readonly InlinePart<Content>[];
  readonly attached: readonly MessageAttachment<Content>[];
}

const safeContentId = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}$/;

/**
 * Which attachments belong to the html, under which Content-ID. The reference is `cid:<name>`; readers
 * compare it byte by byte, so a name that is no clean identifier gets one, in the html as well. Without html all are attached.
 */
export function placeParts<Content>({
  html,
  attachments,
}: Pick<OutgoingMessage<Content>, 'html' | 'attachments'>): PlacedParts<Content> {
  if (html === undefined) return { html, inline: [], attached: attachments };
  let referring = html;
  const inline: InlinePart<Content>[] = [];
  const attached: MessageAttachment<Content>[] = [];
  for (const part of attachments) {
    if (part.disposition === 'attachment') attached.push(part);
    else {
      const contentId = safeContentId.test(part.name)
        ? part.name
        : `inline-${createHash('sha256').update(part.name).digest('hex').slice(0, 16)}`;
      if (contentId !== part.name) {
        for (const written of new Set([
          part.name,
          part.name.replaceAll('&', '&amp;'),
          encodeURI(part.name),
          encodeURIComponent(part.name),
        ])) {
          referring = referring.replaceAll(`cid:${written}`, `cid:${contentId}`);
        }
      }
      inline.push({ ...part, contentId });
    }
  }
  return { html: referring, inline, attached };
}

import { createHash } from 'node:crypto';
import type { MessageAttachment, OutgoingMessage } from '../mail/outgoing-message.js';

export interface InlinePart<Content = Buffer> extends MessageAttachment<Content> {
  readonly contentId: string;
}

export interface PlacedParts<Content = Buffer> {
  /** The html with `cid:` references to the Content-IDs below. */
  readonly html: string | undefined;
  readonly inline: readonly InlinePart<Content>[];
  readonly attached: readonly MessageAttachment<Content>[];
}

const safeContentId = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}$/;

/** Bound for name comparisons in one html, which take some milliseconds; further references stay unchanged. */
const maxComparisons = 20_000;

/**
 * Separates inline parts from attachments and assigns Content-IDs. Readers compare `cid:<reference>` byte by byte, so
 * one that is not a safe identifier is replaced, in the html too. Without html, everything is attached.
 */
export function placeParts<Content>({
  html,
  attachments,
}: Pick<OutgoingMessage<Content>, 'html' | 'attachments'>): PlacedParts<Content> {
  if (html === undefined) return { html, inline: [], attached: attachments };
  const inline: InlinePart<Content>[] = [];
  const attached: MessageAttachment<Content>[] = [];
  const idByName = new Map<string, string>();
  for (const part of attachments) {
    if (part.disposition === 'attachment') attached.push(part);
    else {
      const reference = part.reference ?? part.name;
      const contentId = safeContentId.test(reference)
        ? reference
        : `inline-${createHash('sha256').update(reference).digest('hex').slice(0, 16)}`;
      if (contentId !== reference)
        for (const written of [
          reference,
          reference.replaceAll('&', '&amp;'),
          encodeURI(reference),
          encodeURIComponent(reference),
        ])
          idByName.set(written, contentId);
      inline.push({ ...part, contentId });
    }
  }
  return { html: idByName.size === 0 ? html : withIds(html, idByName), inline, attached };
}

/** Replaces the names after `cid:` with ids; if several names match, the longest counts. */
function withIds(html: string, idByName: ReadonlyMap<string, string>): string {
  const prefix = 'cid:';
  const names = [...idByName.keys()].toSorted((a, b) => b.length - a.length);
  let changed = '';
  let copied = 0;
  let comparisons = 0;
  for (
    let at = html.indexOf(prefix);
    at >= 0 && comparisons < maxComparisons;
    at = html.indexOf(prefix, Math.max(at + prefix.length, copied))
  ) {
    comparisons += names.length;
    const start = at + prefix.length;
    const name = names.find((each) => html.startsWith(each, start));
    if (name === undefined) continue;
    changed += html.slice(copied, start) + idByName.get(name);
    copied = start + name.length;
  }
  return changed + html.slice(copied);
}

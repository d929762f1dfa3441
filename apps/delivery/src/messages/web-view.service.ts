import { Injectable } from '@nestjs/common';
import type { AttachmentRef, RequestContext } from '@postrider/contracts';
import { isPseudonym, notFound } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import { RenderingRejected } from '@postrider/rendering';
import { ArtifactCache } from '../attempts/artifact-cache.js';
import { AttachmentLoader, maxSmallBytes } from '../blobs/attachment-loader.js';
import { AttachmentsUnavailable } from '../blobs/blob-stream.js';
import { isUndecided } from '../attempts/due-mails.js';
import { MailRenderer } from '../attempts/mail-renderer.js';
import { DependencyUnavailable } from '../attempts/leased-message.js';
import { trackedMessage } from '../mail/outgoing-message.js';
import { MailTracking } from '../tracking/mail-tracking.js';
import { getContentType } from '../mime/compose-mime.js';
import { placeParts } from '../mime/inline-parts.js';
import type { MessageAttachment } from '../mail/outgoing-message.js';
import { MessagesRepository } from './messages.repository.js';

/** Characters that images may add to a page; bounded because an html may refer to one image many times. */
const maxAddedBytes = 1024 * 1024;
const reference = /cid:([^\s"'()<>]+)/g;

export const isPicture = (part: Parameters<typeof getContentType>[0]): boolean =>
  /^image\/[\w.+-]+$/.test(getContentType(part));

/** Embeds inline images as data URLs, because a page has no MIME parts. */
export function withPictures(html: string, pictures: readonly MessageAttachment[]): string {
  const placed = placeParts({ html, attachments: pictures });
  const addresses = new Map(
    placed.inline.map(({ contentId, content, ...part }) => [
      contentId,
      `data:${getContentType(part)};base64,${content.toString('base64')}`,
    ]),
  );
  let bytesLeft = maxAddedBytes;
  return (placed.html ?? html).replace(reference, (written, contentId: string) => {
    const address = addresses.get(contentId);
    if (address === undefined || address.length > bytesLeft) return written;
    bytesLeft -= address.length;
    return address;
  });
}

/** Serves an email as a web page: rendered again from the accepted content, as every attempt does. */
@Injectable()
export class WebViewService {
  constructor(
    private readonly messages: MessagesRepository,
    private readonly artifacts: ArtifactCache,
    private readonly renderer: MailRenderer,
    private readonly tracking: MailTracking,
    private readonly attachments: AttachmentLoader,
  ) {}

  async show({ accountId, requestId, deadline }: RequestContext, id: string): Promise<{ html: string }> {
    const stored = (await this.messages.findSent(accountId, id)) ?? notFound('Message');
    if (isUndecided(stored) || isPseudonym(stored.content.recipient.address)) notFound('Message');
    const message = { ...stored, id, accountId, requestId };
    try {
      const artifact = (await this.artifacts.get(message)) ?? notFound('Message');
      const tracked = this.tracking.of(trackedMessage(message), artifact);
      const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
      const rendered = await this.renderer.render(artifact, message, signal, tracked);
      if (rendered instanceof RenderingRejected || rendered.html === undefined) notFound('Message');
      const html = tracked?.asPage(rendered) ?? rendered.html;
      return { html: await this.withPictures(accountId, html, stored.content.attachments, signal) };
    } catch (error) {
      if (error instanceof DependencyUnavailable || error instanceof AttachmentsUnavailable)
        throw unavailable(error.message, 'dependency_unreachable', 'delivery');
      throw error;
    }
  }

  /** Embeds inline images in their order, up to `maxSmallBytes` in total. */
  private async withPictures(
    accountId: string,
    html: string,
    attachments: readonly AttachmentRef[],
    signal: AbortSignal,
  ): Promise<string> {
    let bytesLeft = maxSmallBytes;
    const pictures = attachments.filter(
      ({ name, content_type: type, disposition, bytes }) =>
        disposition === 'inline' && isPicture({ name, type }) && (bytesLeft -= bytes) >= 0,
    );
    if (pictures.length === 0) return html;
    const { contents, release } = await this.attachments.load(accountId, pictures, false, signal);
    try {
      return withPictures(
        html,
        contents.flatMap(({ content, ...part }) => (Buffer.isBuffer(content) ? { ...part, content } : [])),
      );
    } finally {
      release();
    }
  }
}

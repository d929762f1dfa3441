import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, CopyRecipient, getSentMail, RequestContext } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import { parseLossless } from '@postrider/numbers';
import type { Mail, RenderedMessage } from '@postrider/rendering';
import { RenderingRejected, withAddresses } from '@postrider/rendering';
import { ArtifactCache } from '../attempts/artifact-cache.js';
import { DependencyUnavailable } from '../attempts/leased-message.js';
import { MailRenderer } from '../attempts/mail-renderer.js';
import type { MessageContent } from '../mail/message-content.js';

/** Viewers must not be able to unsubscribe the recipient. */
const noAddresses = { unsubscribe_url: '#unsubscribe', webview_url: '#webview' };

interface ViewedMail {
  readonly artifactId: string;
  /** Of an email that is not stored yet. */
  readonly artifact?: Mail['artifact'] | undefined;
  readonly content: MessageContent;
}

/** Renders emails for people who read them in the dashboard, as every attempt does. */
@Injectable()
export class MailView {
  constructor(
    private readonly artifacts: ArtifactCache,
    private readonly renderer: MailRenderer,
  ) {}

  /** The email in MIME as it was accepted and sent; undefined if it is composed. */
  async findMime(
    { accountId, requestId }: RequestContext,
    { artifactId, content }: ViewedMail,
  ): Promise<string | undefined> {
    const isTracked = content.tracking?.opens || content.tracking?.clicks;
    const artifact = isTracked ? undefined : await this.artifacts.get({ accountId, requestId, artifactId });
    return artifact && 'mime' in artifact ? artifact.mime : undefined;
  }

  /**
   * Undefined when its compiled template no longer exists, `RenderingRejected` when it can never be rendered.
   * @throws ServiceError `unavailable`
   */
  async render(
    { accountId, requestId, deadline }: RequestContext,
    { artifactId, artifact, content }: ViewedMail,
  ): Promise<RenderedMessage | RenderingRejected | undefined> {
    try {
      const stored = artifact ?? (await this.artifacts.get({ accountId, requestId, artifactId }));
      if (!stored) return undefined;
      const data = parseLossless(content).template_data;
      const options = { data: stored.addresses ? withAddresses(data, noAddresses) : data, marksLinks: false };
      const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
      return await this.renderer.render(stored, { accountId, artifactId, content }, signal, options);
    } catch (error) {
      if (error instanceof DependencyUnavailable)
        throw unavailable(error.message, 'dependency_unreachable', 'delivery');
      throw error;
    }
  }
}

/** The fields of a shown email that its content and its rendered parts decide. */
export function toView(content: MessageContent, mail: RenderedMessage) {
  const { sender, reply_to, recipient, cc, bcc, headers, tags, template_data, version_id, send_at, drip } =
    parseLossless(content);
  return {
    sender,
    ...(reply_to && { reply_to: [...reply_to] }),
    recipient,
    ...(cc.some(({ to }) => to) && { to: cc.filter(({ to }) => to).map(shownCopy) }),
    cc: cc.filter(({ to }) => !to).map(shownCopy),
    bcc: [...bcc],
    subject: mail.subject,
    ...(mail.preheader !== undefined && { preheader: mail.preheader }),
    ...(mail.html !== undefined && { html: mail.html }),
    text: mail.text,
    ...(mail.ampHtml !== undefined && { amp_html: mail.ampHtml }),
    notes: [...mail.notes],
    headers,
    tags: [...tags],
    template_data,
    ...(version_id !== undefined && { version: version_id }),
    // For campaign email, this is when it became due.
    ...(send_at !== undefined && !drip && { send_at }),
  } satisfies Partial<ResponseInputOf<typeof getSentMail>>;
}

const shownCopy = ({ address, name }: CopyRecipient): CopyRecipient => ({ address, name });

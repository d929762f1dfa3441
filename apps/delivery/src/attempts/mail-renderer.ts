import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { parseLossless } from '@postrider/numbers';
import type { Mail, RenderedMessage } from '@postrider/rendering';
import { PoolUnavailable, Renderer, RenderingRefused } from '@postrider/rendering';
import type { TrackedMail } from '../tracking/mail-tracking.js';
import type { LeasedMessage } from './leased-message.js';
import { DependencyUnavailable } from './leased-message.js';

/** What a mail is rendered with beside what was accepted. */
type RenderedWith = Pick<TrackedMail, 'data' | 'marksLinks'>;

/** What of a message it is rendered from. */
type RenderedFrom = Pick<LeasedMessage, 'accountId' | 'artifactId' | 'content'>;

/** Renders the mails of attempts: small ones at once, the others in workers, where accounts take turns. */
@Injectable()
export class MailRenderer implements OnApplicationShutdown {
  constructor(private readonly renderer: Renderer) {}

  onApplicationShutdown(): Promise<void> {
    return this.renderer.close();
  }

  /**
   * Answers why the mail can never be rendered where that is so.
   * @throws DependencyUnavailable when it gets no worker, or nobody waits for it any more
   */
  async render(
    artifact: Mail['artifact'],
    message: RenderedFrom,
    signal: AbortSignal,
    tracked?: RenderedWith,
  ): Promise<RenderedMessage | RenderingRefused> {
    const mail = mailOf(artifact, message, tracked);
    try {
      return (
        this.renderer.renderHere(mail) ??
        (await this.renderer.renderInWorker(mail, { account: message.accountId, signal }))
      );
    } catch (error) {
      if (error instanceof RenderingRefused) return error;
      if (error instanceof PoolUnavailable) throw new DependencyUnavailable(error.message, { cause: error });
      throw error;
    }
  }
}

const mailOf = (
  artifact: Mail['artifact'],
  { artifactId, content }: RenderedFrom,
  tracked: RenderedWith | undefined,
): Mail => ({
  artifactId,
  artifact,
  data: tracked?.data ?? parseLossless(content).template_data,
  links: tracked?.marksLinks,
});

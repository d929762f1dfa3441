import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { parseLossless } from '@postrider/numbers';
import type { Mail, RenderedMessage } from '@postrider/rendering';
import { PoolUnavailable, Renderer, RenderingRefused, toHeaderLine } from '@postrider/rendering';
import type { TrackedMail } from '../tracking/mail-tracking.js';
import type { LeasedMessage } from './leased-message.js';
import { DependencyUnavailable } from './leased-message.js';

/** What tracking adds to the accepted message before it is rendered. */
type RenderingInput = Pick<TrackedMail, 'data' | 'marksLinks'>;

type RenderableMessage = Pick<LeasedMessage, 'accountId' | 'artifactId' | 'content'>;

/** Renders the emails of attempts: small ones in this thread, others in workers that accounts share fairly. */
@Injectable()
export class MailRenderer implements OnApplicationShutdown {
  constructor(private readonly renderer: Renderer) {}

  onApplicationShutdown(): Promise<void> {
    return this.renderer.close();
  }

  /**
   * Returns `RenderingRefused` when the email can never be rendered.
   * @throws DependencyUnavailable when no worker is available, or when `signal` aborts
   */
  async render(
    artifact: Mail['artifact'],
    message: RenderableMessage,
    signal: AbortSignal,
    tracked?: RenderingInput,
  ): Promise<RenderedMessage | RenderingRefused> {
    const mail = mailOf(artifact, message, tracked);
    const { subject } = message.content;
    try {
      const rendered =
        this.renderer.renderHere(mail) ??
        (await this.renderer.renderInWorker(mail, { account: message.accountId, signal }));
      return subject === undefined ? rendered : { ...rendered, subject: toHeaderLine(subject) };
    } catch (error) {
      if (error instanceof RenderingRefused) return error;
      if (error instanceof PoolUnavailable) throw new DependencyUnavailable(error.message, { cause: error });
      throw error;
    }
  }
}

const mailOf = (
  artifact: Mail['artifact'],
  { artifactId, content }: RenderableMessage,
  tracked: RenderingInput | undefined,
): Mail => ({
  artifactId,
  artifact,
  data: tracked?.data ?? parseLossless(content).template_data,
  links: tracked?.marksLinks,
});

import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { runInTurns } from '@postrider/concurrency';
import { ServiceError } from '@postrider/contracts';
import { parseMail } from '@postrider/mime';
import { parseLossless } from '@postrider/numbers';
import type { Artifact, Mail, MustacheArtifact, RenderedMessage } from '@postrider/rendering';
import { PoolUnavailable, Renderer, RenderingRejected, toHeaderLine } from '@postrider/rendering';
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
   * Returns `RenderingRejected` when the email can never be rendered. `onlySubject`: an email in MIME is not read.
   * @throws DependencyUnavailable when no worker is available, or when `signal` aborts
   */
  async render(
    stored: Mail['artifact'],
    message: RenderableMessage,
    signal: AbortSignal,
    tracked?: RenderingInput,
    onlySubject = false,
  ): Promise<RenderedMessage | RenderingRejected> {
    const { subject } = message.content;
    try {
      const caller = { account: message.accountId, signal };
      const artifact =
        onlySubject || !('mime' in stored) || stored.mime === undefined ? stored : await this.readMime(stored, caller);
      const mail = toMail(artifact, message, tracked);
      const rendered = this.renderer.renderHere(mail) ?? (await this.renderer.renderInWorker(mail, caller));
      return subject === undefined ? rendered : { ...rendered, subject: toHeaderLine(subject) };
    } catch (error) {
      if (error instanceof RenderingRejected) return error;
      if (error instanceof PoolUnavailable) throw new DependencyUnavailable(error.message, { cause: error });
      if (error instanceof ServiceError) return new RenderingRejected(error.message);
      throw error;
    }
  }

  /** The parts of an email that was accepted in MIME. @throws ServiceError if it cannot be read */
  private async readMime(
    { mime = '', parts }: MustacheArtifact,
    caller: Parameters<Renderer['compile']>[2],
  ): Promise<Artifact> {
    const parsed = parseMail(Buffer.from(mime, 'latin1'), { allowsSigned: true });
    const { html, text, amp } = await runInTurns(caller.account, parsed);
    const source = { subject: parts.subject.join(''), html, text, ampHtml: amp, literal: true };
    return (await this.renderer.compile(source, new Map(), caller)).artifact;
  }
}

const toMail = (
  artifact: Mail['artifact'],
  { artifactId, content }: RenderableMessage,
  tracked: RenderingInput | undefined,
): Mail => ({
  artifactId,
  artifact,
  data: tracked?.data ?? parseLossless(content).template_data,
  links: tracked?.marksLinks,
});

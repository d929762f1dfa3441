import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { isPseudonym, ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import { RenderingRefused } from '@postrider/rendering';
import { WithinAccount } from '@postrider/service';
import { ArtifactCache } from '../attempts/artifact-cache.js';
import { isUndecided } from '../attempts/due-mails.js';
import { MailRenderer } from '../attempts/mail-renderer.js';
import type { MessageContent } from '../attempts/message-content.js';
import { NotNow } from '../attempts/not-now.js';
import { trackedMessage } from '../attempts/outgoing-message.js';
import { MailTracking } from '../tracking/mail-tracking.js';

/** A mail as a page: rendered again from what was accepted, as every attempt does. */
@Injectable()
export class WebViewService {
  constructor(
    private readonly withinAccount: WithinAccount,
    private readonly artifacts: ArtifactCache,
    private readonly renderer: MailRenderer,
    private readonly tracking: MailTracking,
  ) {}

  async show({ accountId, requestId, deadline }: RequestContext, id: string): Promise<{ html: string }> {
    const stored = (await this.find(accountId, id)) ?? notFound();
    if (isUndecided(stored) || isPseudonym(stored.content.recipient.address)) notFound();
    const message = { ...stored, id, accountId, requestId };
    try {
      const artifact = (await this.artifacts.get(message)) ?? notFound();
      const tracked = this.tracking.of(trackedMessage(message), artifact);
      const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
      const rendered =
        this.renderer.small(artifact, message, tracked) ??
        (await this.renderer.large(artifact, message, signal, tracked));
      if (rendered instanceof RenderingRefused || rendered.html === undefined) notFound();
      return { html: tracked?.asPage(rendered) ?? rendered.html };
    } catch (error) {
      if (error instanceof NotNow) throw unavailable(error.message);
      throw error;
    }
  }

  private async find(
    accountId: string,
    id: string,
  ): Promise<{ readonly artifactId: string; readonly content: MessageContent } | undefined> {
    const { rows } = await this.withinAccount.query<{ artifactId: string; content: MessageContent }>(accountId, {
      name: 'message-to-show',
      text: 'select artifact_id as "artifactId", content from messages where account_id = $1 and id = $2',
      values: [accountId, id],
    });
    return rows[0];
  }
}

function notFound(): never {
  throw new ServiceError('not_found', 'Message not found');
}

import { Injectable } from '@nestjs/common';
import { timeOfId } from '@postrider/contracts';
import type { RenderedMessage } from '@postrider/rendering';
import { renderArtifact, RenderBudgetExceeded } from '@postrider/rendering';
import { Attachments } from '../blobs/attachments.js';
import type { DeliveryOutcome } from '../drivers/driver.js';
import type { MessageAttachment, OutgoingMessage } from '../mime/outgoing-message.js';
import type { LeasedMessage } from '../queue/leased-message.js';
import { ArtifactCache } from './artifact-cache.js';
import { EspDrivers } from './esp-drivers.js';

const testKeyUsed: DeliveryOutcome = {
  kind: 'sent',
  detail: 'A test key was used: the message was rendered and not sent',
};

/** What became of one attempt. `asked`: the ESP was; otherwise the outcome says nothing about its account. */
export interface Attempted {
  readonly outcome: DeliveryOutcome;
  readonly asked: boolean;
}

/** Turns a leased message into an attempt: its artifact rendered, its driver asked. */
@Injectable()
export class Sender {
  constructor(
    private readonly artifacts: ArtifactCache,
    private readonly drivers: EspDrivers,
    private readonly attachments: Attachments,
  ) {}

  /** @throws NotNow when the artifact, the account or the attachments cannot be read at the moment. */
  async send(message: LeasedMessage, signal: AbortSignal): Promise<Attempted> {
    const [artifact, driver] = await Promise.all([
      this.artifacts.get(message),
      message.test ? undefined : this.drivers.of(message.accountId, message.espAccountId),
    ]);
    if (!artifact)
      return unasked({ kind: 'rejected', status: 'dropped', detail: 'The compiled template of this message is gone' });
    let rendered: RenderedMessage;
    try {
      rendered = renderArtifact(artifact, message.content.template_data);
    } catch (error) {
      if (error instanceof RenderBudgetExceeded)
        return unasked({ kind: 'rejected', status: 'dropped', detail: error.message });
      throw error;
    }
    if (!driver) return unasked(testKeyUsed);
    let asked = false;
    const outcome = await this.attachments.attempt(message, signal, (attachments) => {
      asked = true;
      return driver.send(outgoing(message, rendered, attachments), signal);
    });
    return {
      asked,
      outcome:
        rendered.notes.length > 0 ? { ...outcome, detail: `${outcome.detail}. ${rendered.notes.join(' ')}` } : outcome,
    };
  }

  close(): Promise<void> {
    return this.drivers.close();
  }
}

const unasked = (outcome: DeliveryOutcome): Attempted => ({ outcome, asked: false });

function outgoing(
  { id, content }: LeasedMessage,
  rendered: RenderedMessage,
  attachments: readonly MessageAttachment[],
): OutgoingMessage {
  const { sender, recipient, cc, bcc, headers, tags } = content;
  return {
    logId: id,
    messageId: `<${id}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`,
    date: new Date(Math.max(timeOfId(id), (content.send_at ?? 0) * 1000)),
    from: { address: sender.address, name: sender.name },
    replyTo: sender.reply_to,
    to: recipient,
    cc,
    bcc,
    subject: rendered.subject,
    text: rendered.text,
    html: rendered.html,
    ampHtml: rendered.ampHtml,
    headers,
    tags,
    attachments,
  };
}

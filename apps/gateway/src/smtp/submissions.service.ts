import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { runInTurns } from '@postrider/concurrency';
import type { Receipt, RequestContext } from '@postrider/contracts';
import { withinRequest, withoutAccount } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import type { GatewayConfig } from '../config.js';
import { Admission } from '../http/admission.js';
import { freeBodyBytes } from '../http/body-pace.js';
import type { Caller } from '../http/caller.js';
import { RequestLimits } from '../limits/request-limits.js';
import { hashOf } from '../send/idempotency.js';
import type { Idempotent } from '../send/idempotency.js';
import { SendService } from '../send/send.service.js';
import { readMail } from './mime-reader.js';
import { SmtpReply, replyTo } from './smtp-reply.js';
import type { SubmittedMail } from './submitted-mail.js';
import { submittedMail } from './submitted-mail.js';

/** The mail of one transaction. */
export interface Submission {
  readonly requestId: string;
  readonly caller: Caller;
  /** In the user name. */
  readonly template: string | undefined;
  readonly mailFrom: string;
  readonly recipients: readonly string[];
  readonly bytes: Buffer;
}

/** Recipients of one mail that are accepted at the same time. */
const concurrency = 8;
/** More would not fit on the reply line. */
const maxShownIds = 12;

type SendTo = (address: string) => Promise<Receipt>;

/** Accepts each recipient's mail as `POST /send` does. */
@Injectable()
export class SubmissionsService {
  constructor(
    private readonly sends: SendService,
    private readonly limits: RequestLimits,
    private readonly admission: Admission,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /**
   * Resolves to the ids of the logs, in the order of the recipients, after every recipient's mail is committed. After an error, some may be: a
   * repetition with the same Message-ID accepts only the others.
   * @throws SmtpReply
   */
  async submit(submission: Submission): Promise<string[]> {
    const { requestId, caller } = submission;
    const { accountId, limits } = caller;
    const deadline = Date.now() + this.config.REQUEST_TIMEOUT_MS;
    const context: RequestContext = { accountId, requestId, deadline, ...(limits === undefined ? {} : { limits }) };
    return withinRequest({ accountId, requestId }, () => withoutAccount(() => this.sendEach(submission, context)));
  }

  private async sendEach(submission: Submission, context: RequestContext): Promise<string[]> {
    const { recipients, requestId } = submission;
    const sendTo = await this.prepare(submission, context).catch((error: unknown) => {
      throw replyTo(error, requestId);
    });
    const ids = new Map<string, string>();
    const errors: unknown[] = [];
    const waiting = [...recipients];
    const sendNext = async (): Promise<void> => {
      const address = waiting.shift()!;
      ids.set(address, (await sendTo(address)).receipt_id);
    };
    const work = async (): Promise<void> => {
      while (waiting.length > 0 && errors.length === 0) await sendNext().catch((error: unknown) => errors.push(error));
    };
    // Alone, because what is wrong with the mail is wrong for all recipients.
    await sendNext().catch((error: unknown) => errors.push(error));
    await Promise.all(Array.from({ length: concurrency }, work));
    if (errors.length > 0) throw partly(replyTo(errors[0], requestId), ids.size, recipients.length);
    return recipients.map((address) => ids.get(address)!);
  }

  private async prepare(submission: Submission, context: RequestContext): Promise<SendTo> {
    const { caller, bytes, template, mailFrom } = submission;
    const { accountId } = caller;
    const mail = await runInTurns(accountId, readMail(bytes));
    const submitted = await runInTurns(
      accountId,
      submittedMail(mail, { accountId, mailFrom, ...(template === undefined ? {} : { template }) }),
    );
    const { content, inline, files, names } = submitted;
    const attachments = await this.sends.storeAttachments(context, { inline, files });
    const idempotent = await idempotencyOf(caller, submitted);
    // As over HTTP: the rate of large bodies is limited already.
    const isLarge = bytes.length > freeBodyBytes;
    let isFirst = true;
    return async (address) => {
      // The transaction counted the first one.
      if (!isFirst) this.limits.countRequest(caller);
      isFirst = false;
      const release = isLarge
        ? undefined
        : (this.admission.take(accountId) ?? (await this.admission.wait(accountId, true)));
      try {
        const recipient = { address, name: names.get(address.toLowerCase()) };
        return await this.sends.accept(context, caller, { ...content, recipient, attachments }, idempotent(address));
      } finally {
        release?.();
      }
    };
  }
}

/**
 * The key of a recipient's mail. With a Message-ID it includes the content, so that other content is another mail; the
 * caller's own key is refused with other content (docs/guides/smtp.md#repeated-mail).
 */
async function idempotencyOf(caller: Caller, submitted: SubmittedMail): Promise<(address: string) => Idempotent> {
  const { content, inline, files, repetition } = submitted;
  if (repetition === undefined) return () => ({});
  const { keyId, kind, accountId } = caller;
  const contentHash = await runInTurns(accountId, hashOf(['SMTP', kind, content, inline, files]));
  return (address) => {
    const request_hash = hash('sha256', JSON.stringify([contentHash, address.toLowerCase()]));
    const parts = repetition.isChosen ? [repetition.key, address.toLowerCase()] : [keyId, repetition.key, request_hash];
    return { idempotency: { key: `smtp:${hash('sha256', JSON.stringify(parts))}`, request_hash } };
  };
}

function partly(reply: SmtpReply, accepted: number, recipients: number): SmtpReply {
  if (accepted === 0) return reply;
  const more = ` Accepted for ${accepted} of ${recipients} recipients`;
  const [, status, text] = /^(\S+) (.*)$/s.exec(reply.message)!;
  return new SmtpReply(reply.responseCode, status as '4.3.0', `${text};${more}`);
}

/** The text of the reply 250. */
export function acceptedText(ids: readonly string[]): string {
  const more = ids.length > maxShownIds ? ` and ${ids.length - maxShownIds} more` : '';
  return `2.0.0 Accepted ${ids.slice(0, maxShownIds).join(' ')}${more}`;
}

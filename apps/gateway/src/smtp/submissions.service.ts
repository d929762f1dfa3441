import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { runInTurns } from '@postrider/concurrency';
import type { RequestContext } from '@postrider/contracts';
import { internalKey } from '@postrider/contracts';
import { withinRequest, withoutAccount } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import type { GatewayConfig } from '../config.js';
import { Admission } from '../http/admission.js';
import { unlimitedBodyBytes } from '../http/body-rate-limiter.js';
import type { Caller } from '../http/caller.js';
import { RequestLimits } from '../limits/request-limits.js';
import { hashValue } from '../send/idempotency.js';
import type { Idempotent } from '../send/idempotency.js';
import { SendService } from '../send/send.service.js';
import { parseMail } from '@postrider/mime';
import { replyTo } from './smtp-reply.js';
import type { SubmittedMail } from '../mime/submitted-mail.js';
import { submittedMail } from '../mime/submitted-mail.js';

/** The email of one transaction. */
export interface Submission {
  readonly requestId: string;
  readonly caller: Caller;
  /** In the user name. */
  readonly template: string | undefined;
  readonly mailFrom: string;
  readonly recipients: readonly string[];
  readonly bytes: Buffer;
}

/** More would not fit on the reply line. */
const maxShownIds = 12;

/** Accepts the email of each recipient as `POST /send` with `separate` does: all of them, or none. */
@Injectable()
export class SubmissionsService {
  constructor(
    private readonly sends: SendService,
    private readonly limits: RequestLimits,
    private readonly admission: Admission,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /**
   * Resolves to the ids of the logs, in the order of the recipients, after their emails are committed.
   * @throws SmtpReply
   */
  async submit(submission: Submission): Promise<string[]> {
    const { requestId, caller } = submission;
    const { accountId, limits } = caller;
    const deadline = Date.now() + this.config.REQUEST_TIMEOUT_MS;
    const context: RequestContext = { accountId, requestId, deadline, ...(limits === undefined ? {} : { limits }) };
    return withinRequest({ accountId, requestId }, () => withoutAccount(() => this.send(submission, context))).catch(
      (error: unknown) => {
        throw replyTo(error, requestId);
      },
    );
  }

  private async send(submission: Submission, context: RequestContext): Promise<string[]> {
    const { caller, bytes, template, mailFrom } = submission;
    const { accountId } = caller;
    const recipients = [...new Set(submission.recipients)];
    const mail = await runInTurns(accountId, parseMail(bytes));
    const submitted = await runInTurns(
      accountId,
      submittedMail(mail, { accountId, mailFrom, ...(template === undefined ? {} : { template }) }),
    );
    const { content, inline, files, names } = submitted;
    // The transaction counted the first one.
    for (const _further of recipients.slice(1)) this.limits.countRequest(caller);
    const attachments = await this.sends.storeAttachments(context, { inline, files });
    const idempotent = await buildIdempotency(caller, submitted, recipients);
    const to = recipients.map((address) => ({ address, name: names.get(address.toLowerCase()) }));
    // As over HTTP: the rate of large bodies is limited already.
    const release =
      bytes.length > unlimitedBodyBytes
        ? undefined
        : (this.admission.tryAcquire(accountId) ?? (await this.admission.wait(accountId, true)));
    try {
      const sent = { ...content, to, separate: true, attachments };
      const { receipt_id, receipts } = await this.sends.accept(context, caller, sent, idempotent);
      return receipts?.map((receipt) => receipt.receipt_id) ?? [receipt_id];
    } finally {
      release?.();
    }
  }
}

/**
 * With a Message-ID the key includes the content, so that other content is another email; the caller's own key is
 * rejected with other content. Both include the recipients: a client may send an email in several transactions
 * (docs/guides/smtp.md#repeated-emails).
 */
async function buildIdempotency(
  caller: Caller,
  { content, inline, files, repetition }: SubmittedMail,
  recipients: readonly string[],
): Promise<Idempotent> {
  if (repetition === undefined) return {};
  const { keyId, kind, accountId } = caller;
  const to = recipients.map((address) => address.toLowerCase()).toSorted();
  const request_hash = await runInTurns(accountId, hashValue(['SMTP', kind, content, inline, files, to]));
  const parts = repetition.isChosen ? [repetition.key, to] : [keyId, repetition.key, request_hash];
  return { idempotency: { key: internalKey('smtp', hash('sha256', JSON.stringify(parts))), request_hash } };
}

/** The text of the reply 250. */
export function acceptedText(ids: readonly string[]): string {
  const more = ids.length > maxShownIds ? ` and ${ids.length - maxShownIds} more` : '';
  return `2.0.0 Accepted ${ids.slice(0, maxShownIds).join(' ')}${more}`;
}

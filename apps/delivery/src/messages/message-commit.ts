import { Injectable } from '@nestjs/common';
import type { Receipt, RequestContext } from '@postrider/contracts';
import { newId, ServiceError } from '@postrider/contracts';
import { IdempotentRequests, RequestInProgress, getTraceparent, unavailable } from '@postrider/messaging';
import { OutboxRelay } from '@postrider/outbox';
import type { ChosenEspAccount } from '../esp-accounts/esp-accounts.repository.js';
import { toLane } from '../esp-accounts/lane.js';
import { acceptedEvent } from '../logs/mail-events.js';
import { Dispatcher } from '../queue/dispatcher.js';
import { PendingMail } from '../queue/pending-mail.js';
import type { Acceptance, AcceptedGroup, AcceptedMessage } from './acceptance.repository.js';
import { AcceptanceRepository, toReceipt } from './acceptance.repository.js';

type Idempotency = AcceptedGroup['idempotency'];
type DecidedFields = Omit<AcceptedMessage, 'id' | 'accountId' | 'leaseToken' | 'outbox' | 'espAccountId' | 'lane'> & {
  readonly espAccount: Pick<ChosenEspAccount, 'id' | 'rated'>;
  readonly recipientKnown?: boolean;
};

/** Commits the messages of sends and resends, once per Idempotency-Key, and passes them to the dispatcher. */
@Injectable()
export class MessageCommit {
  constructor(
    private readonly messages: AcceptanceRepository,
    private readonly requests: IdempotentRequests,
    private readonly pending: PendingMail,
    private readonly dispatcher: Dispatcher,
    private readonly relay: OutboxRelay,
  ) {}

  /** Returns the stored response for this key, or runs `decide`. @throws ServiceError `quota_exceeded` */
  once(context: RequestContext, idempotency: Idempotency, decide: () => Promise<Receipt>): Promise<Receipt> {
    return this.requests.run(context, idempotency?.key, async () => {
      const earlier = await this.findStoredResponse(context, idempotency);
      if (earlier) return earlier;
      this.pending.admit(context);
      return decide();
    });
  }

  /**
   * Commits the messages, all or none, and starts to send each that is due and for which a slot is free.
   * @throws EspAccountDeleted
   */
  async commit(
    context: RequestContext,
    source: 'send' | 'resend',
    decided: readonly DecidedFields[],
    idempotency: Idempotency,
  ): Promise<Receipt> {
    // The caller has given up and may retry: a message committed now would be sent twice.
    if (Date.now() >= context.deadline) throw unavailable('The deadline of the request has passed', 'out_of_time');
    const prepared = decided.map((mail) => this.prepare(context, source, mail));
    const group = { messages: prepared.map(({ message }) => message), idempotency };
    let acceptance: Acceptance | undefined;
    try {
      acceptance = await this.messages.accept(group);
    } finally {
      if (typeof acceptance !== 'object') for (const { slot } of prepared) slot?.release();
    }
    if (acceptance === 'in_progress') throw new RequestInProgress();
    if (acceptance === 'esp_account_deleted') throw new EspAccountDeleted();
    if (acceptance === 'key_used')
      return (await this.findStoredResponse(context, idempotency)) ?? idempotencyKeyExpired();
    this.pending.add(context.accountId, prepared.length);
    for (const { message, slot, lane } of prepared)
      if (slot)
        this.dispatcher.dispatch(slot, {
          ...message,
          artifact: message.artifact?.compiled,
          suppressed: acceptance.suppressed.get(message.id) ?? [],
          requestId: context.requestId,
          traceparent: getTraceparent(),
          attempt: 1,
          waits: 0,
          ambiguous: false,
        });
      else if (isDue(message.sendAt)) this.dispatcher.noteBacklog(lane);
    this.relay.wake();
    return { ...toReceipt(group), replayed: false };
  }

  private prepare(
    context: RequestContext,
    source: 'send' | 'resend',
    { espAccount, recipientKnown, ...mail }: DecidedFields,
  ) {
    const id = newId('log');
    const lane = toLane(context.accountId, espAccount.id, mail.test);
    // A scheduled message goes through the queue, because the database clock decides for all processes.
    const slot =
      mail.sendAt === undefined && (mail.test || !espAccount.rated) ? this.dispatcher.reserve(lane) : undefined;
    const { content } = mail;
    const routed = {
      ...mail,
      logId: id,
      recipientAddress: content.recipient.address,
      tags: content.tags,
      drip: null,
      versionId: content.version_id ?? null,
      espAccountId: espAccount.id,
    };
    const message: AcceptedMessage = {
      ...mail,
      id,
      espAccountId: espAccount.id,
      lane: lane.id,
      accountId: context.accountId,
      leaseToken: slot?.leaseToken,
      outbox: acceptedEvent(context, routed, {
        source,
        recipient_known: recipientKnown,
        drip_members: source === 'send' ? context.limits?.['drip_members'] : undefined,
      }),
    };
    return { message, slot, lane };
  }

  /** The stored response for this key. Another request with the same key is rejected (docs/guides/idempotency.md). */
  private async findStoredResponse(context: RequestContext, idempotency: Idempotency): Promise<Receipt | undefined> {
    if (!idempotency) return undefined;
    const stored = await this.messages.findResponse(context.accountId, idempotency.key);
    if (!stored) return undefined;
    if (stored.requestHash !== idempotency.request_hash) {
      throw new ServiceError('idempotency_mismatch', 'This Idempotency-Key was used with another request');
    }
    return { ...stored.answer, replayed: true };
  }
}

/** The ESP account was deleted between its choice and the commit. */
export class EspAccountDeleted extends ServiceError {
  constructor() {
    super('esp_account_not_found', 'The ESP account of this email was just deleted');
  }
}

const isDue = (sendAt: number | undefined): boolean => sendAt === undefined || sendAt * 1000 <= Date.now();

/** The key existed at the insert but not at the read: its 24 hours ended in between. */
function idempotencyKeyExpired(): never {
  throw unavailable('The Idempotency-Key has just expired');
}

import { Inject, Injectable, Logger } from '@nestjs/common';
import type {
  acceptMessage,
  messageAccepted,
  AnswerOf,
  RequestContext,
  PayloadOf,
  Receipt,
  RequestOf,
  TrackingChoice,
} from '@postrider/contracts';
import { ensureCustomer, lookUpCustomer, newId, resolveTemplate, ServiceError } from '@postrider/contracts';
import {
  ContractClient,
  IdempotentRequests,
  InProgressElsewhere,
  traceparentOf,
  unavailable,
} from '@postrider/messaging';
import { OutboxRelay } from '@postrider/outbox';
import { CONFIG } from '@postrider/service';
import { BlobsRepository } from '../blobs/blobs.repository.js';
import type { DeliveryConfig } from '../config.js';
import { builtinAccountId } from '../esp-accounts/builtin-account.js';
import { missingCredentials } from '../esp-accounts/unusable-account.js';
import type { ChosenEspAccount } from '../esp-accounts/esp-accounts.repository.js';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import { laneOf } from '../esp-accounts/lane.js';
import { acceptedEvent } from '../logs/mail-events.js';
import { Dispatcher } from '../queue/dispatcher.js';
import { PendingMail } from '../queue/pending-mail.js';
import type { Acceptance, AcceptedMessage } from './acceptance.repository.js';
import { AcceptanceRepository, receiptOf } from './acceptance.repository.js';
import { chooseVariant } from '../attempts/due-mails.js';
import type { MessageContent } from '../attempts/message-content.js';
import { MailTracking } from '../tracking/mail-tracking.js';
import { senderOf, messageContentOf } from './accepted-content.js';

type AcceptRequest = RequestOf<typeof acceptMessage>;
type Idempotency = AcceptRequest['idempotency'];
type Decided = Omit<AcceptedMessage, 'id' | 'accountId' | 'leaseToken' | 'outbox' | 'espAccountId' | 'lane'> & {
  readonly espAccount: Pick<ChosenEspAccount, 'id' | 'rated'>;
};

/** Of a caller's time, kept for the answer once its message is committed. */
const timeToAnswerMs = 500;

/** Turns a request into a committed message, or refuses it with the reason (docs/architecture.md#life-of-a-send). */
@Injectable()
export class AcceptanceService {
  private readonly logger = new Logger(AcceptanceService.name);

  constructor(
    private readonly client: ContractClient,
    private readonly espAccounts: EspAccountsRepository,
    private readonly blobs: BlobsRepository,
    private readonly messages: AcceptanceRepository,
    private readonly dispatcher: Dispatcher,
    private readonly relay: OutboxRelay,
    private readonly pending: PendingMail,
    private readonly requests: IdempotentRequests,
    private readonly tracking: MailTracking,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {}

  accept(context: RequestContext, request: AcceptRequest): Promise<Receipt> {
    return this.requests.run(context, request.idempotency?.key, () => this.decide(context, request));
  }

  private async decide(context: RequestContext, request: AcceptRequest): Promise<Receipt> {
    const earlier = await this.earlierAnswer(context, request.idempotency);
    if (earlier) return earlier;
    this.pending.admit(context);
    this.checkTracking(request.tracking);
    const [template, recipient, espAccount] = await Promise.all([
      this.client.call(resolveTemplate, context, {
        template_id: request.template,
        locale: request.locale,
        version_name: request.version_name,
        version_id: request.version_id,
        recipient: request.recipient.address,
      }),
      this.lookUpRecipient(context, request.recipient.address),
      this.chooseEspAccount(context, request.esp_account),
    ]);
    const variant = chooseVariant(template.variants, recipient?.locale);
    const sender = senderOf(request, espAccount);
    if (!(await this.keepAttachments(context, request.attachments, request.send_at)))
      throw ServiceError.invalidFields([{ field: 'files', message: 'are not stored any more; send them again' }]);
    const receipt = await this.commitTo(
      request.esp_account,
      context,
      { source: 'send', recipient_known: recipient?.known === true },
      {
        artifactId: variant.artifact_id,
        espAccount,
        templateId: template.id,
        templateName: template.name,
        versionName: variant.version_name,
        locale: variant.locale,
        test: request.test,
        content: messageContentOf(request, sender, variant.version_id, template.tracking),
        sendAt: request.send_at,
        idempotency: request.idempotency,
      },
    );
    // Only now, so that a send that is refused leaves nobody behind. What is not reached here catches up by `message.accepted`.
    if (recipient?.known === false) await this.addRecipient(context, request.recipient.address);
    return receipt;
  }

  /** The default ESP account can be deleted since it was chosen: then another one is, when the caller asks again. */
  private commitTo(named: string | undefined, ...message: Parameters<AcceptanceService['commit']>): Promise<Receipt> {
    return this.commit(...message).catch((error: unknown) => {
      if (error instanceof EspAccountGone && named === undefined)
        throw unavailable('The default ESP account was deleted at this moment; nothing was accepted');
      throw error;
    });
  }

  /** Commits what is decided and begins to send it, if it is due and there is room. */
  async commit(
    context: RequestContext,
    said: Pick<PayloadOf<typeof messageAccepted>, 'source' | 'recipient_known'>,
    { espAccount, ...decided }: Decided,
  ): Promise<Receipt> {
    // Nobody waits for the answer any more: what was stored now would be stored again when it is asked for again.
    if (Date.now() >= context.deadline) throw unavailable('The request was too late to be carried out', 'out_of_time');
    const id = newId('log');
    const lane = laneOf(context.accountId, espAccount.id, decided.test);
    // What is scheduled is due by the database's clock, which decides for all processes.
    const slot =
      decided.sendAt === undefined && (decided.test || !espAccount.rated) ? this.dispatcher.reserve(lane) : undefined;
    const message: AcceptedMessage = {
      ...decided,
      id,
      espAccountId: espAccount.id,
      lane: lane.id,
      accountId: context.accountId,
      leaseToken: slot?.leaseToken,
      outbox: acceptedEvent(
        context,
        {
          ...decided,
          logId: id,
          recipientAddress: decided.content.recipient.address,
          tags: decided.content.tags,
          drip: null,
          versionId: decided.content.version_id ?? null,
          espAccountId: espAccount.id,
        },
        {
          ...said,
          drip_members: said.source === 'send' ? context.limits?.['drip_members'] : undefined,
        },
      ),
    };
    let acceptance: Acceptance | undefined;
    try {
      acceptance = await this.messages.accept(message);
    } finally {
      if (typeof acceptance !== 'object') slot?.release();
    }
    if (acceptance === 'in_progress') throw new InProgressElsewhere();
    if (acceptance === 'esp_account_gone') throw new EspAccountGone();
    if (acceptance === 'key_used') return (await this.earlierAnswer(context, decided.idempotency)) ?? keyGone();
    this.pending.add(context.accountId, 1);
    if (slot)
      this.dispatcher.dispatch(slot, {
        ...message,
        suppressed: acceptance.suppressed,
        requestId: context.requestId,
        traceparent: traceparentOf(),
        attempt: 1,
        waits: 0,
        ambiguous: false,
      });
    else if (isDue(decided.sendAt)) this.dispatcher.noteBacklog(lane);
    this.relay.wake();
    return { ...receiptOf(message), replayed: false };
  }

  /** What a send asks for it gets, or is told that it cannot; what a template or account wants is left out. */
  private checkTracking(asked: TrackingChoice | undefined): void {
    if (this.tracking.isPossible || !(asked?.opens || asked?.clicks)) return;
    throw ServiceError.invalidFields([
      { field: 'tracking', message: 'is not possible: the operator has set no PUBLIC_URL and TRACKING_KEY' },
    ]);
  }

  /** Before the message is committed, so that none is ever accepted whose attachments may be collected; false when some are gone. */
  async keepAttachments(
    context: RequestContext,
    attachments: MessageContent['attachments'],
    sendAt?: number,
  ): Promise<boolean> {
    return attachments.length === 0 || this.blobs.keep(context.accountId, attachments, sendAt);
  }

  /** The first answer to this key again; another request under the same key is refused (docs/api.md#idempotency). */
  async earlierAnswer(context: RequestContext, idempotency: Idempotency): Promise<Receipt | undefined> {
    if (!idempotency) return undefined;
    const stored = await this.messages.answerTo(context.accountId, idempotency.key);
    if (!stored) return undefined;
    if (stored.requestHash !== idempotency.request_hash) {
      throw new ServiceError('idempotency_mismatch', 'This Idempotency-Key was used with another request');
    }
    return { ...stored.answer, replayed: true };
  }

  /** With the customer service away the mail goes on, in the template's default locale. */
  private async lookUpRecipient(
    context: RequestContext,
    email: string,
  ): Promise<AnswerOf<typeof lookUpCustomer> | undefined> {
    try {
      return await this.client.call(lookUpCustomer, context, { email });
    } catch (error) {
      this.logger.warn({ err: error }, 'the customer service was not reached; the recipient is added later');
      return undefined;
    }
  }

  /** Not to the last moment: whoever waits for the answer must hear of the message, or would send it again. */
  private async addRecipient(context: RequestContext, email: string): Promise<void> {
    try {
      await this.client.call(ensureCustomer, { ...context, deadline: context.deadline - timeToAnswerMs }, { email });
    } catch (error) {
      this.logger.warn({ err: error }, 'the recipient is added later: the customer service was not reached');
    }
  }

  async chooseEspAccount(context: RequestContext, id: string | undefined): Promise<ChosenEspAccount> {
    const chosen = await this.espAccounts.choose(context.accountId, id);
    if (chosen?.needsCredentials) throw missingCredentials(chosen, 'esp_account');
    if (chosen) return chosen;
    if (id) throw new ServiceError('esp_account_not_found', 'ESP account not found');
    if (!this.config.DEFAULT_SMTP_URL)
      throw new ServiceError(
        'no_esp_account',
        'There is no ESP account to send through; create one with POST /esp_accounts',
      );
    return { id: builtinAccountId, name: builtinAccountId, needsCredentials: false, defaultSender: null, rated: false };
  }
}

/** It was deleted between its choice and the commit. */
class EspAccountGone extends ServiceError {
  constructor() {
    super('esp_account_not_found', 'The ESP account of this mail was deleted at this moment');
  }
}

const isDue = (sendAt: number | undefined): boolean => sendAt === undefined || sendAt * 1000 <= Date.now();

/** The key was taken when we wrote and forgotten when we looked: its 24 hours ended in between. */
function keyGone(): never {
  throw unavailable('The Idempotency-Key was just being forgotten');
}

import { Injectable, Logger } from '@nestjs/common';
import { retryOnSerializationFailure } from '@postrider/concurrency';
import type { ResponseInputOf, RequestContext, RequestOf, activateDripCampaign } from '@postrider/contracts';
import { ServiceError, checkDripMails, ensureCustomer, planDripMail } from '@postrider/contracts';
import { ContractClient, IdempotentRequests, RequestInProgress, unavailable } from '@postrider/messaging';
import { OutboxRelay } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { WaitingMembers } from '../counts/counts.repository.js';
import type { ActivationResponse } from './membership.entity.js';
import { IdempotencyEntity } from './membership.entity.js';
import type { ReachedStep } from './memberships.repository.js';
import { MembershipsRepository } from './memberships.repository.js';

type Request = RequestOf<typeof activateDripCampaign>;
type Response = ResponseInputOf<typeof activateDripCampaign>;

interface ActivationResult {
  readonly response: ActivationResponse;
  /** Undefined when the recipient was a member already. */
  readonly reached: ReachedStep | undefined;
}

/** Part of the caller's deadline, reserved for the reply after the membership is committed. */
const replyReserveMs = 500;

/** Another request with the same key committed first; this one is rolled back. */
class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/** Adds a recipient to a campaign (docs/drips.md#memberships). */
@Injectable()
export class ActivationService {
  private readonly logger = new Logger(ActivationService.name);

  constructor(
    private readonly database: DataSource,
    private readonly campaigns: CampaignsRepository,
    private readonly memberships: MembershipsRepository,
    private readonly members: WaitingMembers,
    private readonly client: ContractClient,
    private readonly relay: OutboxRelay,
    private readonly requests: IdempotentRequests,
  ) {}

  activate(context: RequestContext, request: Request): Promise<Response> {
    return this.requests.run(context, request.idempotency?.key, () => this.decide(context, request));
  }

  private async decide(context: RequestContext, request: Request): Promise<Response> {
    const earlier = await this.findStoredResponse(context, request);
    if (earlier) return earlier;
    checkOpen(await this.campaigns.find(context.accountId, request.drip_campaign_id));
    const { sender } = await this.client.call(checkDripMails, context, {
      esp_account: request.esp_account,
      sender: request.sender,
      default_sender: request.default_sender,
    });
    try {
      const { response, reached } = await retryOnSerializationFailure(() => this.enroll(context, request, sender));
      if (reached) await this.planFirstEmail(context, reached);
      return { ...response, replayed: false };
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error;
      return (await this.findStoredResponse(context, request)) ?? idempotencyKeyExpired();
    }
  }

  /** Only a new member uses quota: an existing one gets its reply even when the quota is used up. */
  private async enroll(
    context: RequestContext,
    request: Request,
    sender: NonNullable<Request['sender']>,
  ): Promise<ActivationResult> {
    let cancelReservation = (): void => {};
    const entering = this.database.transaction(async (tx) => {
      const entered = await this.enrollWithin(tx, context, request, sender);
      if (entered.reached) cancelReservation = this.members.reserve(context);
      return entered;
    });
    return entering.catch((error: unknown) => {
      cancelReservation();
      throw error;
    });
  }

  private async enrollWithin(
    tx: EntityManager,
    context: RequestContext,
    request: Request,
    sender: NonNullable<Request['sender']>,
  ): Promise<ActivationResult> {
    // Taken first: otherwise two requests with the same key could wait for each other on later locks.
    const { idempotency } = request;
    if (idempotency && !(await this.memberships.tryLock(tx, context.accountId, idempotency.key)))
      throw new RequestInProgress();
    const { test, recipient, cc, bcc, email_data, tags, headers, esp_account, locale, account_tracking } = request;
    const campaign = checkOpen(await this.campaigns.lockShared(tx, context.accountId, request.drip_campaign_id));
    const content = {
      recipient,
      sender,
      cc,
      bcc,
      template_data: email_data,
      tags,
      headers,
      esp_account,
      locale,
      account_tracking,
    };
    const at = Math.floor(Date.now() / 1000);
    const [reached] = await this.memberships.enter(tx, [{ context, campaign, test, content, at }]);
    const response = {
      drip_campaign: { id: campaign.id, name: campaign.name },
      recipient_address: recipient.address,
      message: reached
        ? `${recipient.address} is now in the drip campaign "${campaign.name}"`
        : `${recipient.address} is already in the drip campaign "${campaign.name}"; nothing was changed`,
    };
    if (idempotency && !(await this.memberships.remember(tx, context.accountId, idempotency, response)))
      throw new KeyTaken();
    return { response, reached };
  }

  /**
   * Creates the customer and the log of the first email before the activation is answered. A service that is down
   * catches up from the events, so a failure here does not fail the activation.
   */
  private async planFirstEmail(context: RequestContext, { mail }: ReachedStep): Promise<void> {
    this.relay.wake();
    const within = { ...context, deadline: context.deadline - replyReserveMs };
    const { address: email } = mail.content.recipient;
    const recipient_known = await this.reaches(this.client.call(ensureCustomer, within, { email }));
    await this.reaches(this.client.call(planDripMail, within, { ...mail, recipient_known }));
  }

  private async reaches(call: Promise<unknown>): Promise<boolean> {
    try {
      await call;
      return true;
    } catch (error) {
      this.logger.warn({ err: error }, 'call after an activation failed; its event will do the work');
      return false;
    }
  }

  /**
   * The stored reply to this key. Throws `idempotency_mismatch` for a different request (docs/guides/idempotency.md).
   */
  private async findStoredResponse(
    { accountId }: RequestContext,
    { idempotency }: Request,
  ): Promise<Response | undefined> {
    if (!idempotency) return undefined;
    const stored = await this.database.manager.findOneBy(IdempotencyEntity, { accountId, key: idempotency.key });
    if (!stored) return undefined;
    if (stored.requestHash !== idempotency.request_hash)
      throw new ServiceError('idempotency_mismatch', 'This Idempotency-Key was used with another request');
    return { ...stored.answer, replayed: true };
  }
}

function checkOpen<Campaign extends { readonly enabled: boolean }>(campaign: Campaign | undefined): Campaign {
  if (!campaign) throw new ServiceError('drip_campaign_not_found', 'Drip campaign not found');
  if (!campaign.enabled) throw new ServiceError('drip_campaign_disabled', 'This drip campaign is disabled');
  return campaign;
}

/** The key existed at the insert and was gone at the read: its 24 hours ended in between. */
function idempotencyKeyExpired(): never {
  throw unavailable('The Idempotency-Key has just expired');
}

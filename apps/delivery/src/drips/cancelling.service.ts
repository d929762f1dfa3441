import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { OutboxRelay } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { CancellationsRepository } from '../drip-mails/cancellations.repository.js';
import { CampaignStatesRepository } from './campaign-states.repository.js';

/** Reserved from the caller's deadline for the response. */
const responseReserveMs = 500;
/** Interval of checks for an email that is being handed to a provider. */
const recheckMs = 50;

export const leftCampaign = 'The recipient left the drip campaign';

/** Ends memberships: after it returns, none of their emails is sent (docs/drips.md#leaving). */
@Injectable()
export class CancellingService {
  constructor(
    private readonly database: DataSource,
    private readonly states: CampaignStatesRepository,
    private readonly cancellations: CancellationsRepository,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Waits for emails that are being handed to a provider: if such an attempt is deferred, the email is cancelled too.
   */
  async cancel(context: RequestContext, membershipIds: readonly string[]): Promise<void> {
    while (await this.database.transaction((tx) => this.cancelMails(context, membershipIds, tx))) {
      if (Date.now() >= context.deadline - responseReserveMs)
        throw new ServiceError(
          'unavailable',
          'An email of this recipient is being handed to its provider. The membership has ended; repeat the call to make sure that no further email is sent',
          undefined,
          undefined,
          { carriedOut: 'unknown', reason: 'handover_under_way' },
        );
      await sleep(recheckMs);
    }
    this.relay.wake();
  }

  /** Returns whether an email is still in flight. */
  async cancelMails(
    context: Pick<RequestContext, 'accountId' | 'requestId'>,
    membershipIds: readonly string[],
    tx: EntityManager,
  ): Promise<boolean> {
    await this.states.endMemberships(tx, context.accountId, membershipIds);
    await this.cancellations.cancelMails(tx, context, { membershipIds }, leftCampaign);
    return this.cancellations.anyPending(tx, context.accountId, membershipIds);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { OutboxRelay } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { CancellationsRepository } from '../drip-mails/cancellations.repository.js';
import { CampaignStatesRepository } from './campaign-states.repository.js';

/** What is left of the caller's time for the answer. */
const timeToAnswerMs = 500;
/** How soon a mail that a provider is being given is looked at again. */
const recheckMs = 50;

export const leftCampaign = 'Its recipient was taken out of the drip campaign';

/** Ends memberships: when this returns, none of their mails goes out any more (docs/drips.md#leaving). */
@Injectable()
export class CancellingService {
  constructor(
    private readonly database: DataSource,
    private readonly orders: CampaignStatesRepository,
    private readonly cancellations: CancellationsRepository,
    private readonly relay: OutboxRelay,
  ) {}

  /** Waits for what a provider is being given at the moment: if that fails for now, it is cancelled too. */
  async cancel(context: RequestContext, membershipIds: readonly string[]): Promise<void> {
    while (await this.database.transaction((tx) => this.withdraw(context, membershipIds, tx))) {
      if (Date.now() >= context.deadline - timeToAnswerMs)
        throw new ServiceError(
          'unavailable',
          'A mail of this recipient is being handed to its provider; the membership has ended, ask again to know that none of its mails goes out any more',
          undefined,
          undefined,
          { carriedOut: 'unknown', reason: 'handover_under_way' },
        );
      await sleep(recheckMs);
    }
    this.relay.wake();
  }

  /** Whether something is still on its way. */
  async withdraw(
    context: Pick<RequestContext, 'accountId' | 'requestId'>,
    membershipIds: readonly string[],
    tx: EntityManager,
  ): Promise<boolean> {
    await this.orders.endMemberships(tx, context.accountId, membershipIds);
    await this.cancellations.withdraw(tx, context, { membershipIds }, leftCampaign);
    return this.cancellations.anyPending(tx, context.accountId, membershipIds);
  }
}

import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import type { DripCampaignState, RequestContext } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import { OutboxRelay } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { CancellationsRepository } from '../drip-mails/cancellations.repository.js';
import { leftCampaign } from './cancelling.service.js';
import type { UnsettledState } from './campaign-states.repository.js';
import { CampaignStatesRepository } from './campaign-states.repository.js';

const everyMs = 10_000;
/** Far below the time limit of a statement. */
const mailsPerBatch = 500;
/** Longer than a statement may take: what cannot be followed takes the smaller part of the time. */
const postponeSeconds = 30;

const campaignEnded = 'The drip campaign was deleted';
const stepRemoved = 'This step was removed from the drip campaign';

/**
 * Follows what is said about campaigns. From the moment it is written down every hand-over obeys it; what waits is then cancelled or queued again, batch
 * by batch, by whichever process gets to it. Nothing is waited for here: what is due is for the queue to say.
 */
@Injectable()
export class CampaignStates extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly orders: CampaignStatesRepository,
    private readonly cancellations: CancellationsRepository,
    private readonly relay: OutboxRelay,
  ) {
    super({ everyMs, firstAfterMs: 0, failure: 'what was said about campaigns could not be followed yet' });
  }

  async take(
    { accountId }: Pick<RequestContext, 'accountId'>,
    order: DripCampaignState,
    tx?: EntityManager,
  ): Promise<void> {
    if (tx) await this.orders.take(tx, accountId, order);
    else await this.database.transaction((own) => this.orders.take(own, accountId, order));
    this.wake();
  }

  protected async batch(): Promise<boolean> {
    let order: UnsettledState | undefined;
    try {
      await this.database.transaction(async (tx) => {
        order = await this.orders.unsettled(tx);
        if (order) await this.orders.settle(tx, order, await this.follow(tx, order));
      });
    } catch (error) {
      if (!order) throw error;
      await this.orders.postpone(this.database.manager, order, postponeSeconds);
      this.onError(error as Error);
    }
    if (order) this.relay.wake();
    return order !== undefined;
  }

  /** How far it has come; undefined when it is through. */
  private async follow(tx: EntityManager, order: UnsettledState): Promise<string | undefined> {
    const { accountId, id, campaignId, state } = order;
    const context = { accountId, requestId: newId('request') };
    if (campaignId === null) {
      await this.cancellations.withdraw(tx, context, { membershipIds: [id] }, leftCampaign);
      return undefined;
    }
    if (state === 'running')
      return (await this.orders.release(tx, order, mailsPerBatch)) === mailsPerBatch ? order.settledTo : undefined;
    const messageIds = await this.orders.mailsOf(tx, order, mailsPerBatch);
    const reason = id === campaignId ? campaignEnded : stepRemoved;
    await this.cancellations.withdraw(tx, context, { campaignId, messageIds }, reason);
    return messageIds.length === mailsPerBatch ? messageIds.at(-1) : undefined;
  }
}

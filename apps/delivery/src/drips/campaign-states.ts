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
/** Small enough to stay well below the statement timeout. */
const mailsPerBatch = 500;
/** Longer than the statement timeout, so that a failing state takes up less than half of the time. */
const postponeSeconds = 30;

const campaignEnded = 'The drip campaign was deleted';
const stepRemoved = 'This step was removed from the drip campaign';

/**
 * Applies campaign states to emails that wait. Every dispatch obeys a state as soon as it is committed; waiting emails
 * are then cancelled or queued again in batches, by any process. It does not wake the dispatcher, whose scan finds the
 * due emails.
 */
@Injectable()
export class CampaignStates extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly states: CampaignStatesRepository,
    private readonly cancellations: CancellationsRepository,
    private readonly relay: OutboxRelay,
  ) {
    super({ everyMs, firstAfterMs: 0, failure: 'campaign states could not be applied yet' });
  }

  async save(
    { accountId }: Pick<RequestContext, 'accountId'>,
    change: DripCampaignState,
    tx?: EntityManager,
  ): Promise<void> {
    if (tx) await this.states.save(tx, accountId, change);
    else await this.database.transaction((own) => this.states.save(own, accountId, change));
    this.wake();
  }

  protected async batch(): Promise<boolean> {
    let change: UnsettledState | undefined;
    try {
      await this.database.transaction(async (tx) => {
        change = await this.states.unsettled(tx);
        if (change) await this.states.settle(tx, change, await this.applyState(tx, change));
      });
    } catch (error) {
      if (!change) throw error;
      await this.states.postpone(this.database.manager, change, postponeSeconds);
      this.onError(error as Error);
    }
    if (change) this.relay.wake();
    return change !== undefined;
  }

  /** Returns the last message processed; undefined when all are. */
  private async applyState(tx: EntityManager, change: UnsettledState): Promise<string | undefined> {
    const { accountId, id, campaignId, state } = change;
    const context = { accountId, requestId: newId('request') };
    if (campaignId === null) {
      await this.cancellations.cancelMails(tx, context, { membershipIds: [id] }, leftCampaign);
      return undefined;
    }
    if (state === 'running')
      return (await this.states.release(tx, change, mailsPerBatch)) === mailsPerBatch ? change.settledTo : undefined;
    const messageIds = await this.states.findMails(tx, change, mailsPerBatch);
    const reason = id === campaignId ? campaignEnded : stepRemoved;
    await this.cancellations.cancelMails(tx, context, { campaignId, messageIds }, reason);
    return messageIds.length === mailsPerBatch ? messageIds.at(-1) : undefined;
  }
}

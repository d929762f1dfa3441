import { Injectable } from '@nestjs/common';
import { PeriodicTask, retryOnSerializationFailure } from '@postrider/concurrency';
import { lookUpDripMails, maxDripMailsLookedUp, newId } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import type { OverdueMember } from './members.repository.js';
import { OverdueMembersRepository } from './members.repository.js';
import { ProgressService } from './progress.service.js';

const everyMs = 5 * 60 * 1000;
const batchesPerRound = 200;
/** Of a mail that was due longer ago delivery may have forgotten that it was made (docs/drips.md#data-kept). */
const rememberedSeconds = 80 * 24 * 60 * 60;

const stuck = new Gauge({
  name: 'postrider_drip_members_stuck',
  help: 'Members of drip campaigns found waiting for a mail that had ended, or that delivery did not know, in the last round of this process; not a number while that is unknown',
  labelNames: ['mail'],
});

interface StuckMember extends OverdueMember {
  readonly mail: 'ended' | 'unknown';
  /** When the mail ended: Unix seconds. */
  readonly at: number;
}

/**
 * Looks for members whose mail was due long ago, and asks delivery what became of it: what says so is an event, and events can be given up
 * (docs/drips.md#recovery). Each goes on once, whichever comes first, this or the event. Replicas may do so at the same time.
 */
@Injectable()
export class OverdueMembers extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly members: OverdueMembersRepository,
    private readonly progress: ProgressService,
    private readonly client: ContractClient,
  ) {
    super({ everyMs, failure: 'it was not found out which members of drip campaigns wait in vain' });
  }

  /** All of a round, of which the gauge tells. */
  protected async batch(stopping: AbortSignal): Promise<void> {
    const found = { ended: 0, unknown: 0 };
    for (let batches = 0; batches < batchesPerRound && !stopping.aborted; batches++) {
      const overdue = await this.members.take(maxDripMailsLookedUp);
      for (const accountId of new Set(overdue.map((member) => member.accountId))) {
        const members = await this.stuckOf(
          accountId,
          overdue.filter((member) => member.accountId === accountId),
        );
        for (const { mail } of members) found[mail]++;
        await this.heal(members);
      }
      if (overdue.length < maxDripMailsLookedUp) break;
    }
    for (const mail of ['ended', 'unknown'] as const) stuck.set({ mail }, found[mail]);
  }

  /** The last values say nothing any more, and an alert must not rest on them. */
  protected override onError(error: Error): void {
    for (const mail of ['ended', 'unknown']) stuck.set({ mail }, NaN);
    super.onError(error);
  }

  private async stuckOf(accountId: string, members: readonly OverdueMember[]): Promise<StuckMember[]> {
    const now = Date.now();
    const mails = await this.client.call(
      lookUpDripMails,
      { accountId, requestId: newId('request'), deadline: now + lookUpDripMails.timeoutMs },
      { mails: members.map(({ id, stepId }) => ({ membership_id: id, step_id: stepId })) },
    );
    return members.flatMap((member, place) => {
      const { state, at = Math.floor(now / 1000) } = mails[place]!;
      return state === 'pending' ? [] : [{ ...member, mail: state, at }];
    });
  }

  /** One whose way on cannot be written must not keep the others from going on: each by itself then. */
  private async heal(members: readonly StuckMember[]): Promise<void> {
    if (members.length === 0) return;
    try {
      await retryOnSerializationFailure(() => this.goOn(members));
      this.logger.warn(
        { account_id: members[0]!.accountId },
        `${members.length} members of drip campaigns waited for mails that had ended or got lost, and go on now`,
      );
    } catch (error) {
      if (members.length > 1) for (const member of members) await this.heal([member]);
      else this.logger.error({ err: error, membership_id: members[0]!.id }, 'a member of a drip campaign cannot go on');
    }
  }

  private async goOn(members: readonly StuckMember[]): Promise<void> {
    const requestId = newId('request');
    const dueSince = Math.floor(Date.now() / 1000) - rememberedSeconds;
    // What delivery can have forgotten may have been sent: a step is lost rather than sent twice.
    const lost = members.filter(({ mail, dueAt }) => mail === 'unknown' && dueAt > dueSince);
    const concluded = members.filter((member) => !lost.includes(member));
    await this.database.transaction(async (tx) => {
      await this.progress.planAgain(
        tx,
        lost.map((member) => ({ ...member, requestId })),
      );
      await this.progress.goOn(
        tx,
        concluded.map(({ accountId, id, campaignId, stepId, at }) => ({
          accountId,
          requestId,
          payload: { at, drip: { campaign_id: campaignId, membership_id: id, step_id: stepId } },
        })),
      );
    });
  }
}

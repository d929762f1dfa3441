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
/** For an email that was due earlier, delivery may have purged its record (docs/drips.md#data-kept). */
const deliveryRetentionSeconds = 80 * 24 * 60 * 60;

const stuck = new Gauge({
  name: 'postrider_drip_members_stuck',
  help: 'Drip campaign members found waiting for an email that had ended or was unknown to delivery, in the last check of this process; NaN after a failed check',
  labelNames: ['mail'],
});

interface StuckMember extends OverdueMember {
  readonly mail: 'ended' | 'unknown';
  /** When the email ended: Unix seconds. */
  readonly at: number;
}

/**
 * Requests the state of overdue emails from delivery, because their final event can get lost
 * (docs/operate/runbook.md#postriderdripmembersstuck). A member advances once, by this task or by the event. Replicas
 * can run it at the same time.
 */
@Injectable()
export class OverdueMembers extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly members: OverdueMembersRepository,
    private readonly progress: ProgressService,
    private readonly client: ContractClient,
  ) {
    super({ everyMs, failure: 'could not look for stuck members of drip campaigns' });
  }

  /** Runs the whole check in one call, because the gauge reports its total. */
  protected async batch(stopping: AbortSignal): Promise<void> {
    const found = { ended: 0, unknown: 0 };
    for (let batches = 0; batches < batchesPerRound && !stopping.aborted; batches++) {
      const overdue = await this.members.claim(maxDripMailsLookedUp);
      for (const accountId of new Set(overdue.map((member) => member.accountId))) {
        const members = await this.findStuck(
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

  /** NaN, so that no alert uses a stale value. */
  protected override onError(error: Error): void {
    for (const mail of ['ended', 'unknown']) stuck.set({ mail }, NaN);
    super.onError(error);
  }

  private async findStuck(accountId: string, members: readonly OverdueMember[]): Promise<StuckMember[]> {
    const now = Date.now();
    const mails = await this.client.call(
      lookUpDripMails,
      { accountId, requestId: newId('request'), deadline: now + lookUpDripMails.timeoutMs },
      { mails: members.map(({ id, stepId }) => ({ membership_id: id, step_id: stepId })) },
    );
    return members.flatMap((member, index) => {
      const { state, at = Math.floor(now / 1000) } = mails[index]!;
      return state === 'pending' ? [] : [{ ...member, mail: state, at }];
    });
  }

  /** If the batch fails, each member is advanced by itself, so that one failure does not block the others. */
  private async heal(members: readonly StuckMember[]): Promise<void> {
    if (members.length === 0) return;
    try {
      await retryOnSerializationFailure(() => this.advance(members));
      this.logger.warn(
        { account_id: members[0]!.accountId },
        `${members.length} members of drip campaigns were stuck on emails that had ended or were lost, and were advanced`,
      );
    } catch (error) {
      if (members.length > 1) for (const member of members) await this.heal([member]);
      else
        this.logger.error(
          { err: error, membership_id: members[0]!.id },
          'could not advance a member of a drip campaign',
        );
    }
  }

  private async advance(members: readonly StuckMember[]): Promise<void> {
    const requestId = newId('request');
    const dueSince = Math.floor(Date.now() / 1000) - deliveryRetentionSeconds;
    // An email whose record delivery may have purged could have been sent already: skip the step, to avoid a second
    // email.
    const lost = members.filter(({ mail, dueAt }) => mail === 'unknown' && dueAt > dueSince);
    const concluded = members.filter((member) => !lost.includes(member));
    await this.database.transaction(async (tx) => {
      await this.progress.planAgain(
        tx,
        lost.map((member) => ({ ...member, requestId })),
      );
      await this.progress.advance(
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

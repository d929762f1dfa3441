import { Injectable } from '@nestjs/common';
import type { DripMark } from '@postrider/contracts';
import { messageEnded, messageSent } from '@postrider/contracts';
import { OutboxRelay } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import type { RunningCampaign } from '../campaigns/campaigns.repository.js';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { nextStep } from '../campaigns/step-list.js';
import type { Advance, RequestOrigin, Member } from './memberships.repository.js';
import { MembershipsRepository } from './memberships.repository.js';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';

/** An email that was sent, or ended otherwise. */
type Concluded = RequestOrigin & { readonly payload: { readonly drip?: DripMark | undefined; readonly at: number } };

/** A step whose event did not reach delivery. */
interface UndeliveredStep extends RequestOrigin {
  /** Id of the membership. */
  readonly id: string;
  readonly stepId: string;
  /** Unix seconds. */
  readonly dueAt: number;
}

const getKey = (accountId: string, id: string | undefined): string => `${accountId}/${id}`;

/** Advances a member when the email it waits for has ended, sent or not (docs/drips.md#when-the-next-email-is-sent). */
@Injectable()
export class ProgressService {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly memberships: MembershipsRepository,
    private readonly relay: OutboxRelay,
  ) {}

  async advance(tx: EntityManager, events: readonly Concluded[]): Promise<void> {
    const ends = new Map(events.map((event) => [getKey(event.accountId, event.payload.drip?.membership_id), event]));
    const wanted = [...ends.values()].map(({ accountId, payload }) => ({ accountId, id: payload.drip!.membership_id }));
    const members = await this.memberships.lockWaiting(tx, wanted);
    const findCampaign = await this.lockCampaigns(tx, members);
    const advances: Advance[] = [];
    const finished: Member[] = [];
    for (const member of members) {
      const { requestId, payload } = ends.get(getKey(member.accountId, member.id))!;
      const campaign = findCampaign(member);
      // The member has moved on from this step, or the campaign was deleted with its members.
      if (!campaign || payload.drip?.step_id !== member.stepId) continue;
      const step = nextStep(campaign.steps, member.had);
      const context = { accountId: member.accountId, requestId };
      if (step) advances.push({ context, member, campaign, step, dueAt: payload.at + Number(step.delaySeconds) });
      else finished.push(member);
    }
    await this.memberships.advance(tx, advances);
    await this.memberships.finish(tx, finished);
    if (advances.length > 0) this.relay.wake();
  }

  /**
   * Publishes the steps of these members again, because delivery does not know them. Members that have moved on are
   * skipped; members at a step that was removed advance, as if its email had ended now.
   */
  async planAgain(tx: EntityManager, lost: readonly UndeliveredStep[]): Promise<void> {
    if (lost.length === 0) return;
    const steps = new Map(lost.map((step) => [getKey(step.accountId, step.id), step]));
    const members = await this.memberships.lockWaiting(tx, lost);
    const findCampaign = await this.lockCampaigns(tx, members);
    const again: Advance[] = [];
    const removed: Concluded[] = [];
    for (const member of members) {
      const { requestId, stepId, dueAt } = steps.get(getKey(member.accountId, member.id))!;
      const campaign = findCampaign(member);
      if (!campaign || stepId !== member.stepId) continue;
      const context = { accountId: member.accountId, requestId };
      const step = campaign.steps.find(({ id }) => id === stepId);
      const drip = { campaign_id: member.campaignId, membership_id: member.id, step_id: stepId };
      if (step) again.push({ context, member, campaign, step, dueAt });
      else removed.push({ ...context, payload: { drip, at: Math.floor(Date.now() / 1000) } });
    }
    await this.memberships.publishAgain(tx, again);
    await this.advance(tx, removed);
    if (again.length > 0) this.relay.wake();
  }

  /** Finds a member's campaign, locked for share; undefined when it was deleted. */
  private async lockCampaigns(
    tx: EntityManager,
    members: readonly Member[],
  ): Promise<(member: Member) => RunningCampaign | undefined> {
    const campaigns = await this.campaigns.lockAllShared(
      tx,
      members.map(({ accountId, campaignId: id }) => ({ accountId, id })),
    );
    const found = new Map(campaigns.map((campaign) => [getKey(campaign.accountId, campaign.id), campaign]));
    return ({ accountId, campaignId }) => found.get(getKey(accountId, campaignId));
  }
}

/** Filters out email that does not belong to a campaign before any query. */
@Injectable()
export class ProgressConsumer {
  constructor(private readonly progress: ProgressService) {}

  @On(messageSent, { filter: ({ drip }) => drip !== undefined })
  sent(events: readonly ReceivedEvent<typeof messageSent>[], tx: EntityManager): Promise<void> {
    return this.progress.advance(tx, events);
  }

  @On(messageEnded, { filter: ({ drip }) => drip !== undefined })
  ended(events: readonly ReceivedEvent<typeof messageEnded>[], tx: EntityManager): Promise<void> {
    return this.progress.advance(tx, events);
  }
}

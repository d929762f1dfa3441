import { Injectable } from '@nestjs/common';
import type { DripMark } from '@postrider/contracts';
import { OutboxRelay } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { nextStep } from '../campaigns/step-list.js';
import type { Advance, Asker, Member } from './memberships.repository.js';
import { MembershipsRepository } from './memberships.repository.js';

/** A mail that was sent, or ended otherwise. */
type Concluded = Asker & { readonly payload: { readonly drip?: DripMark | undefined; readonly at: number } };

const keyOf = (accountId: string, id: string | undefined): string => `${accountId}/${id}`;

/** A member goes on when the mail it waited for has come to its end, whichever end that is (docs/drips.md#going-on). */
@Injectable()
export class ProgressService {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly memberships: MembershipsRepository,
    private readonly relay: OutboxRelay,
  ) {}

  async goOn(tx: EntityManager, events: readonly Concluded[]): Promise<void> {
    const ends = new Map(events.map((event) => [keyOf(event.accountId, event.payload.drip?.membership_id), event]));
    const wanted = [...ends.values()].map(({ accountId, payload }) => ({ accountId, id: payload.drip!.membership_id }));
    const members = await this.memberships.lockWaiting(tx, wanted);
    const campaigns = await this.campaigns.shareAll(
      tx,
      members.map(({ accountId, campaignId: id }) => ({ accountId, id })),
    );
    const campaignOf = new Map(campaigns.map((campaign) => [keyOf(campaign.accountId, campaign.id), campaign]));
    const advances: Advance[] = [];
    const finished: Member[] = [];
    for (const member of members) {
      const { requestId, payload } = ends.get(keyOf(member.accountId, member.id))!;
      const campaign = campaignOf.get(keyOf(member.accountId, member.campaignId));
      // The end of a mail it has gone on from, or the campaign was deleted and its members with it.
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
}

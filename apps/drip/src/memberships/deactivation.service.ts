import { Injectable } from '@nestjs/common';
import { retryOnSerializationFailure } from '@postrider/concurrency';
import type { ResponseInputOf, deactivateDripCampaign, RequestContext } from '@postrider/contracts';
import {
  addressKey,
  cancelDripMails,
  dripMembershipLeft,
  maxCancelledMemberships,
  notFound,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { addToOutbox, outboxRow, OutboxRelay } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { OptOutsRepository } from './opt-outs.repository.js';
import { MembershipsRepository } from './memberships.repository.js';

/**
 * Removes a recipient from campaigns (docs/drips.md#leaving). The memberships end first, then their emails are
 * cancelled, then the caller gets its reply. If cancelling fails, the caller repeats the request, which cancels the
 * rest.
 */
@Injectable()
export class DeactivationService {
  constructor(
    private readonly database: DataSource,
    private readonly campaigns: CampaignsRepository,
    private readonly memberships: MembershipsRepository,
    private readonly optOuts: OptOutsRepository,
    private readonly client: ContractClient,
    private readonly relay: OutboxRelay,
  ) {}

  async deactivate(
    context: RequestContext,
    campaignId: string,
    address: string,
  ): Promise<ResponseInputOf<typeof deactivateDripCampaign>> {
    const campaign = await this.campaigns.find(context.accountId, campaignId);
    if (!campaign) notFound('Drip campaign');
    const wasMember = await this.leave(context, addressKey(address), campaignId);
    return {
      drip_campaign: { id: campaign.id, name: campaign.name },
      recipient_address: address,
      message: wasMember
        ? `${address} was removed from the drip campaign "${campaign.name}"`
        : `${address} is not in the drip campaign "${campaign.name}"; nothing was changed`,
    };
  }

  async deactivateEverywhere(context: RequestContext, address: string): Promise<void> {
    await this.leave(context, addressKey(address), undefined);
  }

  /** Returns whether there was a membership to end. */
  private async leave(context: RequestContext, recipientKey: string, campaignId: string | undefined): Promise<boolean> {
    const { accountId } = context;
    const end = async (tx: EntityManager): Promise<string[]> => {
      await this.optOuts.add(tx, accountId, recipientKey, campaignId);
      const left = await this.memberships.leave(tx, accountId, recipientKey, campaignId);
      await addToOutbox(
        tx,
        left.map((membership_id) => outboxRow(dripMembershipLeft, context, { membership_id })),
      );
      return this.memberships.uncancelled(tx, accountId, recipientKey, campaignId);
    };
    const toCancel = await retryOnSerializationFailure(() => this.database.transaction(end));
    this.relay.wake();
    for (let first = 0; first < toCancel.length; first += maxCancelledMemberships) {
      const membership_ids = toCancel.slice(first, first + maxCancelledMemberships);
      await this.client.call(cancelDripMails, context, { membership_ids });
      await this.memberships.markCancelled(this.database.manager, accountId, membership_ids);
    }
    return toCancel.length > 0;
  }
}

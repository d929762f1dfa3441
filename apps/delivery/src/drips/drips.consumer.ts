import { Injectable } from '@nestjs/common';
import { dripCampaignChanged, dripMembershipLeft, dripStepReached } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { CampaignOrders } from './campaign-orders.js';
import { CancellingService } from './cancelling.service.js';
import { PlanningService } from './planning.service.js';

/** What was said while we could not be asked; the rest has been done already. */
@Injectable()
export class DripsConsumer {
  constructor(
    private readonly planning: PlanningService,
    private readonly cancelling: CancellingService,
    private readonly orders: CampaignOrders,
  ) {}

  @On(dripStepReached)
  reached(events: readonly ReceivedEvent<typeof dripStepReached>[], tx: EntityManager): Promise<void> {
    return this.planning.planAll(tx, events);
  }

  @On(dripMembershipLeft)
  async left(events: readonly ReceivedEvent<typeof dripMembershipLeft>[], tx: EntityManager): Promise<void> {
    for (const { payload, ...context } of events.toSorted(byMembership))
      await this.cancelling.withdraw(context, [payload.membership_id], tx);
  }

  @On(dripCampaignChanged)
  async changed(events: readonly ReceivedEvent<typeof dripCampaignChanged>[], tx: EntityManager): Promise<void> {
    for (const { payload, ...context } of events) await this.orders.take(context, payload, tx);
  }
}

/** One order everywhere, or two who cancel could wait for each other. */
const byMembership = (
  { payload: one }: ReceivedEvent<typeof dripMembershipLeft>,
  { payload: other }: ReceivedEvent<typeof dripMembershipLeft>,
): number => (one.membership_id < other.membership_id ? -1 : 1);

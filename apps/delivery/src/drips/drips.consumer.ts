import { Injectable } from '@nestjs/common';
import { dripCampaignChanged, dripMembershipLeft, dripStepReached } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import { CampaignStates } from './campaign-states.js';
import { CancellingService } from './cancelling.service.js';
import { PlanningService } from './planning.service.js';
import type { EntityManager } from 'typeorm';

/** Handles the events of calls that could not reach this service; those of successful calls have no effect. */
@Injectable()
export class DripsConsumer {
  constructor(
    private readonly planning: PlanningService,
    private readonly cancelling: CancellingService,
    private readonly states: CampaignStates,
  ) {}

  @On(dripStepReached)
  planMails(events: readonly ReceivedEvent<typeof dripStepReached>[], tx: EntityManager): Promise<void> {
    return this.planning.planAll(tx, events);
  }

  @On(dripMembershipLeft)
  async cancelMails(events: readonly ReceivedEvent<typeof dripMembershipLeft>[], tx: EntityManager): Promise<void> {
    for (const { payload, ...context } of inOrder(events, ({ membership_id }) => membership_id))
      await this.cancelling.cancelMails(context, [payload.membership_id], tx);
  }

  @On(dripCampaignChanged)
  async saveStates(events: readonly ReceivedEvent<typeof dripCampaignChanged>[], tx: EntityManager): Promise<void> {
    for (const { payload, ...context } of inOrder(events, ({ campaign_id }) => campaign_id))
      await this.states.save(context, payload, tx);
  }
}

/** Locks are taken in the order of keys, so that transactions cannot deadlock; events of one key keep their order. */
function inOrder<Event extends { readonly accountId: string; readonly payload: unknown }>(
  events: readonly Event[],
  getId: (payload: Event['payload']) => string,
): Event[] {
  const getKey = ({ accountId, payload }: Event): string => `${accountId} ${getId(payload)}`;
  return events.toSorted((one, other) => Number(getKey(one) > getKey(other)) - Number(getKey(one) < getKey(other)));
}

import { z } from 'zod';
import { dripCampaignState, dripMail, exampleDripCampaignState, exampleDripMail } from '../delivery/drip-mails.js';
import { defineEvent } from '../event.js';
import { id } from '../ids.js';
import { exampleErasure } from '../customer/erasures.js';

/** This number of memberships was anonymized. `last`: there are no others. */
export const membershipsErased = defineEvent({
  topic: 'drip_memberships.erased.v1',
  publisher: 'drip',
  consumers: ['customer'],
  payload: z.object({ erasure_id: id('erasure'), memberships: z.int().nonnegative(), last: z.boolean() }),
  examples: [{ erasure_id: exampleErasure.id, memberships: 1, last: true }],
});

/** A member reached a step. Plans its email, unless the call that accompanies this event already did. */
export const dripStepReached = defineEvent({
  topic: 'drip_step.reached.v1',
  publisher: 'drip',
  consumers: ['delivery'],
  payload: dripMail,
  examples: [exampleDripMail],
});

/** A member was removed from a campaign: cancels the membership's pending emails. */
export const dripMembershipLeft = defineEvent({
  topic: 'drip_membership.left.v1',
  publisher: 'drip',
  consumers: ['delivery'],
  payload: z.object({ membership_id: id('membership') }),
  examples: [{ membership_id: exampleDripMail.membership_id }],
});

/** A campaign was paused, resumed, deleted or lost steps. */
export const dripCampaignChanged = defineEvent({
  topic: 'drip_campaign.changed.v1',
  publisher: 'drip',
  consumers: ['delivery'],
  payload: dripCampaignState,
  examples: [exampleDripCampaignState],
});

import { z } from 'zod';
import { emailAddress } from '../addresses.js';
import { idempotency } from '../delivery/accept.js';
import { messageContent, sender } from '../delivery/message.js';
import { id } from '../ids.js';
import { optionalOrEmpty, after, pageSchema, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { accountTracking } from '../tracking-choice.js';

/** POST /drip_campaigns/{id}/activate (docs/reference/drip-campaigns.md), with the same limits as a send. */
export const activateBody = messageContent
  .pick({
    recipient: true,
    cc: true,
    bcc: true,
    sender: true,
    tags: true,
    headers: true,
    esp_account: true,
    locale: true,
  })
  .extend({
    email_data: messageContent.shape.template_data,
    test: z
      .boolean({ error: 'must be a boolean' })
      .optional()
      .describe('Whether the membership is a test, which sends nothing; always with a test key.'),
  })
  .meta({ id: 'DripActivation' });
export const deactivateBody = z
  .object({ recipient_address: emailAddress.describe('The recipient to deactivate.') })
  .meta({ id: 'DripDeactivation' });

const membershipResponse = z.object({
  drip_campaign: z
    .object({ id: id('dripCampaign').describe('Its id.'), name: z.string().describe('Its name.') })
    .describe('The drip campaign.'),
  recipient_address: z.string().describe('The address.'),
  message: z.string().describe('The outcome, as a sentence.'),
});
const exampleResponse = {
  drip_campaign: { id: 'dc_01KQV5Xx7GJ8sVJ4mB2cDe', name: 'Onboarding' },
  recipient_address: 'ada@example.com',
  message: 'ada@example.com is now in the drip campaign "Onboarding"',
};

/** Before it responds, the membership is committed and its first email has a log. */
export const activateDripCampaign = defineRpc({
  pattern: 'drip.membership.activate.v1',
  request: activateBody.extend({
    drip_campaign_id: z.string(),
    test: z.boolean(),
    default_sender: sender.optional(),
    account_tracking: accountTracking.optional(),
    idempotency: idempotency.optional(),
  }),
  response: membershipResponse.extend({ replayed: z.boolean() }),
  errors: [
    'drip_campaign_not_found',
    'drip_campaign_disabled',
    'quota_exceeded',
    'esp_account_not_found',
    'no_esp_account',
    'sender_required',
    'idempotency_in_progress',
    'idempotency_mismatch',
  ],
  timeoutMs: 10_000,
  examples: [
    {
      name: 'a new person',
      request: {
        drip_campaign_id: exampleResponse.drip_campaign.id,
        recipient: { address: 'ada@example.com', name: 'Ada' },
        email_data: { name: 'Ada' },
        test: false,
      },
      response: { ...exampleResponse, replayed: false },
    },
  ],
});

/** Once it responds, no pending email of this person and campaign is sent any more. */
export const deactivateDripCampaign = defineRpc({
  pattern: 'drip.membership.deactivate.v1',
  request: deactivateBody.extend({ drip_campaign_id: z.string() }),
  response: membershipResponse,
  errors: ['not_found'],
  timeoutMs: 20_000,
  examples: [
    {
      name: 'a member',
      request: { drip_campaign_id: exampleResponse.drip_campaign.id, recipient_address: 'ada@example.com' },
      response: {
        ...exampleResponse,
        message: 'ada@example.com was removed from the drip campaign "Onboarding"',
      },
    },
  ],
});

/** The same for all campaigns. */
export const deactivateEverywhere = defineRpc({
  pattern: 'drip.membership.deactivate_everywhere.v1',
  request: deactivateBody,
  response: z.object({ recipient_address: z.string().describe('The address.') }),
  timeoutMs: 30_000,
  examples: [
    {
      name: 'by address',
      request: { recipient_address: 'ada@example.com' },
      response: { recipient_address: 'ada@example.com' },
    },
  ],
});

/** One membership (docs/reference/drip-campaigns.md). `step` and `next_due` are only present while it waits. */
export const dripMemberResource = z
  .object({
    object: z.literal('drip_member'),
    id: id('membership').describe('Its id.'),
    recipient_address: z.string().describe('The address.'),
    test: z.boolean().describe('Whether a test key activated it.'),
    state: z
      .enum(['waiting', 'finished', 'left'])
      .describe('`waiting` for a step, `finished`, or `left` before the end.'),
    entered: timestamp.describe('The start of the membership.'),
    step: z.string().optional().describe('The id of the step that it waits for; only while `waiting`.'),
    next_due: timestamp.optional().describe('The time at which that step is due; only while `waiting`.'),
    ended: timestamp.optional().describe('The end of the membership.'),
  })
  .meta({ id: 'DripMember', description: 'A membership in a drip campaign.' });
export type DripMemberResource = z.infer<typeof dripMemberResource>;

/** GET /drip_campaigns/{id}/members: newest first. */
export const dripMembersQuery = z.object({
  recipient_address: optionalOrEmpty(emailAddress).describe('Only memberships of this address.'),
  step: optionalOrEmpty(id('dripStep')).describe('Only members that wait for the step with this id.'),
  count: optionalOrEmpty(
    z.preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
      z.int({ error: 'must be a whole number' }).min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100'),
    ),
  ).describe('The size of a page.'),
  cursor: optionalOrEmpty(
    z.string({ error: 'must be a string' }).regex(/^dcm_[0-9A-Za-z]{22}$/, 'must be a next_cursor of an earlier page'),
  ).describe('`next_cursor` of the previous page.'),
});

export const listDripMembers = defineRpc({
  pattern: 'drip.membership.list.v1',
  request: dripMembersQuery.extend({ drip_campaign_id: z.string() }),
  response: z.object({
    data: z.array(dripMemberResource).describe('Newest first.'),
    next_cursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
  }),
  errors: ['not_found'],
  examples: [
    {
      name: 'the only page',
      request: { drip_campaign_id: exampleResponse.drip_campaign.id },
      response: {
        data: [
          {
            object: 'drip_member',
            id: 'dcm_01KQV5Xx7GJ8sVJ4mB2cDe',
            recipient_address: 'ada@example.com',
            test: false,
            state: 'waiting',
            entered: 1_790_000_000,
            step: 'dcs_01KQV5Xx7GJ8sVJ4mB2cDe',
            next_due: 1_790_086_400,
          },
        ],
        next_cursor: null,
      },
    },
  ],
});

/** Maximum reported waiting test members. */
export const maxWaitingTestMembers = 1_000;

/** The test memberships of these recipients that wait for the email of a step, for test clocks. */
export const listWaitingTestMembers = defineRpc({
  pattern: 'drip.membership.list_waiting_tests.v1',
  request: z.object({ recipients: z.array(z.string()) }),
  response: z.object({ members: z.array(z.object({ membership_id: z.string(), step_id: z.string() })) }),
  examples: [{ name: 'none', request: { recipients: ['ada@example.com'] }, response: { members: [] } }],
});

/** A membership with all its stored data. */
export const exportedMembership = dripMemberResource
  .extend({
    drip_campaign: id('dripCampaign').describe('The id of the drip campaign.'),
    email_data: z.record(z.string(), z.unknown()).optional().describe('The data of its emails, while it waits.'),
  })
  .meta({ id: 'ExportedDripMember', description: 'A membership with everything stored about it.' });

/** Newest first. `after` is the id of the last one on the previous page. */
export const exportMemberships = defineRpc({
  pattern: 'drip.membership.export.v1',
  request: z.object({ email: z.string(), after }),
  response: pageSchema(exportedMembership),
  examples: [
    {
      name: 'the only page',
      request: { email: 'ada@example.com' },
      response: {
        items: [
          {
            object: 'drip_member',
            id: 'dcm_01KQV5Xx7GJ8sVJ4mB2cDe',
            drip_campaign: 'dc_01KQV5Xx7GJ8sVJ4mB2cDe',
            recipient_address: 'ada@example.com',
            test: false,
            state: 'waiting',
            entered: 1_790_000_000,
            step: 'dcs_01KQV5Xx7GJ8sVJ4mB2cDe',
            next_due: 1_790_086_400,
            email_data: { name: 'Ada' },
          },
        ],
      },
    },
  ],
});

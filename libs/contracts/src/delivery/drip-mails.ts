import { z } from 'zod';
import { id } from '../ids.js';
import { timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { accountTracking } from '../tracking-choice.js';
import { messageContent, sender } from './message.js';

/** Which step of which membership a message is. */
export const dripMark = z.object({
  campaign_id: id('dripCampaign'),
  membership_id: id('membership'),
  step_id: id('dripStep'),
});
export type DripMark = z.infer<typeof dripMark>;

/** What a member's mails have in common (docs/drips.md#content-of-the-mail). */
export const dripMailContent = messageContent
  .pick({
    recipient: true,
    cc: true,
    bcc: true,
    template_data: true,
    tags: true,
    headers: true,
    esp_account: true,
    locale: true,
  })
  .extend({ sender, account_tracking: accountTracking.optional() });
export type DripMailContent = z.infer<typeof dripMailContent>;

/**
 * One mail of a campaign that a member has come to: unique by membership and step. `template_name` is what the template was called when the campaign
 * was saved; which version is sent is decided when the mail is due.
 */
export const dripMail = dripMark.extend({
  campaign_name: z.string(),
  template_id: z.string(),
  template_name: z.string(),
  due_at: timestamp,
  test: z.boolean(),
  /** Whether the customer service has been told of the recipient, so that it need not look again. */
  recipient_known: z.boolean(),
  content: dripMailContent,
});
export type DripMail = z.infer<typeof dripMail>;

/** How a campaign's mails are to be treated from its `revision` on; what an earlier one says is out of date. */
export const dripCampaignState = z.object({
  campaign_id: id('dripCampaign'),
  revision: z.int(),
  state: z.enum(['running', 'paused', 'ended']),
  /** Nobody gets these mails any more. */
  removed_step_ids: z.array(id('dripStep')),
});
export type DripCampaignState = z.infer<typeof dripCampaignState>;

const mark = {
  campaign_id: 'dc_01KQV5Xx7GJ8sVJ4mB2cDe',
  membership_id: 'dcm_01KQV5Xx7GJ8sVJ4mB2cDe',
  step_id: 'dcs_01KQV5Xx7GJ8sVJ4mB2cDe',
};
const exampleSender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };
export const exampleDripMail = {
  ...mark,
  campaign_name: 'Onboarding',
  template_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
  template_name: 'Welcome',
  due_at: 1_790_086_400,
  test: false,
  recipient_known: true,
  content: {
    recipient: { address: 'ada@example.com', name: 'Ada' },
    sender: exampleSender,
    template_data: { name: 'Ada' },
  },
};
export const exampleDripCampaignState = {
  campaign_id: mark.campaign_id,
  revision: 2,
  state: 'paused' as const,
  removed_step_ids: [mark.step_id],
};

/** Asked before somebody is put into a campaign: whom the mails are from, and whether they have a way out. */
export const checkDripMails = defineRpc({
  pattern: 'delivery.drip_mail.check.v1',
  request: messageContent.pick({ esp_account: true, sender: true }).extend({ default_sender: sender.optional() }),
  response: z.object({ sender }),
  errors: ['esp_account_not_found', 'no_esp_account', 'sender_required'],
  examples: [{ name: 'a sender of its own', request: { sender: exampleSender }, response: { sender: exampleSender } }],
});

/** Makes the mail's log and queues it; once for each step of a membership, however often it is asked. */
export const planDripMail = defineRpc({
  pattern: 'delivery.drip_mail.plan.v1',
  request: dripMail,
  response: z.object({}),
  examples: [{ name: 'a first step', request: exampleDripMail, response: {} }],
});

export const maxCancelledMemberships = 100;

/**
 * When this has answered, no mail of these memberships goes out: what waits is cancelled, what a provider is being given has ended. `unavailable` where
 * that takes too long; it can be asked again.
 */
export const cancelDripMails = defineRpc({
  pattern: 'delivery.drip_mail.cancel.v1',
  request: z.object({ membership_ids: z.array(id('membership')).min(1).max(maxCancelledMemberships) }),
  response: z.object({}),
  timeoutMs: 15_000,
  examples: [{ name: 'of one membership', request: { membership_ids: [mark.membership_id] }, response: {} }],
});

export const maxDripMailsLookedUp = 500;

/**
 * What became of mails of campaigns, in the order in which they are asked about. `pending`: it waits, or is tried again; `ended`, with when: it was sent,
 * bounced, dropped or cancelled; `unknown`: it was never planned, or its end was so long ago that it is forgotten.
 */
export const lookUpDripMails = defineRpc({
  pattern: 'delivery.drip_mail.look_up.v1',
  request: z.object({
    mails: z
      .array(dripMark.pick({ membership_id: true, step_id: true }))
      .min(1)
      .max(maxDripMailsLookedUp),
  }),
  response: z.array(z.object({ state: z.enum(['pending', 'ended', 'unknown']), at: timestamp.optional() })),
  examples: [
    {
      name: 'one that waits, one that nobody planned',
      request: {
        mails: [
          { membership_id: mark.membership_id, step_id: mark.step_id },
          { membership_id: mark.membership_id, step_id: 'dcs_01KQV5Xx7GJ8sVJ4mB2cDf' },
        ],
      },
      response: [{ state: 'pending' }, { state: 'unknown' }],
    },
  ],
});

/** A campaign was paused, resumed, deleted or lost steps: holds from the answer on. */
export const setDripCampaignState = defineRpc({
  pattern: 'delivery.drip_mail.order.v1',
  request: dripCampaignState,
  response: z.object({}),
  examples: [{ name: 'paused', request: exampleDripCampaignState, response: {} }],
});

/** What a message that triggers a campaign hands on to the campaign's mails. */
export const getTriggerContent = defineRpc({
  pattern: 'delivery.drip_mail.trigger.v1',
  request: z.object({ log_id: id('log') }),
  response: dripMailContent,
  errors: ['log_not_found'],
  examples: [
    {
      name: 'by log id',
      request: { log_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe' },
      response: {
        recipient: { address: 'ada@example.com', name: 'Ada' },
        sender: exampleSender,
        template_data: { number: 'R-1' },
        locale: 'en-US',
        esp_account: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe',
      },
    },
  ],
});

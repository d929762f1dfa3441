import { z } from 'zod';
import { id } from '../ids.js';
import { timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { accountTracking } from '../tracking-choice.js';
import { messageContent, sender } from './message.js';

/** The step and the membership that a message belongs to. */
export const dripMark = z.object({
  campaign_id: id('dripCampaign'),
  membership_id: id('membership'),
  step_id: id('dripStep'),
});
export type DripMark = z.infer<typeof dripMark>;

/** The content that all emails of a member share (docs/drips.md#content-of-the-email). */
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
 * An email for a campaign step that a member has reached; unique by membership and step. `template_name` is the name
 * when the campaign was saved; the version is chosen when the email is due.
 */
export const dripMail = dripMark.extend({
  campaign_name: z.string(),
  template_id: z.string(),
  template_name: z.string(),
  due_at: timestamp,
  test: z.boolean(),
  /** Whether the customer service already knows the recipient, so that no lookup is needed. */
  recipient_known: z.boolean(),
  content: dripMailContent,
});
export type DripMail = z.infer<typeof dripMail>;

/** The state of a campaign's emails from its `revision` on; an older revision is ignored. */
export const dripCampaignState = z.object({
  campaign_id: id('dripCampaign'),
  revision: z.int(),
  state: z.enum(['running', 'paused', 'ended']),
  /** No email of these steps is sent any more. */
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

/** Called before a person is added to a campaign: validates the ESP account and resolves the sender. */
export const checkDripMails = defineRpc({
  pattern: 'delivery.drip_mail.check.v1',
  request: messageContent.pick({ esp_account: true, sender: true }).extend({ default_sender: sender.optional() }),
  response: z.object({ sender }),
  errors: ['esp_account_not_found', 'no_esp_account', 'sender_required'],
  examples: [{ name: 'a sender of its own', request: { sender: exampleSender }, response: { sender: exampleSender } }],
});

/** Creates the email's log and queues the email. Idempotent per step of a membership. */
export const planDripMail = defineRpc({
  pattern: 'delivery.drip_mail.plan.v1',
  request: dripMail,
  response: z.object({}),
  examples: [{ name: 'a first step', request: exampleDripMail, response: {} }],
});

export const maxCancelledMemberships = 100;

/**
 * Cancels the pending emails of these memberships and waits for those being sent; afterwards none is sent. Fails with
 * `unavailable` if that takes too long; it can be repeated.
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
 * The states of campaign emails, in the order of the request. `pending`: waiting or being retried; `ended`, with the
 * time: sent, bounced, dropped or cancelled; `unknown`: never planned, or ended so long ago that it was deleted.
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

/** Applies a paused, resumed, deleted or shortened campaign; in effect once it responds. */
export const setDripCampaignState = defineRpc({
  pattern: 'delivery.drip_mail.order.v1',
  request: dripCampaignState,
  response: z.object({}),
  examples: [{ name: 'paused', request: exampleDripCampaignState, response: {} }],
});

/** The content that a message passes to the emails of a campaign that it triggers. */
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

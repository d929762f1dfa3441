import { z } from 'zod';
import { id } from '../ids.js';
import { absentable, text } from '../primitives.js';
import { defineRpc } from '../rpc.js';

/** Drip step (docs/api.md#drip-campaigns): the delay is a number shown as a string. */
export const dripStepResource = z.object({
  object: z.literal('drip_step'),
  id: id('dripStep'),
  email_id: z.string(),
  delay_seconds: z.string(),
});

/** Drip campaign (docs/api.md#drip-campaigns); `trigger_email_id` may be null. */
export const dripCampaignResource = z.object({
  object: z.literal('drip_campaign'),
  id: id('dripCampaign'),
  name: z.string(),
  enabled: z.boolean(),
  trigger_email_id: z.string().nullable(),
  drip_steps: z.array(dripStepResource),
  /** Memberships: so many began, are under way, came to the end, were ended by a deactivation. */
  entered: z.int(),
  waiting: z.int(),
  finished: z.int(),
  left: z.int(),
});
export type DripCampaignResource = z.infer<typeof dripCampaignResource>;

const maxSteps = 100;
const tenYearsSeconds = 10 * 366 * 24 * 60 * 60;
/** An integer, or one written as a string (docs/api.md#drip-campaigns). */
const delaySeconds = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,12}$/.test(value.trim()) ? Number(value) : value),
  z
    .int({ error: 'must be a whole number of seconds' })
    .min(0, 'must not be negative')
    .max(tenYearsSeconds, `must be at most ${tenYearsSeconds}`),
);

const steps = z
  .array(z.object({ id: absentable(id('dripStep')), email_id: text(64), delay_seconds: delaySeconds }), {
    error: 'must be an array of steps',
  })
  .min(1, 'must hold at least one step')
  .max(maxSteps, `must hold at most ${maxSteps} steps`);

/** POST /drip_campaigns (docs/api.md#drip-campaigns). */
export const createDripCampaignBody = z.object({
  name: text(255),
  trigger_email_id: absentable(z.string({ error: 'must be a string' })),
  enabled: absentable(z.boolean({ error: 'must be true or false' })),
  drip_steps: steps,
});
/** PUT /drip_campaigns/{id}: what is left out stays. A null `trigger_email_id` removes it. */
export const updateDripCampaignBody = z.object({
  name: absentable(text(255)),
  trigger_email_id: z.string({ error: 'must be a string' }).nullable().optional(),
  enabled: absentable(z.boolean({ error: 'must be true or false' })),
  drip_steps: absentable(steps),
});

const example = {
  object: 'drip_campaign' as const,
  id: 'dc_01KQV5Xx7GJ8sVJ4mB2cDe',
  name: 'Onboarding',
  enabled: false,
  trigger_email_id: null,
  drip_steps: [
    {
      object: 'drip_step' as const,
      id: 'dcs_01KQV5Xx7GJ8sVJ4mB2cDe',
      email_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
      delay_seconds: '86400',
    },
  ],
  entered: 0,
  waiting: 0,
  finished: 0,
  left: 0,
};

export const listDripCampaigns = defineRpc({
  pattern: 'drip.campaign.list.v1',
  request: z.object({}),
  response: z.array(dripCampaignResource),
  examples: [{ name: 'one campaign', request: {}, response: [example] }],
});

export const getDripCampaign = defineRpc({
  pattern: 'drip.campaign.get.v1',
  request: z.object({ drip_campaign_id: z.string() }),
  response: dripCampaignResource,
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { drip_campaign_id: example.id }, response: example }],
});

export const createDripCampaign = defineRpc({
  pattern: 'drip.campaign.create.v1',
  request: createDripCampaignBody,
  response: dripCampaignResource,
  errors: ['template_not_found'],
  examples: [
    {
      name: 'one step',
      request: { name: 'Onboarding', drip_steps: [{ email_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe', delay_seconds: '86400' }] },
      response: example,
    },
  ],
});

export const updateDripCampaign = defineRpc({
  pattern: 'drip.campaign.update.v1',
  request: updateDripCampaignBody.extend({ drip_campaign_id: z.string() }),
  response: dripCampaignResource,
  errors: ['not_found', 'template_not_found'],
  examples: [
    {
      name: 'enable',
      request: { drip_campaign_id: example.id, enabled: true },
      response: { ...example, enabled: true },
    },
  ],
});

export const deleteDripCampaign = defineRpc({
  pattern: 'drip.campaign.delete.v1',
  request: z.object({ drip_campaign_id: z.string() }),
  response: z.object({}),
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { drip_campaign_id: example.id }, response: {} }],
});

import { z } from 'zod';
import { id } from '../ids.js';
import { optionalOrEmpty, after, pageSchema, text } from '../primitives.js';
import { defineRpc } from '../rpc.js';

/** Drip step (docs/reference/drip-campaigns.md); the delay is a number as a string. */
export const dripStepResource = z
  .object({
    object: z.literal('drip_step'),
    id: id('dripStep').describe('Its id.'),
    email_id: z.string().describe('The id of the template.'),
    delay_seconds: z
      .string()
      .describe(
        'Seconds after the previous step, as a string; with the request header `X-Numeric-Delays: 1` or `true`, a number.',
      ),
    waiting: z
      .int()
      .optional()
      .describe('The number of members that wait for the step. Only in `GET /drip_campaigns/{id}`.'),
  })
  .meta({ id: 'DripStep', description: 'A step of a drip campaign.' });

/** Drip campaign (docs/reference/drip-campaigns.md); `trigger_email_id` may be null. */
export const dripCampaignResource = z
  .object({
    object: z.literal('drip_campaign'),
    id: id('dripCampaign').describe('Its id.'),
    name: z.string().describe('Its name.'),
    enabled: z.boolean().describe('Whether its emails are sent; while disabled, they wait.'),
    trigger_email_id: z.string().nullable().describe('The template whose sends activate their recipients.'),
    drip_steps: z.array(dripStepResource).describe('Its steps, in order.'),
    entered: z.int().describe('The number of memberships.'),
    waiting: z.int().describe('The number of memberships in progress.'),
    finished: z.int().describe('The number of memberships that reached the end.'),
    left: z.int().describe('The number of deactivated memberships.'),
  })
  .meta({ id: 'DripCampaign', description: 'A sequence of delayed emails.' });
export type DripCampaignResource = z.infer<typeof dripCampaignResource>;

const maxSteps = 100;
const tenYearsSeconds = 10 * 366 * 24 * 60 * 60;
/** An integer, or an integer as a string (docs/reference/drip-campaigns.md). */
const delaySeconds = z
  .preprocess(
    (value) => (typeof value === 'string' && /^\d{1,12}$/.test(value.trim()) ? Number(value) : value),
    z
      .int({ error: 'must be a whole number of seconds' })
      .min(0, 'must not be negative')
      .max(tenYearsSeconds, `must be at most ${tenYearsSeconds}`),
  )
  .meta({
    type: ['integer', 'string'],
    description: 'Seconds after the previous step, or after activation; a number or a numeric string.',
  });

const steps = z
  .array(
    z
      .object({
        id: optionalOrEmpty(id('dripStep')).describe(
          'The id of an existing step; without it, steps are matched by template.',
        ),
        email_id: text(64).describe('The id of the template.'),
        delay_seconds: delaySeconds,
      })
      .meta({ id: 'DripStepBody' }),
    {
      error: 'must be an array of steps',
    },
  )
  .min(1, 'must hold at least one step')
  .max(maxSteps, `must have at most ${maxSteps} steps`);

const trigger = 'The id of a template: a send of it activates its recipient.';

/** POST /drip_campaigns (docs/reference/drip-campaigns.md). */
export const createDripCampaignBody = z
  .object({
    name: text(255).describe('The name.'),
    trigger_email_id: optionalOrEmpty(z.string({ error: 'must be a string' })).describe(trigger),
    enabled: optionalOrEmpty(z.boolean({ error: 'must be true or false' })).describe(
      'Whether its emails are sent; otherwise they wait. `false` by default.',
    ),
    drip_steps: steps.describe('Its steps, in order.'),
  })
  .meta({ id: 'DripCampaignBody' });
/** PUT /drip_campaigns/{id}: omitted fields stay. A null `trigger_email_id` removes the trigger. */
export const updateDripCampaignBody = z
  .object({
    name: optionalOrEmpty(text(255)).describe('A new name.'),
    trigger_email_id: z
      .string({ error: 'must be a string' })
      .nullable()
      .optional()
      .describe(`${trigger} Null for none.`),
    enabled: optionalOrEmpty(z.boolean({ error: 'must be true or false' })).describe(
      'Whether its emails are sent; otherwise they wait. Unchanged if omitted.',
    ),
    drip_steps: optionalOrEmpty(steps).describe('The new steps, in order.'),
  })
  .meta({ id: 'DripCampaignUpdate' });

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

/** In pages, because an account may have many. */
export const listDripCampaignsByPage = defineRpc({
  pattern: 'drip.campaign.list.v2',
  request: z.object({ after }),
  response: pageSchema(dripCampaignResource),
  examples: [{ name: 'the only page', request: {}, response: { items: [example] } }],
});

export const getDripCampaign = defineRpc({
  pattern: 'drip.campaign.get.v1',
  request: z.object({ drip_campaign_id: z.string() }),
  response: dripCampaignResource,
  errors: ['not_found'],
  examples: [
    {
      name: 'by id',
      request: { drip_campaign_id: example.id },
      response: { ...example, drip_steps: example.drip_steps.map((step) => ({ ...step, waiting: 0 })) },
    },
  ],
});

export const createDripCampaign = defineRpc({
  pattern: 'drip.campaign.create.v1',
  request: createDripCampaignBody,
  response: dripCampaignResource,
  errors: ['template_not_found', 'quota_exceeded'],
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

import { z } from 'zod';
import { emailAddress } from '../addresses.js';
import { id } from '../ids.js';
import { optionalOrEmpty, optionalOrEmptyObject, text, timestamp, required } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { timeZoneName } from './statistics.js';
import { isEndpointUrl, nextCursor, pageCount, cursorLike } from './webhooks.js';

export const alertConditions = [
  'bounce_rate',
  'complaint_rate',
  'esp_account_paused',
  'no_sends',
  'webhook_failing',
  'weekly_report',
] as const;
export type AlertCondition = (typeof alertConditions)[number];
export const isRateCondition = (condition: string): boolean =>
  condition === 'bounce_rate' || condition === 'complaint_rate';

/** Addresses of one alert (docs/operate/limits.md#alerts). */
const maxAddresses = 10;
const maxWindowHours = 168;

/** The settings that a condition uses, with their defaults; it refuses others. */
export const alertDefaults: Readonly<
  Record<AlertCondition, Partial<Readonly<Record<'threshold' | 'minimum' | 'window', number>>>>
> = {
  bounce_rate: { threshold: 5, minimum: 100, window: 24 },
  complaint_rate: { threshold: 0.1, minimum: 1_000, window: 24 },
  esp_account_paused: {},
  no_sends: { window: 1 },
  webhook_failing: { window: 1 },
  weekly_report: {},
};

const condition = z
  .enum(alertConditions, { error: `must be one of ${alertConditions.join(', ')}` })
  .meta({ id: 'AlertCondition', description: 'What an alert watches.' });

const addresses = z
  .array(emailAddress, { error: 'must be an array of email addresses' })
  .max(maxAddresses, `must have at most ${maxAddresses} addresses`)
  .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, 'must not repeat an address');

const channelType = z.enum(['email', 'webhook', 'slack'], { error: 'must be email, webhook or slack' });
/** The field that each type of channel needs. An address of Slack that is stored can be omitted. */
const fieldOfChannel = { email: 'addresses', webhook: 'webhook', slack: 'webhook_url' } as const;

const channelBody = z
  .object(
    {
      type: channelType.describe('How.'),
      addresses: optionalOrEmpty(addresses).describe(
        `For \`email\`: at most ${maxAddresses} email addresses, of users or others.`,
      ),
      webhook: optionalOrEmpty(id('webhook')).describe(
        'For `webhook`: the id of a webhook of the account. The types that it subscribes to do not matter.',
      ),
      webhook_url: optionalOrEmpty(
        text(2048).refine(isEndpointUrl, 'must be an https:// address without a user name, a password and a fragment'),
      ).describe(
        'For `slack`: an incoming webhook of Slack, or of a service that takes the same body. If you omit it in a change, it does not change.',
      ),
    },
    required('an object'),
  )
  .superRefine((channel, { addIssue }) => {
    const needed = fieldOfChannel[channel.type];
    for (const field of Object.values(fieldOfChannel))
      if (field !== needed && channel[field] !== undefined)
        addIssue({ code: 'custom', path: [field], message: `does not apply to ${channel.type}` });
    const value = channel[needed];
    if (channel.type !== 'slack' && (value === undefined || value.length === 0))
      addIssue({ code: 'custom', path: [needed], message: 'is required' });
  })
  .meta({ id: 'AlertChannelBody', description: 'Where notifications go.' });

const channel = z
  .object({
    type: channelType.describe('How.'),
    addresses: z.array(z.string()).optional().describe('Of `email`: the addresses.'),
    webhook: z.string().optional().describe('Of `webhook`: its id.'),
    host: z.string().optional().describe('Of `slack`: the host name of the address, which is not shown.'),
  })
  .meta({ id: 'AlertChannel', description: 'Where notifications go.' });

const clock = text(5).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 22:00');
const quietHours = z
  .object({
    from: clock.describe('When they start, such as `22:00`.'),
    to: clock.describe('When they end, such as `07:00`; before `from`: on the next day.'),
    time_zone: timeZoneName.describe('The IANA time zone, such as `Europe/Berlin`.'),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must not equal from' })
  .meta({ id: 'QuietHours', description: 'The time of day without notifications.' });
export type QuietHours = z.infer<typeof quietHours>;

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const weeklySchedule = z
  .object({
    weekday: z
      .enum(weekdays, { error: `must be one of ${weekdays.join(', ')}` })
      .describe('The day of the week. The report has the seven days before it.'),
    hour: z
      .int({ error: 'must be a whole number' })
      .min(0, 'must be from 0 to 23')
      .max(23, 'must be from 0 to 23')
      .describe('The hour of the day.'),
    time_zone: timeZoneName.describe('The IANA time zone, such as `Europe/Berlin`.'),
  })
  .meta({ id: 'WeeklySchedule', description: 'When a weekly report is sent.' });
export type WeeklySchedule = z.infer<typeof weeklySchedule>;

const number = (schema: z.ZodNumber) => optionalOrEmpty(schema);
const numberError = { error: 'must be a number' };
const whole = { error: 'must be a whole number' };

const alertFields = z.object({
  name: optionalOrEmpty(
    z
      .string({ error: 'must be a string' })
      .max(100, 'must be at most 100 characters')
      .regex(/^[^\x00-\x1f\x7f]*$/, 'must be one line without control characters'),
  ).describe('A name of your own, shown in notifications.'),
  condition,
  threshold: number(z.number(numberError).min(0.01, 'must be from 0.01 to 100').max(100, 'must be from 0.01 to 100'))
    // prettier-ignore
    .describe('Of a rate: the percentage from which it fires. By default 5 for bounces and 0.1 for complaints.'),
  minimum: number(
    z.int(whole).min(1, 'must be from 1 to 1,000,000').max(1_000_000, 'must be from 1 to 1,000,000'),
  ).describe('Of a rate: with fewer emails it does not fire. By default 100 for bounces and 1,000 for complaints.'),
  window: number(
    z
      .int(whole)
      .min(1, `must be from 1 to ${maxWindowHours}`)
      .max(maxWindowHours, `must be from 1 to ${maxWindowHours}`),
  ).describe(
    'In hours: the emails that a rate counts; how long nothing was sent; how long a webhook has failed. By default 24 for rates, else 1.',
  ),
  schedule: optionalOrEmptyObject(weeklySchedule).describe('When `weekly_report` is sent; required for it.'),
  channel: channelBody,
  quiet_hours: optionalOrEmptyObject(quietHours).describe('When nothing is notified; none if omitted.'),
  language: optionalOrEmpty(z.enum(['en', 'de', 'fr', 'es'], { error: 'must be en, de, fr or es' })).describe(
    'The language of notifications; `en` if omitted.',
  ),
  enabled: optionalOrEmpty(z.boolean({ error: 'must be true or false' })).describe(
    'Whether it is evaluated; if omitted, `true` when created and unchanged when changed.',
  ),
});

export const alertBody = alertFields
  .superRefine((body, { addIssue }) => {
    for (const field of ['threshold', 'minimum', 'window'] as const)
      if (body[field] !== undefined && alertDefaults[body.condition][field] === undefined)
        addIssue({ code: 'custom', path: [field], message: `does not apply to ${body.condition}` });
    const isReport = body.condition === 'weekly_report';
    if (isReport !== (body.schedule !== undefined))
      addIssue({
        code: 'custom',
        path: ['schedule'],
        message: isReport ? 'is required' : `does not apply to ${body.condition}`,
      });
  })
  .meta({ id: 'AlertBody' });
export type AlertBody = z.infer<typeof alertBody>;

/** The counts of a weekly report (docs/statistics.md). */
export const weekCounts = ['sent', 'delivered', 'bounced', 'complaints', 'opened', 'clicked'] as const;
const counts = z
  .object({
    sent: z.int().describe('Sent emails.'),
    refused: z.int().describe('Emails that were refused, and never sent.'),
    delivered: z.int().describe('Emails with a reported delivery.'),
    bounced: z.int().describe('Emails that bounced, `refused` ones included.'),
    complaints: z.int().describe('Emails reported as spam.'),
    opened: z.int().describe('Opened emails.'),
    clicked: z.int().describe('Emails of which a link was clicked.'),
  })
  .meta({ id: 'WeekCounts', description: 'Emails that were accepted in a week.' });
const report = z
  .object({
    from: timestamp.describe('When the week began.'),
    to: timestamp.describe('When it ended.'),
    latest: counts,
    previous: counts.describe('The week before.'),
    templates: z
      .array(
        z.object({
          id: z.string().describe('Its id.'),
          name: z.string().optional().describe('Its name; absent when it was deleted.'),
          sent: z.int().describe('Its sent emails.'),
          before: z.int().describe('Those of the week before.'),
        }),
      )
      .describe('The five templates with the most emails.'),
    fired: z
      .array(
        z.object({
          id: id('alert').describe('Its id.'),
          name: z.string().describe('Its name, or empty.'),
          condition: z.string().describe('What it watches.'),
        }),
      )
      .describe('Alerts that fired since the week began, at most ten.'),
  })
  .meta({ id: 'AlertReport', description: 'A weekly report.' });
export type AlertReport = z.infer<typeof report>;

const observed = z
  .object({
    rate: z.number().optional().describe('The rate in percent.'),
    emails: z.int().optional().describe('The emails that the rate counts.'),
    last_sent: timestamp.optional().describe('The hour in which an email was last sent; absent if unknown.'),
    esp_accounts: z
      .array(
        z.object({
          id: z.string().describe('Its id.'),
          name: z.string().describe('Its name.'),
          message: z.string().optional().describe('The last response of its provider.'),
        }),
      )
      .optional()
      .describe('ESP accounts that do not work, at most five.'),
    webhooks: z
      .array(z.object({ id: z.string().describe('Its id.'), url: z.string().describe('Its address.') }))
      .optional()
      .describe('Webhooks that fail, at most five.'),
    report: report.optional().describe('The last report of `weekly_report`.'),
  })
  .meta({ id: 'AlertObservation', description: 'What the last evaluation found.' });
export type AlertObservation = z.infer<typeof observed>;

export const alertResource = z
  .object({
    object: z.literal('alert'),
    id: id('alert').describe('Its id.'),
    created: timestamp,
    name: z.string().describe('Its name, or empty.'),
    condition: z.string().describe('What it watches.'),
    threshold: z.number().optional().describe('Of a rate: the percentage from which it fires.'),
    minimum: z.int().optional().describe('Of a rate: with fewer emails it does not fire.'),
    window: z.int().optional().describe('In hours.'),
    schedule: weeklySchedule.optional(),
    channel,
    quiet_hours: quietHours.optional(),
    language: z.string().describe('The language of notifications.'),
    enabled: z.boolean().describe('Whether it is evaluated.'),
    state: z.enum(['ok', 'firing']).describe('Whether the condition is met.'),
    since: timestamp.describe('Since when it has this state.'),
    checked: timestamp.optional().describe('When it was last evaluated; absent before.'),
    observed: observed.optional(),
    last_notified: timestamp.optional().describe('When a notification was last created, tests excluded.'),
    problems: z
      .array(
        z.object({
          address: z.string().optional().describe('The email address; absent for other channels.'),
          message: z.string().describe('Why the last notification did not arrive.'),
          at: timestamp,
        }),
      )
      .describe('Notifications that did not arrive; empty if all did. An address leaves it with a test that arrives.'),
  })
  .meta({ id: 'Alert', description: 'A condition that is watched, and who is notified.' });
export type AlertResource = z.infer<typeof alertResource>;

export const alertsQuery = z.object({ count: pageCount, cursor: cursorLike(/^alr_[0-9A-Za-z]{22}$/) });

const example: AlertResource = {
  object: 'alert',
  id: 'alr_01KQV5Xx7GJ8sVJ4mB2cDe',
  created: 1_790_000_000,
  name: 'Bounces',
  condition: 'bounce_rate',
  threshold: 5,
  minimum: 100,
  window: 24,
  channel: { type: 'email', addresses: ['ops@acme.example'] },
  quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' },
  language: 'en',
  enabled: true,
  state: 'ok',
  since: 1_790_000_000,
  problems: [],
};
const exampleBody: z.input<typeof alertBody> = {
  name: 'Bounces',
  condition: 'bounce_rate',
  channel: { type: 'email', addresses: ['ops@acme.example'] },
  quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' },
};
const named = z.object({ alert_id: z.string() });

/** GET /alerts: oldest first. */
export const listAlerts = defineRpc({
  pattern: 'tracking.alert.list.v1',
  request: alertsQuery,
  response: z.object({ data: z.array(alertResource).describe('Oldest first.'), next_cursor: nextCursor }),
  examples: [{ name: 'the only page', request: {}, response: { data: [example], next_cursor: null } }],
});

export const createAlert = defineRpc({
  pattern: 'tracking.alert.create.v1',
  request: alertBody,
  response: alertResource,
  errors: ['quota_exceeded'],
  examples: [{ name: 'for bounces', request: exampleBody, response: example }],
});

export const getAlert = defineRpc({
  pattern: 'tracking.alert.get.v1',
  request: named,
  response: alertResource,
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { alert_id: example.id }, response: example }],
});

/** PUT /alerts/{id}: another condition, or enabling it, begins anew. */
export const updateAlert = defineRpc({
  pattern: 'tracking.alert.update.v1',
  request: z.object({ alert_id: z.string(), alert: alertBody }),
  response: alertResource,
  errors: ['not_found'],
  examples: [
    {
      name: 'a threshold',
      request: { alert_id: example.id, alert: { ...exampleBody, threshold: 8 } },
      response: { ...example, threshold: 8 },
    },
  ],
});

export const deleteAlert = defineRpc({
  pattern: 'tracking.alert.delete.v1',
  request: named,
  response: z.object({}),
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { alert_id: example.id }, response: {} }],
});

/** POST /alerts/{id}/test: also in quiet hours, and to addresses that bounced. */
export const testAlert = defineRpc({
  pattern: 'tracking.alert.test.v1',
  request: named,
  response: z.object({}),
  errors: ['not_found', 'rate_limited', 'webhook_disabled'],
  examples: [{ name: 'by id', request: { alert_id: example.id }, response: {} }],
});

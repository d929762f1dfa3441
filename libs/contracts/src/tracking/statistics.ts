import { z } from 'zod';
import { optionalOrEmpty, timestamp, required } from '../primitives.js';
import { defineRpc } from '../rpc.js';

/** See docs/operate/limits.md#statistics. */
export const maxBuckets = 750;
export const maxVersions = 20;
/** How long hourly statistics are kept. */
export const hoursKeptDays = 93;

export const bucketSeconds = { hour: 3_600, day: 86_400 } as const;
export type Bucket = keyof typeof bucketSeconds;

const name = (what: string) =>
  optionalOrEmpty(z.string({ error: 'must be a string' }).max(255, 'must be at most 255 characters')).describe(what);
const time = optionalOrEmpty(
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value),
    z
      .int({ error: 'must be a Unix timestamp in whole seconds' })
      .nonnegative('must not be negative')
      .max(253_402_300_799, 'must be before the year 10000'),
  ),
);

/** A time zone that this process knows; Node includes the IANA list. */
const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
export const timeZoneName = z
  .string(required('a string'))
  .max(64, 'must be at most 64 characters')
  .refine(isTimeZone, 'must be the name of a time zone (IANA), such as Europe/Berlin');

/** GET /stats (docs/reference/statistics.md). */
export const statsQuery = z.object({
  template: name('Only emails of this template: its id.'),
  version: name('Only emails of this version: its id.'),
  tag: name('Only emails with this tag.'),
  esp_account: name('Only emails that went through this ESP account: its id.'),
  from: time.describe('Start: the hour or day of this time. By default 30 days, or 48 hours, before `to`.'),
  to: time.describe('End: hours or days that start before this time. By default now.'),
  by: optionalOrEmpty(z.enum(['day', 'hour'], { error: 'must be day or hour' })).describe(
    'The size of a bucket; `day` by default.',
  ),
  time_zone: optionalOrEmpty(timeZoneName).describe('The IANA time zone of the days; UTC by default.'),
});
export type StatsQuery = z.output<typeof statsQuery>;

const counted = z
  .object({
    unique: z.int().describe('The number of emails with this event.'),
    total: z.int().describe('The number of events.'),
  })
  .meta({ id: 'Counted', description: 'A count by emails, and in all.' });

const deliveryTime = z
  .object({
    p50: z.number().describe('Half of the emails were delivered within this time.'),
    p95: z.number().describe('95 % of the emails were delivered within this time.'),
  })
  .meta({ id: 'DeliveryTime', description: 'Estimated seconds from the acceptance of emails to their delivery.' });

const figureFields = {
  sent: z.int().describe('Emails that a provider accepted.'),
  refused: z
    .int()
    .optional()
    .describe('Emails that a mail server rejected immediately: not in `sent`, but in `bounced`.'),
  delivered: counted.describe("Accepted by the recipient's server."),
  time_to_delivered: deliveryTime
    .optional()
    .describe('Estimated seconds from acceptance, or from `send_at`. Absent without deliveries.'),
  opened: counted.describe('Opened, not by bots.'),
  clicked: counted.describe('Clicked, not by bots.'),
  bounced: counted.describe('Refused for the recipient, at once or later.'),
  complaints: counted.describe('Reported as spam.'),
  unsubscribes: counted.describe('The recipient opted out.'),
  conversions: counted.describe('Conversions after a click: emails that led to one, and all conversions.'),
  revenue: z.int().describe('The revenue of these conversions in cents.'),
};
export const figures = z
  .object(figureFields)
  .meta({ id: 'Figures', description: 'What happened to the emails of a period.' });
export type Figures = z.infer<typeof figures>;

const rate = z
  .object({
    rate: z.number().describe('The share of the sent emails.'),
    low: z.number().describe('The lower end of the 95 % confidence interval.'),
    high: z.number().describe('The upper end of the interval.'),
  })
  .meta({ id: 'Rate', description: 'A rate with its 95 % confidence interval (Wilson).' });
export type RateWithInterval = z.infer<typeof rate>;

const difference = z
  .object({
    difference: z.number().describe('Its rate minus that of the first version.'),
    low: z.number().describe('The lower end of its 95 % confidence interval.'),
    high: z.number().describe('The upper end of the interval.'),
    significant: z.boolean().describe('Whether the interval excludes zero.'),
  })
  .meta({ id: 'RateDifference', description: 'The difference between the rates of two versions.' });
export type DifferenceWithInterval = z.infer<typeof difference>;

/** The rates by which versions are compared. */
export const comparedRates = ['opened', 'clicked', 'converted', 'unsubscribed'] as const;
const ofEach = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ opened: schema, clicked: schema, converted: schema, unsubscribed: schema });

const versionFigures = z
  .object({
    version: z.string().describe('The id of the version; empty for emails without a recorded version.'),
    ...figureFields,
    rates: ofEach(rate).describe('The shares of its emails that were opened, clicked, converted and opted out of.'),
    compared: ofEach(difference)
      .optional()
      .describe('The difference from the first version of the list; absent for that one.'),
  })
  .meta({ id: 'VersionFigures', description: 'The statistics of one version.' });
export type VersionFigures = z.infer<typeof versionFigures>;

export const statistics = z
  .object({
    object: z.literal('statistics'),
    by: z.enum(['day', 'hour']).describe('The size of a bucket.'),
    from: z.int().describe('The start of the first bucket.'),
    to: z.int().describe('The end of the last bucket.'),
    total: figures.describe('All buckets together.'),
    buckets: z
      .array(z.object({ begins: z.int().describe('The start of the hour or day.'), ...figureFields }))
      .describe('All hours or days, oldest first, including those without emails.'),
    versions: z
      .array(versionFigures)
      .optional()
      .describe(`If the request names a template: its versions, most emails first, at most ${maxVersions}.`),
  })
  .meta({ id: 'Statistics', description: 'The statistics of a period.' });

const nothing = { unique: 0, total: 0 };
const exampleFigures = {
  sent: 2,
  refused: 0,
  delivered: { unique: 2, total: 2 },
  time_to_delivered: { p50: 2, p95: 3.7 },
  opened: { unique: 1, total: 3 },
  clicked: { unique: 1, total: 1 },
  bounced: nothing,
  complaints: nothing,
  unsubscribes: nothing,
  conversions: { unique: 1, total: 1 },
  revenue: 1999,
};
const exampleDay = 1_789_948_800;

/** Reads rollups, so its cost does not depend on the amount of email. */
export const getStatistics = defineRpc({
  pattern: 'tracking.statistics.get.v1',
  request: statsQuery,
  response: statistics,
  errors: ['invalid_request'],
  examples: [
    {
      name: 'of one day',
      request: { from: exampleDay, to: exampleDay + 86_400, by: 'day' as const },
      response: {
        object: 'statistics' as const,
        by: 'day' as const,
        from: exampleDay,
        to: exampleDay + 86_400,
        total: exampleFigures,
        buckets: [{ begins: exampleDay, ...exampleFigures }],
      },
    },
  ],
});

/** GET /stats/links (docs/reference/statistics.md). */
export const linksQuery = z.object({
  template: z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .min(1, 'is required')
    .max(255, 'must be at most 255 characters')
    .describe('The id of the template.'),
});

/** See docs/operate/limits.md#statistics. */
export const maxClickedEmails = 2_000;
export const maxLinks = 100;

const clickedLink = z
  .object({
    url: z.string().describe('The address without its query and fragment, which may be different for each recipient.'),
    clicked: counted,
  })
  .meta({ id: 'ClickedLink', description: 'A link of a template, and how often it was clicked, not by bots.' });

export const getClickedLinks = defineRpc({
  pattern: 'tracking.statistics.links.v1',
  request: linksQuery,
  response: z.array(clickedLink).describe(`Most clicked emails first, at most ${maxLinks}.`),
  examples: [{ name: 'never clicked', request: { template: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe' }, response: [] }],
});

/**
 * The last day of the last 30 on which email of each of these templates was sent; templates without email are omitted.
 */
export const getLastSent = defineRpc({
  pattern: 'tracking.statistics.last_sent.v1',
  request: z.object({ template_ids: z.array(z.string()).max(100) }),
  response: z.array(z.object({ template_id: z.string(), last_sent: timestamp })),
  timeoutMs: 2_000,
  examples: [{ name: 'never sent', request: { template_ids: ['tem_01KQV5Xx7GJ8sVJ4mB2cDe'] }, response: [] }],
});

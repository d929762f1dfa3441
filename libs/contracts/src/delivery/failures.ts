import { z } from 'zod';
import { id } from '../ids.js';
import { optionalOrEmpty, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';

const name = (maxLength: number) =>
  optionalOrEmpty(
    z
      .string({ error: 'must be a string' })
      .max(maxLength, `must be at most ${maxLength} characters`)
      .regex(/^[^\x00]*$/, 'must not contain NUL characters'),
  );
const number = (schema: z.ZodType<number>) =>
  optionalOrEmpty(
    z.preprocess((value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value), schema),
  );

/** The id of the built-in ESP account in failures and lanes. */
const builtin = '`builtin`, where it was the built-in one';

const filter = z.object({
  esp_account: name(64).describe(`Only those of this ESP account: its id, or ${builtin}.`),
  status: optionalOrEmpty(z.enum(['bounced', 'dropped'], { error: 'must be bounced or dropped' })).describe(
    'Only those with this status.',
  ),
  code: name(64).describe('Only failures with this code of the provider; `none` for failures without a code.'),
  from: number(timestamp).describe('Only failures at this time or later.'),
  to: number(timestamp).describe('Only failures before this time.'),
});

const failureStatus = z.enum(['bounced', 'dropped']).describe('The final status.');
const espAccount = z.string().describe(`The ESP account that it failed through: its id, or ${builtin}.`);
const code = z.string().optional().describe("The provider's code, if any.");

const cursor = optionalOrEmpty(
  z.string({ error: 'must be a string' }).regex(/^[A-Za-z0-9_-]{1,200}$/, 'must be a next_cursor of an earlier page'),
).describe('`next_cursor` of the previous page.');

/** GET /failures (docs/reference/failures.md). */
export const failuresQuery = filter.extend({
  count: number(z.int().min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100')).describe(
    'The size of a page.',
  ),
  cursor,
});

export const failureResource = z
  .object({
    object: z.literal('failure'),
    log_id: id('log').describe('The id of its log.'),
    failed: timestamp,
    esp_account: espAccount,
    status: failureStatus,
    code,
    reason: z.string().describe('The reason, as in the log.'),
    recipient_address: z.string().optional().describe('The address of the recipient, while its log is kept.'),
    email_id: z.string().optional().describe('The id of the template, while its log is kept.'),
    email_name: z.string().optional().describe('The name of the template, while its log is kept.'),
  })
  .meta({ id: 'Failure', description: 'An email that ended without being sent.' });

export const failureGroup = z
  .object({
    object: z.literal('failure_group'),
    esp_account: espAccount,
    status: failureStatus,
    code,
    count: z.int().describe('The number of failures.'),
    first: timestamp.describe('The time of the first failure.'),
    last: timestamp.describe('The time of the latest failure.'),
    example: z
      .object({ log_id: id('log').describe('The id of its log.'), reason: z.string().describe('The reason.') })
      .describe('The latest failure.'),
  })
  .meta({ id: 'FailureGroup', description: 'Failures with one cause.' });

/** POST /failures/replay and /failures/forget: at least one condition, so that an empty body does not select all. */
const selection = filter.extend({
  log_ids: optionalOrEmpty(
    z
      .array(id('log'), { error: 'must be an array of ids' })
      .min(1, 'must name at least 1')
      .max(1000, 'must name at most 1000'),
  ).describe('Only failures of these logs.'),
});
const emptySelection = {
  error: 'give at least one of esp_account, status, code, from, to and log_ids',
  path: ['log_ids'],
};
const hasCondition = (body: object): boolean =>
  ['esp_account', 'status', 'code', 'from', 'to', 'log_ids'].some(
    (condition) => (body as Record<string, unknown>)[condition] !== undefined,
  );
export const forgetFailuresBody = selection.refine(hasCondition, emptySelection).meta({ id: 'FailureChoice' });
export const replayFailuresBody = selection
  .extend({
    through: name(64).describe("The ESP account to send through, instead of each email's own."),
    cursor: cursor.describe('`next_cursor` of the previous call.'),
  })
  .refine(hasCondition, emptySelection)
  .meta({ id: 'FailureReplay' });

const exampleFailure = {
  object: 'failure' as const,
  log_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
  failed: 1_790_000_000,
  esp_account: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe',
  status: 'bounced' as const,
  code: '5.1.1',
  reason: '550 5.1.1 No such user',
  recipient_address: 'ada@example.com',
  email_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
  email_name: 'Receipt',
};

export const listFailures = defineRpc({
  pattern: 'delivery.failure.list.v1',
  request: failuresQuery,
  response: z.object({
    data: z.array(failureResource).describe('Latest failure first.'),
    next_cursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
  }),
  examples: [
    {
      name: 'none of this kind',
      request: { status: 'bounced', code: '5.1.1' },
      response: { data: [], next_cursor: null },
    },
  ],
});
export const exampleOfFailures = { data: [exampleFailure], next_cursor: null };

export const groupFailures = defineRpc({
  pattern: 'delivery.failure.group.v1',
  request: filter,
  response: z.object({
    data: z.array(failureGroup).describe('The most frequent first, at most 100.'),
    complete: z.boolean().describe('`false`: only the latest 50,000 failures were counted.'),
  }),
  examples: [{ name: 'none', request: {}, response: { data: [], complete: true } }],
});
export const exampleOfGroups = {
  data: [
    {
      object: 'failure_group' as const,
      esp_account: exampleFailure.esp_account,
      status: exampleFailure.status,
      code: exampleFailure.code,
      count: 12,
      first: 1_789_990_000,
      last: exampleFailure.failed,
      example: { log_id: exampleFailure.log_id, reason: exampleFailure.reason },
    },
  ],
  complete: true,
};

export const replayFailures = defineRpc({
  pattern: 'delivery.failure.replay.v1',
  request: replayFailuresBody.safeExtend({ test: z.boolean() }),
  response: z.object({
    replayed: z
      .array(
        z.object({
          log_id: id('log').describe('The log of the failed email.'),
          receipt_id: id('log').describe('The log of the new email.'),
        }),
      )
      .describe('Emails that are sent again.'),
    skipped: z
      .array(z.object({ log_id: id('log').describe('The id of its log.'), reason: z.string().describe('The reason.') }))
      .describe('Emails that cannot be sent again and stay failures.'),
    next_cursor: z.string().nullable().describe('The `cursor` for the next call; null if none are left.'),
  }),
  errors: ['esp_account_not_found', 'quota_exceeded'],
  timeoutMs: 30_000,
  examples: [
    {
      name: 'none of this kind',
      request: { code: '4.4.1', test: false },
      response: { replayed: [], skipped: [], next_cursor: null },
    },
  ],
});

export const forgetFailures = defineRpc({
  pattern: 'delivery.failure.forget.v1',
  request: forgetFailuresBody,
  response: z.object({
    forgotten: z.int().describe('The number of dropped failures.'),
    more: z.boolean().describe('Whether more failures match. If so, repeat the call.'),
  }),
  timeoutMs: 15_000,
  examples: [{ name: 'none of this kind', request: { code: '4.4.1' }, response: { forgotten: 0, more: false } }],
});

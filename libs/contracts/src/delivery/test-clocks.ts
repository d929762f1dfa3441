import { z } from 'zod';
import { emailAddress } from '../addresses.js';
import { id } from '../ids.js';
import { displayName, optionalOrEmpty, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';

/** How far one call advances a clock: the longest delay of a campaign's step. */
export const maxAdvanceSeconds = 10 * 366 * 24 * 60 * 60;
export const maxTestClockRecipients = 10;

/** A clock for the test email of some recipients (docs/guides/test-clocks.md). */
export const testClock = z
  .object({
    object: z.literal('test_clock'),
    id: id('testClock').describe('Its id.'),
    name: z.string().describe('Its name; may be empty.'),
    recipients: z.array(z.string()).describe('The recipients whose test email follows the clock.'),
    time: timestamp.describe('The time on the clock. The clock runs and is never behind the real time.'),
    next_due: timestamp
      .nullable()
      .describe('The time on the clock at which the next email is due; null if none waits.'),
    created: timestamp.describe('The time of creation.'),
  })
  .meta({ id: 'TestClock', description: 'A clock for the test email of some recipients.' });
export type TestClock = z.infer<typeof testClock>;

/** POST /test_clocks. */
export const testClockBody = z
  .object({
    recipients: z
      .array(emailAddress)
      .min(1, 'must not be empty')
      .max(maxTestClockRecipients, `must have at most ${maxTestClockRecipients} addresses`)
      .describe(`The recipients whose test email follows the clock, 1 to ${maxTestClockRecipients}.`),
    name: optionalOrEmpty(displayName).describe('A name for lists.'),
  })
  .meta({ id: 'TestClockBody' });

/** POST /test_clocks/{id}/advance. */
export const advanceBody = z
  .object({ to: timestamp.describe('The time to advance the clock to, at most ten years ahead of it.') })
  .meta({ id: 'TestClockAdvance' });

const exampleClock: TestClock = {
  object: 'test_clock',
  id: 'tcl_01KQV5Xx7GJ8sVJ4mB2cDe',
  name: 'Onboarding',
  recipients: ['ada@example.com'],
  time: 1_790_000_000,
  next_due: 1_790_086_400,
  created: 1_790_000_000,
};
const named = z.object({ test_clock_id: z.string() });

export const createTestClock = defineRpc({
  pattern: 'delivery.test_clock.create.v1',
  request: testClockBody,
  response: testClock,
  errors: ['in_use', 'quota_exceeded'],
  examples: [
    {
      name: 'for one recipient',
      request: { recipients: ['ada@example.com'], name: 'Onboarding' },
      response: { ...exampleClock, next_due: null },
    },
  ],
});

/** GET /test_clocks: newest first. */
export const listTestClocks = defineRpc({
  pattern: 'delivery.test_clock.list.v1',
  request: z.object({}),
  response: z.object({ data: z.array(testClock).describe('Newest first.') }),
  examples: [{ name: 'all', request: {}, response: { data: [{ ...exampleClock, next_due: null }] } }],
});

export const getTestClock = defineRpc({
  pattern: 'delivery.test_clock.get.v1',
  request: named,
  response: testClock,
  errors: ['not_found'],
  examples: [
    {
      name: 'by id',
      request: { test_clock_id: exampleClock.id },
      response: { ...exampleClock, next_due: null },
    },
  ],
});

/**
 * Makes the test email that is due until `to` due now, in order, and waits until the campaigns have planned the next
 * steps. At the deadline, the clock stays at the time that it has reached, and the caller repeats the call.
 */
export const advanceTestClock = defineRpc({
  pattern: 'delivery.test_clock.advance.v1',
  request: named.extend(advanceBody.shape),
  response: z.object({
    test_clock: testClock,
    emails: z
      .array(
        z.object({
          log_id: id('log').describe('The id of its log.'),
          recipient_address: z.string().describe('Its recipient.'),
          due: timestamp.describe('The time on the clock at which it was due.'),
        }),
      )
      .describe('The emails that became due since the last call, in order.'),
  }),
  errors: ['not_found', 'invalid_request'],
  timeoutMs: 25_000,
  examples: [
    {
      name: 'without email',
      request: { test_clock_id: exampleClock.id, to: 1_790_000_000 },
      response: { test_clock: { ...exampleClock, next_due: null }, emails: [] },
    },
  ],
});

export const deleteTestClock = defineRpc({
  pattern: 'delivery.test_clock.delete.v1',
  request: named,
  response: z.object({}),
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { test_clock_id: exampleClock.id }, response: {} }],
});

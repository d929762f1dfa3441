import { z } from 'zod';
import { id } from '../ids.js';
import { defineRpc } from '../rpc.js';

/** The largest number of emails of alerts that a call returns. */
export const maxAlertEmails = 50;
/** A tag of all emails of alerts, by which tracking finds their events. */
export const alertEmailTag = 'postrider:alert';

const alertEmail = z.object({
  id: id('event'),
  lease: z.string(),
  account_id: z.string(),
  address: z.string(),
  language: z.string(),
  subject: z.string(),
  lines: z.array(z.string()),
  action: z.string(),
  /** Of weekly reports. */
  tables: z
    .array(
      z.object({
        title: z.string(),
        latest: z.string(),
        previous: z.string(),
        rows: z.array(z.object({ label: z.string(), value: z.string(), before: z.string() })),
      }),
    )
    .optional(),
});
const exampleEmail: z.infer<typeof alertEmail> = {
  id: 'evt_01KQV5Xx7GJ8sVJ4mB2cDe',
  lease: '0190a5f0-5b5f-7000-8000-000000000000',
  account_id: 'acc_01KQV5Xx7GJ8sVJ4mB2cDe',
  address: 'ops@acme.example',
  language: 'en',
  subject: 'Test: Bounces',
  lines: ['This is a test of an alert.'],
  action: 'Show alerts',
};

/**
 * Claims due emails of alerts for a minute, of all accounts. `mail_account_id` is the account that sends them; without
 * it nothing is claimed, and `waiting` tells whether there are any.
 */
export const claimAlertEmails = defineRpc({
  pattern: 'tracking.alertemail.claim.v1',
  request: z.object({ mail_account_id: z.string().optional() }),
  response: z.object({ waiting: z.boolean(), emails: z.array(alertEmail).max(maxAlertEmails) }),
  examples: [
    { name: 'none', request: {}, response: { waiting: false, emails: [] } },
    {
      name: 'a test',
      request: { mail_account_id: 'acc_01KQV5Xx7GJ8sVJ4mB2cDf' },
      response: { waiting: true, emails: [exampleEmail] },
    },
  ],
});

/** Stores which claimed emails were accepted; those with an `error` are tried again. */
export const settleAlertEmails = defineRpc({
  pattern: 'tracking.alertemail.settle.v1',
  request: z.object({
    results: z
      .array(
        z.object({
          account_id: z.string(),
          id: id('event'),
          lease: z.string(),
          log_id: id('log').optional(),
          error: z.string().max(1_000).optional(),
        }),
      )
      .max(maxAlertEmails),
  }),
  response: z.object({}),
  examples: [
    {
      name: 'an accepted one',
      request: {
        results: [
          {
            account_id: exampleEmail.account_id,
            id: exampleEmail.id,
            lease: exampleEmail.lease,
            log_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
          },
        ],
      },
      response: {},
    },
  ],
});

import { z } from 'zod';
import { emailAddress } from '../addresses.js';
import { optionalOrEmpty, after, pageSchema, text, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import {
  namedEspType,
  espAccountResource,
  espAccountBody,
  espAccountTrial,
  espAccountTest,
  updateEspAccountBody,
} from './esp-account-bodies.js';

const example = {
  object: 'esp_account' as const,
  id: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe',
  created: 1_790_000_000,
  esp_type: 'smtp' as const,
  provider: 'smtp' as const,
  name: 'Relay',
  is_default: true,
};
const relay = {
  name: 'Relay',
  esp_type: 'smtp' as const,
  credentials: { host: 'smtp.example.com', port: 587, username: 'u', password: 'p', use_tls: true },
};
export const options = {
  default_sender: { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' },
  region: 'eu' as const,
  tracking: { provider: true },
  rate_per_second: 14,
};

/** Longer than the 12 s timeout of a test. */
const testTimeoutMs = 15_000;
const works = {
  object: 'esp_account_test' as const,
  outcome: 'works' as const,
  tried: 'A connection to smtp.example.com:587 with STARTTLS, and a login as u',
  answer: '235 2.7.0 Authentication successful',
};

/** In pages, because an account may have many. */
export const listEspAccountsByPage = defineRpc({
  pattern: 'delivery.espaccount.list.v2',
  request: z.object({ esp_type: optionalOrEmpty(namedEspType).describe('Only ESP accounts of this type.'), after }),
  response: pageSchema(espAccountResource),
  examples: [{ name: 'the only page', request: {}, response: { items: [example] } }],
});

export const getEspAccount = defineRpc({
  pattern: 'delivery.espaccount.get.v1',
  request: z.object({ esp_id: z.string() }),
  response: espAccountResource,
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { esp_id: example.id }, response: example }],
});

export const createEspAccount = defineRpc({
  pattern: 'delivery.espaccount.create.v1',
  request: espAccountBody,
  response: espAccountResource,
  errors: ['esp_account_not_found', 'quota_exceeded'],
  examples: [
    { name: 'an SMTP relay', request: relay, response: example },
    {
      name: 'with extension fields',
      request: {
        name: 'Europe',
        esp_type: 'sendgrid',
        credentials: { username: 'apikey', password: 'SG.secret' },
        ...options,
      },
      response: { ...example, name: 'Europe', esp_type: 'esp_kind_1', provider: 'sendgrid', ...options },
    },
  ],
});

export const updateEspAccount = defineRpc({
  pattern: 'delivery.espaccount.update.v1',
  request: updateEspAccountBody.extend({ esp_id: z.string() }),
  response: espAccountResource,
  errors: ['not_found', 'esp_account_not_found'],
  examples: [
    {
      name: 'another name and a rate',
      request: { esp_id: example.id, name: 'Slow relay', rate_per_second: 0.5 },
      response: { ...example, name: 'Slow relay', rate_per_second: 0.5 },
    },
  ],
});

/** Fails with `in_use` while another account falls back to it or email waits for it. */
export const deleteEspAccount = defineRpc({
  pattern: 'delivery.espaccount.delete.v1',
  request: z.object({ esp_id: z.string() }),
  response: z.object({}),
  errors: ['not_found', 'in_use'],
  examples: [{ name: 'by id', request: { esp_id: example.id }, response: {} }],
});

/** Maximum number of emails that one call moves (docs/providers.md#move-emails). */
export const maxMovedMails = 5_000;
export const maxStayingMails = 1_000;

/** POST /esp_accounts/{id}/move_mail (extension): moves waiting email to another ESP account. */
export const moveMail = defineRpc({
  pattern: 'delivery.mail.move.v1',
  request: z.object({
    esp_id: z.string(),
    to: text(64).describe('The id of the ESP account that sends it instead.'),
  }),
  response: z.object({
    moved: z.int().nonnegative().max(maxMovedMails).describe('The number of moved emails.'),
    more: z.boolean().describe('Whether more emails wait. If so, repeat the call.'),
    staying: z
      .int()
      .nonnegative()
      .max(maxStayingMails)
      .describe(
        'The number of emails that stay because they are being sent or may have been sent, counted up to 1,000.',
      ),
  }),
  errors: ['not_found', 'esp_account_not_found'],
  timeoutMs: 20_000,
  examples: [
    {
      name: 'all of it',
      request: { esp_id: example.id, to: 'esp_01KQV5Xx7GJ8sVJ4mB2cDf' },
      response: { moved: 120, more: false, staying: 0 },
    },
  ],
});

/** Maximum number of emails that one call makes due (docs/providers.md#retry-now). */
export const maxRetriedMails = 10_000;

/** POST /esp_accounts/{id}/retry (extension): ends a pause in all processes. */
export const retryEspAccount = defineRpc({
  pattern: 'delivery.espaccount.retry.v1',
  request: z.object({ esp_id: z.string() }),
  response: z.object({
    due: z.int().nonnegative().max(maxRetriedMails).describe('The number of emails that are due now instead of later.'),
  }),
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { esp_id: example.id }, response: { due: 0 } }],
});

/** Hours that GET /esp_accounts/{id}/attempts returns. */
export const attemptHours = 168;

const attemptHour = z
  .object({
    begins: timestamp.describe('The start of the hour.'),
    attempts: z.int().nonnegative().describe('The number of attempts to hand an email to the provider.'),
    failed: z
      .int()
      .nonnegative()
      .describe('Attempts that failed because of the ESP account: log-in, quota, suspension, TLS or outage.'),
  })
  .meta({ id: 'AttemptHour', description: 'The attempts through an ESP account in an hour.' });
export type AttemptHour = z.infer<typeof attemptHour>;

/** GET /esp_accounts/{id}/attempts (extension): how often it failed in each hour. */
export const getEspAccountAttempts = defineRpc({
  pattern: 'delivery.espaccount.attempts.v1',
  request: z.object({ esp_id: z.string() }),
  response: z.object({
    object: z.literal('esp_account_attempts'),
    hours: z.array(attemptHour).describe('The last 168 hours, oldest first, including hours without emails.'),
  }),
  errors: ['not_found'],
  examples: [
    {
      name: 'by id',
      request: { esp_id: example.id },
      response: {
        object: 'esp_account_attempts',
        hours: [{ begins: 1_789_999_200, attempts: 120, failed: 3 }],
      },
    },
  ],
});

/** The last hour in which an ESP account of the account took an email, of those in `getEspAccountAttempts`. */
export const getLastSendHour = defineRpc({
  pattern: 'delivery.espaccount.lastsend.v1',
  request: z.object({}),
  response: z.object({ begins: timestamp.optional() }),
  examples: [{ name: 'nothing was sent', request: {}, response: {} }],
});

/** PUT /esp_accounts/set_default: the account for sends without an ESP account. */
export const setDefaultEspAccount = defineRpc({
  pattern: 'delivery.espaccount.setdefault.v1',
  request: z.object({ esp_id: text(64).describe('The id of the ESP account.') }),
  response: espAccountResource,
  errors: ['esp_account_not_found'],
  examples: [{ name: 'by id', request: { esp_id: example.id }, response: example }],
});

/** POST /esp_accounts/{id}/test (extension): connects and logs in, without sending an email. */
export const testEspAccount = defineRpc({
  pattern: 'delivery.espaccount.test.v1',
  request: z.object({ esp_id: z.string() }),
  response: espAccountTest,
  errors: ['not_found', 'rate_limited'],
  timeoutMs: testTimeoutMs,
  examples: [{ name: 'by id', request: { esp_id: example.id }, response: works }],
});

/** POST /esp_accounts/test (extension): the same for an account before it is created. */
export const tryEspAccount = defineRpc({
  pattern: 'delivery.espaccount.try.v1',
  request: espAccountTrial,
  response: espAccountTest,
  errors: ['rate_limited'],
  timeoutMs: testTimeoutMs,
  examples: [
    {
      name: 'an SMTP relay',
      request: { esp_type: relay.esp_type, credentials: relay.credentials },
      response: works,
    },
  ],
});

/** POST /esp_accounts/check_sender (extension): checks the DNS records of a sender domain. */
export const checkSenderDomain = defineRpc({
  pattern: 'delivery.senderdomain.check.v1',
  request: z.object({ address: emailAddress.describe('The address of the sender.') }),
  response: z
    .object({
      object: z.literal('sender_domain'),
      domain: z.string().describe('The domain of the address.'),
      findings: z
        .array(
          z.object({
            level: z
              .enum(['ok', 'warning', 'fault'])
              .describe('`fault`: receivers reject or ignore something. `warning`: some may.'),
            message: z.string().describe('The result of a check, as a sentence.'),
            remedy: z.string().optional().describe('What to do, as a sentence.'),
          }),
        )
        .describe('One for each check, or one for all if the domain cannot be checked.'),
    })
    .meta({ id: 'SenderDomain', description: 'The DNS records of a sender domain.' }),
  errors: ['rate_limited'],
  timeoutMs: testTimeoutMs,
  examples: [
    {
      name: 'a reserved domain',
      request: { address: 'hello@acme.example' },
      response: {
        object: 'sender_domain',
        domain: 'acme.example',
        findings: [
          {
            level: 'warning',
            message: 'acme.example is reserved for examples: receivers reject email from it.',
            remedy: 'Use a domain of your own.',
          },
        ],
      },
    },
  ],
});

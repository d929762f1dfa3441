import { z } from 'zod';
import { id } from '../ids.js';
import { optionalOrEmpty, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { logResource, logsQuery, logStatuses, logSubject } from './logs.js';

const oneLine = /^[^\x00-\x1f\x7f]*$/;
const searchTerm = (max: number) =>
  z
    .string({ error: 'must be a string' })
    .trim()
    .max(max, `must be at most ${max} characters`)
    .regex(oneLine, 'must be one line without control characters');

const known: ReadonlySet<string> = new Set(logStatuses);
const statusList = z
  .string({ error: 'must be a string' })
  .max(500, 'must be at most 500 characters')
  .refine(
    (names) => names.split(',').every((name) => known.has(name)),
    `must be statuses with commas between: ${logStatuses.join(', ')}`,
  );

/** GET /logs/search (docs/reference/logs.md). */
export const logSearchQuery = logsQuery
  .pick({ count: true, created_gt: true, created_gte: true, created_lt: true, created_lte: true })
  .extend({
    q: optionalOrEmpty(searchTerm(254)).describe(
      'An address; the id of a log or its beginning; or text in address, name, subject, template or version name, or a whole tag.',
    ),
    status: optionalOrEmpty(statusList).describe('Only logs with one of these statuses, separated by commas.'),
    template: optionalOrEmpty(searchTerm(64)).describe('Only logs of the template with this id.'),
    esp_account: optionalOrEmpty(searchTerm(64)).describe(
      'Only logs of emails accepted for the ESP account with this id.',
    ),
    tag: optionalOrEmpty(searchTerm(255)).describe('Only logs of emails with this tag.'),
    test: optionalOrEmpty(z.enum(['true', 'false'], { error: 'must be true or false' })).describe(
      '`true`: only logs of test keys; `false`: none of them.',
    ),
    cursor: optionalOrEmpty(id('log')).describe('`next_cursor` of the previous page.'),
  });
export type LogSearchQuery = z.infer<typeof logSearchQuery>;

export const foundLog = logResource
  .extend({
    subject: logSubject,
    sender: z.string().optional().describe('The address of the sender.'),
    tags: z.array(z.string()).describe('The tags of the email.'),
    test: z.boolean().describe('Whether a test key sent it.'),
    status_changed: timestamp.optional().describe('The time of the last status change.'),
  })
  .meta({ id: 'FoundLog', description: 'A found log.' });

const exampleLog: z.infer<typeof foundLog> = {
  object: 'log',
  id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
  created: 1_790_000_000,
  recipient_name: 'Ada',
  recipient_address: 'ada@example.com',
  status: 'sent',
  message: 'Accepted by the mail server',
  email_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
  email_name: 'Receipt',
  email_version: 'Receipt',
  subject: 'Your receipt R-1',
  sender: 'billing@acme.example',
  tags: ['receipt'],
  test: false,
  status_changed: 1_790_000_012,
};

export const searchLogs = defineRpc({
  pattern: 'delivery.log.search.v1',
  request: logSearchQuery,
  response: z.object({
    data: z.array(foundLog).describe('Newest first.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('The `cursor` of the next page; null when everything was searched. A page without logs can have one.'),
    searched_to: timestamp
      .nullable()
      .describe('The search covered logs back to this time. Null if it covered all logs.'),
  }),
  timeoutMs: 10_000,
  examples: [
    {
      name: 'by address',
      request: { q: 'ada@example.com', tag: 'receipt' },
      response: {
        data: [exampleLog],
        next_cursor: null,
        searched_to: null,
      },
    },
  ],
});

/** The logs that follow a log in time, for `before` of Resend's API: the ones nearest to it, newest first. */
export const listNewerLogs = defineRpc({
  pattern: 'delivery.log.list_newer.v1',
  request: z.object({ newer_than: id('log'), count: z.int().min(1).max(100) }),
  response: z.object({ data: z.array(foundLog), has_more: z.boolean() }),
  examples: [
    {
      name: 'one of several',
      request: { newer_than: 'log_01KQV5Xx7GJ8sVJ4mB2cDd', count: 1 },
      response: { data: [exampleLog], has_more: true },
    },
  ],
});

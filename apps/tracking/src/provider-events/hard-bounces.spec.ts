import { describe, expect, it } from '@jest/globals';
import { espTypes, isReporting } from '@postrider/contracts';
import { bounceReplies } from '@postrider/testing';
import { bouncedBy, posted, snsCertificate, webhookSettings } from '../testing/provider-posts.js';
import type { Report } from './kinds/report.js';
import { AmazonSns } from './kinds/amazon-sns.js';
import { ReportReaders } from './report-readers.js';
import { toLogEvent } from './reported.js';

const types = espTypes.filter(isReporting);
const readers = new ReportReaders(new AmazonSns(() => Promise.resolve(new Response(snsCertificate))));
const anEvent = { accountId: 'acc_1', espAccountId: 'esp_1', key: Buffer.alloc(16) };
const logId = 'log_01KQV5Xx7GJ8sVJ4mB2cDe';

const getReported = async (espType: (typeof types)[number], report: Report) => {
  const { events } = await readers.read(espType, report, webhookSettings[espType]);
  const { type, code, text } = events[0]!;
  const reported = toLogEvent({ ...anEvent, espType, type, event: { logId, atMs: 0, code, text } });
  return [reported?.type, reported?.detail.bounce];
};
const toBounce = (isHard: boolean) => ['bounced', isHard ? 'hard' : 'soft'];

describe.each(types)('a bounce that %s reports', (espType) => {
  it.each(bounceReplies)('is hard or soft by code and reason: $reply', async (expected) => {
    const { reply, hardIfRejected, hardIfInvalid } = expected;
    // Postmark's only class of permanent bounces names the address; Mailgun has no class that does.
    if (espType !== 'esp_kind_4')
      expect(await getReported(espType, bouncedBy(espType, reply))).toEqual(toBounce(hardIfRejected));
    if (espType !== 'esp_kind_2')
      expect(await getReported(espType, bouncedBy(espType, reply, { names: true }))).toEqual(toBounce(hardIfInvalid));
  });

  it('has a different key for each log, even if the provider gives no id', async () => {
    const getKey = async (log: string, id: string | undefined): Promise<string> => {
      const { events } = await readers.read(
        espType,
        bouncedBy(espType, '550 5.1.1 User unknown', { log, id }),
        webhookSettings[espType],
      );
      return events[0]!.key;
    };
    const other = `${logId.slice(0, -1)}X`;
    expect(await getKey(logId, undefined)).not.toBe(await getKey(other, undefined));
    // A message of SNS always has an id.
    if (espType !== 'esp_kind_5') expect(await getKey(logId, undefined)).toBe(await getKey(logId, undefined));
  });
});

it.each([
  ['esp_kind_1', [{ event: 'bounce', type: 'blocked', status: '5.1.1', reason: '550 5.1.1 User unknown' }], 'soft'],
  ['esp_kind_1', [{ event: 'bounce', bounce_classification: 'Reputation', reason: '550 User unknown' }], 'soft'],
  ['esp_kind_2', { event: 'failed', severity: 'permanent', reason: 'espblock', 'delivery-status': {} }, 'soft'],
  ['esp_kind_4', { RecordType: 'Bounce', Type: 'DMARCPolicy', Details: 'smtp;550 5.7.26 DMARC' }, 'soft'],
  ['esp_kind_6', { event: 'bounce', hard_bounce: true, error: 'quota exceeded' }, 'soft'],
  [
    'esp_kind_8',
    [{ msys: { message_event: { type: 'bounce', bounce_class: '51', raw_reason: '550 5.1.1 x' } } }],
    'soft',
  ],
] as const)('%s: what the provider itself puts down to a policy is soft: %j', async (espType, payload, kind) => {
  const post = posted[espType] as (given: unknown) => Report;
  expect(await getReported(espType, post(payload))).toEqual(['bounced', kind]);
});

it.each(['Suppressed', 'OnAccountSuppressionList', 'UnsubscribedRecipient'])(
  'an email that SES kept back by its own list is dropped: %s',
  async (bounceSubType) => {
    const bouncedRecipients = [{ emailAddress: 'ada@example.com', status: '5.1.1' }];
    const bounce = { bounceType: 'Permanent', bounceSubType, bouncedRecipients };
    expect(await getReported('esp_kind_5', posted.esp_kind_5({ eventType: 'Bounce', bounce }))).toEqual([
      'dropped',
      undefined,
    ]);
  },
);

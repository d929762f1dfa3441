import type { ReportingEspType } from '@postrider/contracts';
import { isReporting, espTypes, ServiceError } from '@postrider/contracts';
import {
  deliveredBy,
  logId,
  posted,
  snsCertificate,
  snsCertificateUrl,
  snsPost,
  webhookSettings,
} from '../testing/provider-posts.js';
import { AmazonSns } from './kinds/amazon-sns.js';
import type { Report } from './kinds/report.js';
import { eventSources, ReportReaders } from './report-readers.js';

const types = espTypes.filter(isReporting);
const called: string[] = [];
const amazon = (url: string): Promise<Response> => {
  called.push(url);
  return Promise.resolve(new Response(url === snsCertificateUrl ? snsCertificate : '<ConfirmSubscriptionResponse/>'));
};
const readers = new ReportReaders(new AmazonSns(amazon));
const read = (type: ReportingEspType, report: Report) => readers.read(type, report, webhookSettings[type]);
const readOutcome = async (type: ReportingEspType, report: Report) => {
  try {
    return await read(type, report);
  } catch (error) {
    return error instanceof ServiceError ? error.code : error;
  }
};
/** The events of one payload, as they were read. */
const eventsIn = async <Type extends ReportingEspType>(type: Type, payload: unknown) =>
  (await read(type, posted[type](payload))).events;
const first = async (type: ReportingEspType, payload: unknown) => (await eventsIn(type, payload))[0];

/** Of what a provider signs or is known by, one byte is another. */
const forged: Record<ReportingEspType, (report: Report) => Report> = {
  esp_kind_1: changedBody('delivered', 'deliverec'),
  esp_kind_2: changedBody('"token":"0', '"token":"1'),
  esp_kind_3: changedBody('delivered', 'deliverec'),
  esp_kind_4: changedPassword,
  esp_kind_5: changedBody('250 2.0.0', '250 2.0.1'),
  esp_kind_6: changedPassword,
  esp_kind_8: changedPassword,
};

function changedBody(from: string, to: string) {
  return (report: Report): Report => {
    const text = report.body.toString();
    expect(text).toContain(from);
    return { ...report, body: Buffer.from(text.replace(from, to)) };
  };
}

function changedPassword(report: Report): Report {
  return { ...report, headers: { authorization: `Basic ${Buffer.from('hook:päss:worc').toString('base64')}` } };
}

/** Where the signature is in a report, of the kinds that sign. */
const forgeByType: Partial<Record<ReportingEspType, (report: Report, change: (text: string) => string) => Report>> = {
  esp_kind_1: changedHeader('x-twilio-email-event-webhook-signature'),
  esp_kind_2: changedIn(/"signature":"([0-9a-f]{64})"/),
  esp_kind_3: changedHeader('x-mandrill-signature'),
  esp_kind_5: changedIn(/"Signature":"([^"]+)"/),
};

function changedHeader(name: keyof Report['headers']) {
  return (report: Report, change: (text: string) => string): Report => ({
    ...report,
    headers: { ...report.headers, [name]: change(report.headers[name]!) },
  });
}

function changedIn(signature: RegExp) {
  return (report: Report, change: (text: string) => string): Report => ({
    ...report,
    body: Buffer.from(report.body.toString().replace(signature, (all, found: string) => all.replace(found, change))),
  });
}

/** The same signature with one bit of one of its bytes another, or without that byte. */
function misSigned(text: string): string[] {
  const encoding = /^[0-9a-f]{64}$/.test(text) ? 'hex' : 'base64';
  const bytes = Buffer.from(text, encoding);
  const places = [0, Math.floor(bytes.length / 2), bytes.length - 1];
  return places.flatMap((place) => [
    Buffer.from(bytes.map((byte, index) => (index === place ? byte ^ 1 : byte))).toString(encoding),
    Buffer.from(bytes.filter((_byte, index) => index !== place)).toString(encoding),
  ]);
}

describe('a report of a provider', () => {
  afterEach(() => called.splice(0));

  describe.each(types)('to an account of type %s', (type) => {
    it('a report is read', async () => {
      const at = new Date(Math.floor(Date.now() / 1000) * 1000);
      const { events } = await read(type, deliveredBy(type, logId, at));
      expect(events).toEqual([
        expect.objectContaining({ logId, atMs: at.getTime(), address: 'ada@example.com', text: '250 2.0.0 OK' }),
      ]);
      expect(eventSources[type].logEventByType[events[0]!.type]).toEqual({ status: 'delivered' });
    });

    it('a report is rejected with one byte changed, without its signature, or without settings', async () => {
      const report = deliveredBy(type);
      expect(await readOutcome(type, forged[type](report))).toBe('unauthenticated');
      if (type !== 'esp_kind_2' && type !== 'esp_kind_5')
        expect(await readOutcome(type, { ...report, headers: {} })).toBe('unauthenticated');
      await expect(readers.read(type, report, undefined)).rejects.toMatchObject({ code: 'unauthenticated' });
    });

    it('a report is rejected when one byte of its signature is wrong or missing', async () => {
      const signed = forgeByType[type];
      if (!signed) return;
      let signature = '';
      signed(deliveredBy(type), (text) => (signature = text));
      expect(misSigned(signature)).toHaveLength(6);
      for (let n = 0; n < 6; n += 1) {
        const report = signed(deliveredBy(type), (text) => misSigned(text)[n]!);
        expect(await readOutcome(type, report)).toBe('unauthenticated');
      }
    });

    it('has the same key when it is repeated, and another key for another event', async () => {
      const getKey = async (log: string): Promise<string> =>
        (await read(type, deliveredBy(type, log, new Date(1_790_000_000_000)))).events[0]!.key;
      const other = `${logId.slice(0, -1)}X`;
      // A message of SNS is known by its own id.
      if (type !== 'esp_kind_5') expect(await getKey(logId)).toBe(await getKey(logId));
      expect(await getKey(other)).not.toBe(await getKey(logId));
    });

    it.each([null, 7, 'x', [], {}, [null], [7], [[]], { event: {} }, [{ event: null, msys: 7, email: {} }]])(
      'a report of %j is rejected, or names no email',
      async (payload) => {
        const outcome = await readOutcome(type, posted[type](payload));
        if (typeof outcome !== 'object') expect(outcome).toBe('invalid_request');
        else expect((outcome as { events: { logId?: string }[] }).events.filter((event) => event.logId)).toEqual([]);
      },
    );
  });

  it('a report that is not JSON gets 400', async () => {
    const report = { ...posted.esp_kind_4({}), body: Buffer.from('{"RecordType":') };
    expect(await readOutcome('esp_kind_4', report)).toBe('invalid_request');
  });

  describe('by SendGrid', () => {
    it('distinguishes blocked from bounced, and marks bots', async () => {
      expect(
        (
          await eventsIn('esp_kind_1', [
            { event: 'bounce', type: 'bounce', reason: '500 unknown recipient', status: '5.0.0' },
            { event: 'bounce', type: 'blocked' },
            { event: 'open', sg_machine_open: true, useragent: 'Mozilla/5.0' },
            { event: 'click', url: 'https://acme.example/?a=1' },
          ])
        ).map(({ type, code, isBot, url }) => [type, code, isBot, url]),
      ).toEqual([
        ['bounce', '5.0.0', false, undefined],
        ['bounce/blocked', undefined, false, undefined],
        ['open', undefined, true, undefined],
        ['click', undefined, false, 'https://acme.example/?a=1'],
      ]);
    });

    it('a report is rejected when it was signed days ago or with another key', async () => {
      const daysAgo = String(Math.floor(Date.now() / 1000) - 3 * 86_400);
      expect(await readOutcome('esp_kind_1', posted.esp_kind_1([], daysAgo))).toBe('unauthenticated');
      const garbled = posted.esp_kind_1([]);
      const headers = { ...garbled.headers, 'x-twilio-email-event-webhook-signature': 'AAAA' };
      expect(await readOutcome('esp_kind_1', { ...garbled, headers })).toBe('unauthenticated');
    });
  });

  describe('by Mailgun', () => {
    const failed = (more: object) => first('esp_kind_2', { event: 'failed', ...more });

    it('distinguishes failures, and accepts a null status', async () => {
      expect((await failed({ severity: 'temporary', 'delivery-status': null }))?.type).toBe('failed/temporary');
      expect((await failed({ severity: 'permanent', reason: 'bounce' }))?.type).toBe('failed/permanent');
      expect((await failed({ severity: 'permanent', reason: 'old' }))?.type).toBe('failed/old');
      expect((await failed({ severity: 'permanent', reason: 'suppress-bounce' }))?.type).toBe('failed/suppressed');
    });

    it('a report of a legacy webhook is rejected with an explanation', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const form = { ...posted.esp_kind_2({}), headers, body: Buffer.from('event=delivered&token=1&signature=2') };
      await expect(read('esp_kind_2', form)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('legacy webhook'),
      });
    });

    it('accepts a token once, because it does not sign the event', async () => {
      const again = posted.esp_kind_2({}, undefined, 'one');
      expect((await read('esp_kind_2', again)).nonce).toBe('one');
      const yesterday = String(Math.floor(Date.now() / 1000) - 2 * 86_400);
      expect(await readOutcome('esp_kind_2', posted.esp_kind_2({}, yesterday))).toBe('unauthenticated');
    });
  });

  describe('by Mandrill', () => {
    it('a report is signed for one address', async () => {
      const elsewhere = posted.esp_kind_3([], undefined, 'https://other.example/webhooks/esp/token');
      expect(await readOutcome('esp_kind_3', elsewhere)).toBe('unauthenticated');
    });

    it('may be a test without events, also before the key exists', async () => {
      const test = posted.esp_kind_3([], 'test-webhook');
      expect(await read('esp_kind_3', test)).toEqual({ events: [] });
      expect(await readers.read('esp_kind_3', test, undefined)).toEqual({ events: [] });
      const telling = posted.esp_kind_3([{ event: 'spam' }], 'test-webhook');
      expect(await readOutcome('esp_kind_3', telling)).toBe('unauthenticated');
      await expect(readers.read('esp_kind_3', telling, undefined)).rejects.toMatchObject({ code: 'unauthenticated' });
    });
  });

  it('by Postmark distinguishes types of bounces and reasons of a changed subscription', async () => {
    const getType = async (event: object) => (await first('esp_kind_4', event))?.type;
    expect(await getType({ RecordType: 'Bounce', ID: 42, Type: 'HardBounce', Email: 'a@b.example' })).toBe(
      'Bounce/HardBounce',
    );
    const change = { RecordType: 'SubscriptionChange', SuppressSending: true };
    expect(await getType({ ...change, SuppressionReason: 'ManualSuppression' })).toBe(
      'SubscriptionChange/ManualSuppression',
    );
    expect(await getType({ ...change, SuppressSending: false })).toBe('SubscriptionChange/Reactivated');
  });

  it('by Mailjet has one event or several, with ids above the safe integers', async () => {
    const bounce = { event: 'bounce', time: 1_790_000_000, CustomID: logId, email: 'a@b.example' };
    const events = await eventsIn('esp_kind_6', [
      { ...bounce, hard_bounce: true, MessageID: 19_421_777_835 },
      { ...bounce, hard_bounce: false, error: 'greylisted' },
      { ...bounce, hard_bounce: false, error: 'mailbox full' },
      { event: 'unsub', mj_list_id: 1, Payload: JSON.stringify({ log_id: logId }) },
    ]);
    expect(events.map(({ type, logId: log }) => [type, log])).toEqual([
      ['bounce/hard', logId],
      ['bounce/greylisted', logId],
      ['bounce/soft', logId],
      ['unsub', logId],
    ]);
  });

  it('by SparkPost distinguishes bounces by their class, and ignores a ping', async () => {
    const bounce = (bounce_class: string, type = 'bounce') => ({ msys: { message_event: { type, bounce_class } } });
    const payload = [bounce('10'), bounce('21'), bounce('90'), bounce('60', 'out_of_band'), { msys: {} }];
    expect((await eventsIn('esp_kind_8', payload)).map(({ type }) => type)).toEqual([
      'bounce/invalid',
      'bounce/soft',
      'bounce/unsubscribe',
      'bounce/reply',
    ]);
  });

  describe('by Amazon SES', () => {
    const subscribeUrl = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn&Token=abc';

    it('a report has one event for each recipient, and finds the log in tags or headers', async () => {
      const events = await eventsIn('esp_kind_5', {
        notificationType: 'Bounce',
        mail: { headers: [{ name: 'X-Log-Id', value: logId }] },
        bounce: {
          bounceType: 'Permanent',
          timestamp: '2026-11-05T16:33:54.000Z',
          bouncedRecipients: [
            { emailAddress: 'ada@example.com', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 no such user' },
            { emailAddress: 'grace@example.com' },
          ],
        },
      });
      expect(events.map(({ type, logId: log, address, code }) => [type, log, address, code])).toEqual([
        ['Bounce/Permanent', logId, 'ada@example.com', '5.1.1'],
        ['Bounce/Permanent', logId, 'grace@example.com', undefined],
      ]);
      expect(new Set(events.map(({ key }) => key)).size).toBe(2);
    });

    it('rejects messages of other topics that Amazon signed', async () => {
      const report = posted.esp_kind_5({}, { TopicArn: 'arn:aws:sns:eu-west-1:999999999999:mail-events' });
      expect(await readOutcome('esp_kind_5', report)).toBe('unauthenticated');
      expect(called).toEqual([]);
    });

    it.each([
      'https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-0.pem',
      'https://evil.example/SimpleNotificationService-0.pem',
      'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0.pem',
      'https://sns.eu-west-1.amazonaws.com@127.0.0.1/SimpleNotificationService-0.pem',
      'https://sns.eu-west-1.amazonaws.com/x/../SimpleNotificationService-0.pem',
      'file:///etc/passwd',
    ])('does not request the certificate %s', async (SigningCertURL) => {
      expect(await readOutcome('esp_kind_5', posted.esp_kind_5({}, { SigningCertURL }))).toBe('unauthenticated');
      expect(called).toEqual([]);
    });

    it('a report is rejected when it was signed longer ago than its ids are remembered', async () => {
      const at = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
      expect(await readOutcome('esp_kind_5', posted.esp_kind_5({}, { Timestamp: at(47) }))).toMatchObject({
        events: [{}],
      });
      for (const Timestamp of [at(49), at(-49), 'yesterday'])
        expect(await readOutcome('esp_kind_5', posted.esp_kind_5({}, { Timestamp }))).toBe('unauthenticated');
    });

    it('a report is signed in one of two ways, and header and body agree', async () => {
      expect(
        await read('esp_kind_5', posted.esp_kind_5({}, { SignatureVersion: '1', Subject: 'Amazon SES' })),
      ).toMatchObject({
        events: [{ logId: undefined }],
      });
      expect(await readOutcome('esp_kind_5', posted.esp_kind_5({}, { SignatureVersion: '3' }))).toBe('unauthenticated');
      const report = posted.esp_kind_5({});
      const headers = { ...report.headers, 'x-amz-sns-message-type': 'SubscriptionConfirmation' };
      expect(await readOutcome('esp_kind_5', { ...report, headers })).toBe('unauthenticated');
    });

    it('starts with a subscription, which is confirmed only at Amazon', async () => {
      const confirmation = { Type: 'SubscriptionConfirmation', Token: 'abc', Message: 'You have chosen to subscribe' };
      expect(await read('esp_kind_5', snsPost({ ...confirmation, SubscribeURL: subscribeUrl }))).toEqual({
        events: [],
      });
      expect(called).toContain(subscribeUrl);
      called.splice(0);
      const elsewhere = snsPost({
        ...confirmation,
        SubscribeURL: 'https://evil.example/?Action=ConfirmSubscription&x',
      });
      expect(await readOutcome('esp_kind_5', elsewhere)).toBe('unauthenticated');
      expect(called).toEqual([]);
      await read(
        'esp_kind_5',
        snsPost({ ...confirmation, Type: 'UnsubscribeConfirmation', SubscribeURL: subscribeUrl }),
      );
      expect(called).toEqual([]);
    });

    it('returns unavailable while Amazon is unreachable, and is rejected with an invalid certificate', async () => {
      const away = new ReportReaders(new AmazonSns(() => Promise.reject(new Error('ECONNREFUSED'))));
      const { esp_kind_5: settings } = webhookSettings;
      await expect(away.read('esp_kind_5', posted.esp_kind_5({}), settings)).rejects.toMatchObject({
        code: 'unavailable',
      });
      const huge = new ReportReaders(new AmazonSns(() => Promise.resolve(new Response('x'.repeat(100_000)))));
      await expect(huge.read('esp_kind_5', posted.esp_kind_5({}), settings)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('larger than a certificate'),
      });
    });
  });
});

import type { HostedEspType } from '@postrider/contracts';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import {
  dynErrors,
  dynFake,
  mailgunErrors,
  mailgunFake,
  mailjetErrors,
  mailjetFake,
  mandrillErrors,
  mandrillFake,
  postmarkErrors,
  postmarkFake,
  ProviderFake,
  sendGridErrors,
  sendGridFake,
  sesErrors,
  sesFake,
  sparkPostErrors,
  sparkPostFake,
  waitFor,
  type FakeResponse,
  type FakeProvider,
} from '@postrider/testing';
import { createDriver, type DriverEspAccount, type DriverOptions } from '../driver-factory.js';
import type { OutgoingMessage } from '../../mail/outgoing-message.js';
import type { ConnectionCheck, DeliveryOutcome, EspDriver } from '../driver.js';

const message = (over: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  logId: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
  messageId: '<log_01KQV5Xx7GJ8sVJ4mB2cDe@acme.example>',
  date: new Date('2026-11-21T04:00:00Z'),
  from: { address: 'billing@acme.example', name: 'Müller, Acme' },
  replyTo: ['help@acme.example', 'sales@acme.example'],
  to: { address: 'ada@example.com', name: 'Ada' },
  cc: [{ address: 'grace@example.com', name: 'Hopper, Grace' }],
  bcc: [{ address: 'audit@müller.de', name: 'Auditor' }],
  subject: 'Your receipt — März',
  text: 'Hello {{name}}',
  html: '<p>Hello</p>',
  headers: { 'X-Campaign': 'spring' },
  tags: ['receipt', 'spring'],
  attachments: [],
  ...over,
});
const pdf = { name: 'Rechnung März.pdf', content: Buffer.from('%PDF'), disposition: 'attachment' as const };
const logo = { name: 'logo.png', content: Buffer.from('png'), disposition: 'inline' as const };
const soon = (): AbortSignal => AbortSignal.timeout(20_000);

const key = 'SG.very-secret-key';
const waitMs = 60_000;

type HostedAccount = Exclude<DriverEspAccount, { type: 'smtp' }>;
/** Short form of an outcome: the scope, or the status of a rejection. */
type Verdict = 'dropped' | 'message' | 'account' | 'sent';

interface Kind {
  readonly account: HostedAccount;
  readonly provider: FakeProvider;
  readonly errors: readonly (readonly [string, FakeResponse, Verdict])[];
  /** A response with this date, or with 60 s; undefined when the provider sends neither. */
  readonly rateLimit: ((until: Date) => FakeResponse) | undefined;
}

const kinds: Record<HostedEspType, Kind> = {
  esp_kind_1: {
    account: { id: 'esp_1', type: 'esp_kind_1', credentials: { username: 'apikey', password: key } },
    provider: sendGridFake({ apiKey: key }),
    errors: [
      ['a bad recipient', sendGridErrors.badRecipient, 'dropped'],
      ['a wrong key', sendGridErrors.wrongKey, 'account'],
      ['an unverified sender', sendGridErrors.unverifiedSender, 'account'],
      ['too large', sendGridErrors.tooLarge, 'dropped'],
      ['an internal error', sendGridErrors.internal, 'message'],
    ],
    rateLimit: (until) => sendGridErrors.rateLimited(until.getTime() / 1000),
  },
  esp_kind_2: {
    account: { id: 'esp_2', type: 'esp_kind_2', credentials: { api_key: key, domain: 'acme.example' } },
    provider: mailgunFake({ apiKey: key, domain: 'acme.example' }),
    errors: [
      ['a bad recipient', mailgunErrors.badRecipient, 'dropped'],
      ['an unverified domain', mailgunErrors.unverifiedDomain, 'account'],
      ['a wrong key', mailgunErrors.wrongKey, 'account'],
      ['an unknown domain', mailgunErrors.unknownDomain, 'account'],
      ['too large', mailgunErrors.tooLarge, 'dropped'],
      ['another endpoint', mailgunErrors.wrongEndpoint, 'account'],
      ['an internal error', mailgunErrors.internal, 'message'],
    ],
    rateLimit: (until) => mailgunErrors.rateLimited(until),
  },
  esp_kind_3: {
    account: { id: 'esp_3', type: 'esp_kind_3', credentials: { api_key: key } },
    provider: mandrillFake({ apiKey: key }),
    errors: [
      ['a bounced recipient', mandrillErrors.rejected('ada@example.com', 'hard-bounce'), 'dropped'],
      ['an unsubscribed recipient', mandrillErrors.rejected('ADA@example.com', 'unsub'), 'dropped'],
      ['an invalid recipient', mandrillErrors.invalid('ada@example.com'), 'dropped'],
      ['an unsigned domain', mandrillErrors.rejected('ada@example.com', 'unsigned'), 'account'],
      ['test mode', mandrillErrors.rejected('ada@example.com', 'test-mode-limit'), 'account'],
      ['a queue', mandrillErrors.queued('ada@example.com', 'hourly-quota-exhausted'), 'sent'],
      ['a wrong key, as 500', mandrillErrors.wrongKey, 'account'],
      ['unpaid, as 500', mandrillErrors.paymentRequired, 'account'],
      ['bad request, as 500', mandrillErrors.invalidRequest, 'dropped'],
      ['a general error', mandrillErrors.general, 'message'],
      ['no JSON', mandrillErrors.noJson, 'message'],
    ],
    rateLimit: () => mandrillErrors.rateLimited(60),
  },
  esp_kind_4: {
    account: { id: 'esp_4', type: 'esp_kind_4', credentials: { api_key: key } },
    provider: postmarkFake({ token: key }),
    errors: [
      ['a wrong token', postmarkErrors.wrongToken, 'account'],
      ['an inactive recipient', postmarkErrors.inactiveRecipient, 'dropped'],
      ['a bad request', postmarkErrors.invalidRequest, 'dropped'],
      ['no sender signature', postmarkErrors.noSignature, 'account'],
      ['no credits', postmarkErrors.outOfCredits, 'account'],
      ['a forbidden attachment', postmarkErrors.forbiddenAttachment, 'dropped'],
      ['maintenance', postmarkErrors.maintenance, 'message'],
      ['a blocked network', postmarkErrors.blockedNetwork, 'account'],
      ['an internal error', postmarkErrors.internal, 'message'],
      ['inactive copies', postmarkErrors.partlyInactive('grace@example.com'), 'sent'],
      ['an inactive primary', postmarkErrors.partlyInactive('grace@example.com', 'ada@example.com'), 'dropped'],
      ['too many requests', postmarkErrors.rateLimited, 'message'],
    ],
    rateLimit: undefined,
  },
  esp_kind_5: {
    account: {
      id: 'esp_5',
      type: 'esp_kind_5',
      credentials: { access_key_id: 'AKIDEXAMPLE', secret_access_key: key, region: 'eu-west-1' },
      settings: { configurationSet: 'events' },
    },
    provider: sesFake({ accessKeyId: 'AKIDEXAMPLE', secretAccessKey: key, region: 'eu-west-1' }),
    errors: [
      ['a wrong signature', sesErrors.wrongSignature, 'account'],
      ['an unknown key', sesErrors.unknownKey, 'account'],
      ['an unverified address', sesErrors.unverifiedAddress, 'account'],
      ['refused content', sesErrors.rejectedContent, 'dropped'],
      ['a bad request', sesErrors.badRequest, 'dropped'],
      ['the daily quota', sesErrors.dailyQuota, 'account'],
      ['paused', sesErrors.paused, 'account'],
      ['no configuration set', sesErrors.noConfigurationSet, 'account'],
      ['a clock that is wrong', sesErrors.expired, 'account'],
      ['an aborted request', sesErrors.aborted, 'message'],
      ['an internal error', sesErrors.internal, 'message'],
    ],
    rateLimit: () => ({
      ...sesErrors.throttled,
      headers: { ...sesErrors.throttled.headers, 'retry-after': '60' },
    }),
  },
  esp_kind_6: {
    account: { id: 'esp_6', type: 'esp_kind_6', credentials: { api_key: 'mj-key', secret_key: key } },
    provider: mailjetFake({ apiKey: 'mj-key', secretKey: key }),
    errors: [
      ['a bad recipient', mailjetErrors.badRecipient, 'dropped'],
      ['a bad sender', mailjetErrors.badSender, 'account'],
      ['a suspended key', mailjetErrors.suspended, 'account'],
      ['a wrong key', mailjetErrors.wrongKey, 'account'],
      ['an unauthorised sender', mailjetErrors.unauthorisedSender, 'account'],
      ['no content', mailjetErrors.noContent, 'dropped'],
      ['an internal error', mailjetErrors.internal, 'message'],
    ],
    rateLimit: () => mailjetErrors.rateLimited(60),
  },
  esp_kind_7: {
    account: { id: 'esp_7', type: 'esp_kind_7', credentials: { api_key: key } },
    provider: dynFake({ apiKey: key }),
    errors: [
      ['a wrong key', dynErrors.wrongKey, 'account'],
      ['a bad recipient', dynErrors.badRecipient, 'dropped'],
      ['another endpoint', dynErrors.notFound, 'account'],
      ['out of order', dynErrors.unavailable, 'message'],
    ],
    rateLimit: () => ({ status: 429, headers: { 'retry-after': '60' } }),
  },
  esp_kind_8: {
    account: { id: 'esp_8', type: 'esp_kind_8', credentials: { api_key: key } },
    provider: sparkPostFake({ apiKey: key }),
    errors: [
      ['a wrong key', sparkPostErrors.wrongKey, 'account'],
      ['forbidden', sparkPostErrors.forbidden, 'account'],
      ['no valid recipients', sparkPostErrors.noRecipients, 'dropped'],
      ['a missing field', sparkPostErrors.missingField, 'dropped'],
      ['no sending domain', sparkPostErrors.noSendingDomain, 'account'],
      ['the quota', sparkPostErrors.quota, 'account'],
      ['all rejected', sparkPostErrors.allRejected, 'dropped'],
      ['an internal error', sparkPostErrors.internal, 'message'],
    ],
    rateLimit: () => sparkPostErrors.rateLimited(60),
  },
};

/** The request that tests credentials, possible responses, and their results. */
const probes: readonly [
  type: HostedEspType,
  asked: string,
  answers: readonly [status: number, body: object | string, outcome: ConnectionCheck['outcome'], words: RegExp][],
][] = [
  [
    'esp_kind_1',
    'GET /v3/scopes',
    [
      [200, { scopes: ['mail.send'] }, 'works', /accepts the credentials/],
      [200, { scopes: ['templates.read'] }, 'fails', /mail\.send is not among its scopes/],
      [401, { errors: [{ message: 'authorization required' }] }, 'fails', /^401 authorization required$/],
    ],
  ],
  [
    'esp_kind_2',
    'GET /v3/domains/acme.example',
    [
      [200, { domain: { state: 'active' } }, 'works', /accepts the credentials/],
      [200, { domain: { state: 'unverified' } }, 'fails', /domain is unverified/],
      [200, 'Mailgun Magnificent API', 'fails', /Magnificent/],
      [401, 'Forbidden', 'fails', /^401 Forbidden\. A domain sending key/],
      [404, { message: 'Domain not found' }, 'fails', /^404 Domain not found$/],
    ],
  ],
  [
    'esp_kind_3',
    'POST /api/1.0/users/ping2.json',
    [
      [200, { PING: 'PONG!' }, 'works', /accepts the credentials/],
      [500, { status: 'error', name: 'Invalid_Key', message: 'Invalid API key' }, 'fails', /^500 Invalid_Key: Invalid/],
    ],
  ],
  [
    'esp_kind_4',
    'GET /server',
    [
      [200, { ID: 1, Name: 'Acme' }, 'works', /accepts the credentials/],
      [401, { ErrorCode: 10, Message: 'Bad or missing API token' }, 'fails', /^401 Bad or missing API token$/],
    ],
  ],
  [
    'esp_kind_5',
    'GET /v2/email/account',
    [
      [200, { SendingEnabled: true, ProductionAccessEnabled: true }, 'works', /accepts the credentials/],
      [200, { SendingEnabled: true, ProductionAccessEnabled: false }, 'works', /sandbox/],
      [200, { SendingEnabled: false }, 'fails', /sending is disabled/],
      [403, { message: 'User x is not authorized to perform: ses:GetAccount' }, 'unknown', /lack the permission/],
      [403, { message: 'The security token is invalid' }, 'fails', /security token is invalid/],
    ],
  ],
  [
    'esp_kind_6',
    'GET /v3/REST/sender?Limit=1',
    [
      [200, { Count: 0, Data: [] }, 'works', /accepts the credentials/],
      [401, { ErrorMessage: 'API key authentication/authorization failure.' }, 'fails', /^401 API key/],
    ],
  ],
  [
    'esp_kind_8',
    'GET /api/v1/account',
    [
      [200, { results: {} }, 'works', /accepts the credentials/],
      [401, { errors: [{ message: 'Unauthorized.' }] }, 'fails', /^401 Unauthorized/],
      [403, { errors: [{ message: 'Forbidden.' }] }, 'unknown', /lacks the permission/],
    ],
  ],
];

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(
  type: HostedEspType,
  options: Partial<DriverOptions> = {},
  account: HostedAccount = kinds[type].account,
): Promise<{ fake: ProviderFake; driver: EspDriver }> {
  const fake = await ProviderFake.start(kinds[type].provider);
  closing.push(() => fake.close());
  return {
    fake,
    driver: createDriver(account, { ehloName: 'x.example', baseUrls: { [type]: `${fake.url}/` }, ...options }),
  };
}

const getVerdict = (outcome: DeliveryOutcome): Verdict =>
  outcome.kind === 'sent' ? 'sent' : outcome.kind === 'rejected' ? (outcome.status as Verdict) : outcome.scope;

const types = Object.keys(kinds) as HostedEspType[];

describe.each(probes)('checking %s', (type, expectedRequest, responses) => {
  it(`requests ${expectedRequest}, sends nothing, and returns the response`, async () => {
    const { fake, driver } = await start(type);
    for (const [status, body, outcome, words] of responses) {
      fake.next({ status, body });
      const check = await driver.check(soon());
      expect(check).toMatchObject({ outcome, answer: expect.stringMatching(words) });
    }
    expect(new Set(fake.requests.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set([expectedRequest]));
    expect(fake.mails).toEqual([]);
    fake.next({ status: 429, body: 'slow down' }, 'garbage', 'hang');
    expect(await driver.check(soon())).toMatchObject({ outcome: 'unknown' });
    expect(await driver.check(soon())).toMatchObject({ outcome: 'fails', answer: expect.stringMatching(/^Not /) });
    const [{ length }, patience] = [fake.requests, new AbortController()];
    const unanswered = driver.check(patience.signal);
    await waitFor(() => fake.requests.length > length, { what: 'the request that is not answered' });
    patience.abort();
    expect(await unanswered).toMatchObject({
      outcome: 'fails',
      answer: 'The provider did not respond (The attempt timed out)',
    });
    fake.next({ status: 500, body: `no ${key} here` });
    expect((await driver.check(soon())).answer).not.toContain(key);
  });
});

it('makes no request for a provider that was shut down, or with credentials that can never work', async () => {
  const dyn = createDriver(kinds.esp_kind_7.account, { ehloName: 'x.example' });
  expect(await dyn.check(soon())).toMatchObject({ outcome: 'fails', answer: expect.stringContaining('2023') });
  const { driver } = await start('esp_kind_7');
  expect(await driver.check(soon())).toMatchObject({
    outcome: 'unknown',
    tried: 'No request was made to the provider',
  });
});

describe.each(types)('%s', (type) => {
  it('sends the message to all recipients, with the id of its log', async () => {
    const { fake, driver } = await start(type);
    const outcome = await driver.send(message(), soon());
    expect(outcome).toMatchObject({ kind: 'sent' });
    expect(fake.mails).toMatchObject([{ logId: 'log_01KQV5Xx7GJ8sVJ4mB2cDe' }]);
    const [request] = fake.requests;
    expect(request?.headers['content-length']).toBe(String(request?.body.length));
    expect(fake.mails[0]?.to.map((mailbox) => /[^<\s]+@[^>]+/.exec(mailbox)?.[0])).toEqual([
      'ada@example.com',
      'grace@example.com',
      'audit@xn--mller-kva.de',
    ]);
  });

  it('sends an email that is composed in chunks', async () => {
    const { fake, driver } = await start(type);
    const html = '<p>"Grüße" 😀</p>\n'.repeat(20_000);
    const large = { name: 'large.bin', content: Buffer.alloc(400_000, 'abc'), disposition: 'attachment' as const };
    const attachments = type === 'esp_kind_7' ? [] : [large];
    expect(await driver.send(message({ html, attachments }), soon())).toMatchObject({ kind: 'sent' });
    expect(fake.mails).toMatchObject([{ logId: 'log_01KQV5Xx7GJ8sVJ4mB2cDe' }]);
    const [request] = fake.requests;
    expect(request?.headers['content-length']).toBe(String(request?.body.length));
    expect(request!.body.length).toBeGreaterThan(html.length + (attachments.length > 0 ? 533_333 : 0));
  });

  it('rejects streams as attachments without a request', async () => {
    const { fake, driver } = await start(type);
    expect(driver.streams).toBeFalsy();
    const content = { bytes: 1, read: () => Readable.from([Buffer.from('x')]) };
    const attachments = [{ name: 'a.txt', content, disposition: 'attachment' as const }];
    await expect(driver.send({ ...message(), attachments }, soon())).rejects.toThrow(
      'do not support attachment streams',
    );
    expect(fake.requests).toHaveLength(0);
  });

  it('sends to each recipient once', async () => {
    const { fake, driver } = await start(type);
    await driver.send(
      message({
        cc: [{ address: 'ADA@example.com' }, { address: 'grace@example.com' }],
        bcc: [{ address: 'Grace@Example.com' }],
      }),
      soon(),
    );
    expect(fake.mails[0]?.to).toHaveLength(2);
  });

  it('keeps tags within the limits of the provider', async () => {
    const { fake, driver } = await start(type);
    const tags = [
      '',
      '_x,y',
      'a\r\nb',
      'Ä'.repeat(255),
      '春'.repeat(64),
      'dup',
      'dup',
      ...Array.from({ length: 13 }, (_, index) => `${index}`.padEnd(255, 'x')),
    ];
    await expect(driver.send(message({ tags }), soon())).resolves.toMatchObject({ kind: 'sent' });
    expect(fake.mails).toHaveLength(1);
  });

  it.each(kinds[type].errors.map(([name, response, verdict]) => [verdict, name, response] as const))(
    'returns %s for %s',
    async (verdict, _, response) => {
      const { fake, driver } = await start(type);
      fake.next(response);
      const outcome = await driver.send(message(), soon());
      expect(getVerdict(outcome)).toBe(verdict);
      expect(outcome).not.toHaveProperty('unknown');
      expect(outcome.detail).toMatch(/^.{3,500}$/);
    },
  );

  it('reports an account failure for wrong credentials, without their values', async () => {
    const { driver } = await start(type, {}, {
      ...kinds[type].account,
      credentials: Object.fromEntries(
        Object.entries(kinds[type].account.credentials).map(([name, value]) => [
          name,
          value === key ? 'SG.wrong' : value,
        ]),
      ),
    } as HostedAccount);
    const outcome = await driver.send(message(), soon());
    expect(outcome).toMatchObject({ kind: 'deferred', scope: 'account' });
    const { fake, driver: echoed } = await start(type);
    // At different positions, so that truncation cannot leave a part of it.
    for (const before of [0, 290, 485, 490, 495]) {
      fake.next({ status: 500, body: `${'x'.repeat(before)}${key} is unknown` });
      expect((await echoed.send(message(), soon())).detail).not.toContain(key.slice(0, 4));
    }
  });

  it('removes characters from responses that cannot be stored', async () => {
    const { fake, driver } = await start(type);
    fake.next({ status: 400, body: `${'x'.repeat(495)}\u{1f600}\0` });
    const { detail } = await driver.send(message(), soon());
    expect(detail.isWellFormed()).toBe(true);
    expect(detail).toMatch(/^[^\x00-\x1f\x7f]+$/);
  });

  it('waits as long as the provider asks', async () => {
    const { rateLimit } = kinds[type];
    const { fake, driver } = await start(type);
    const requestedAt = Date.now();
    // Some providers send whole seconds.
    const until = new Date(Math.floor(requestedAt / 1000) * 1000 + waitMs);
    fake.next(rateLimit?.(until) ?? { status: 429, headers: { 'retry-after': until.toUTCString() } });
    const outcome = await driver.send(message(), soon());
    expect(outcome).toMatchObject({ kind: 'deferred', scope: 'message', retryAt: expect.any(Date) });
    const retryAt = 'retryAt' in outcome ? outcome.retryAt?.getTime() : undefined;
    expect(retryAt).toBeGreaterThanOrEqual(until.getTime());
    expect(retryAt).toBeLessThanOrEqual(Date.now() + waitMs);
  });

  it.each(['reset', 'reset mid-body', 'garbage'] as const)('has an unknown outcome after %s', async (mishap) => {
    const { fake, driver } = await start(type);
    fake.next(mishap);
    await expect(driver.send(message(), soon())).resolves.toMatchObject({
      kind: 'deferred',
      scope: 'message',
      unknown: true,
    });
  });

  it.each<['hang' | 'trickle', string]>([
    ['hang', 'undici:client:sendHeaders'],
    ['trickle', 'undici:request:headers'],
  ])('ends at its deadline when the provider responds with a %s', async (mishap, underWay) => {
    const { fake, driver } = await start(type);
    fake.next(mishap);
    const deadline = new AbortController();
    const abort = (): void => deadline.abort();
    subscribe(underWay, abort);
    const outcome = await driver.send(message(), deadline.signal).finally(() => unsubscribe(underWay, abort));
    expect(outcome).toMatchObject({ kind: 'deferred', scope: 'message', unknown: true, code: 'ETIMEDOUT' });
  });

  it('reports that nothing was sent when the connection is rejected', async () => {
    const { fake, driver } = await start(type);
    await fake.close();
    closing.length = 0;
    const outcome = await driver.send(message(), soon());
    expect(outcome).toMatchObject({ kind: 'deferred', scope: 'message', code: 'ECONNREFUSED' });
    expect(outcome).not.toHaveProperty('unknown');
  });

  it('reports that nothing was sent when it was aborted before', async () => {
    const { fake, driver } = await start(type);
    const late = await driver.send(message(), AbortSignal.abort());
    expect(late).toMatchObject({ kind: 'deferred', scope: 'message', code: 'ETIMEDOUT' });
    expect(late).not.toHaveProperty('unknown');
    expect(fake.requests).toHaveLength(0);
  });

  it('does not follow redirects with its credentials', async () => {
    const { fake, driver } = await start(type);
    fake.next({ status: 302, headers: { location: `${fake.url}/elsewhere` } });
    await expect(driver.send(message(), soon())).resolves.toMatchObject({ kind: 'deferred', scope: 'account' });
    expect(fake.requests).toHaveLength(1);
  });

  it('drops a message that cannot be composed, without a request', async () => {
    const { fake, driver } = await start(type);
    for (const over of [
      { to: { address: 'a@example.com, evil@x.com' } },
      { cc: [{ address: 'a@example.com\r\nBcc: evil@x.com' }] },
      { headers: { Bcc: 'evil@x.com' } },
      { headers: { 'X-SMTPAPI': '{}' } },
    ]) {
      await expect(driver.send(message(over), soon())).resolves.toMatchObject({ kind: 'rejected', status: 'dropped' });
    }
    expect(fake.requests).toHaveLength(0);
  });

  it('stops reading an endless response', async () => {
    const { fake, driver } = await start(type);
    fake.next('flood');
    const outcome = await driver.send(message(), soon());
    expect(outcome).toMatchObject({ kind: 'deferred', unknown: true, code: '200' });
    expect(outcome.detail.length).toBeLessThanOrEqual(500);
  });
});

describe.each<HostedEspType>(['esp_kind_2', 'esp_kind_3', 'esp_kind_5', 'esp_kind_8'])(
  '%s, which accepts raw email',
  (type) => {
    it('gets the email as composed, without bcc', async () => {
      const { fake, driver } = await start(type);
      await driver.send(message({ html: '<img src="cid:logo.png">', attachments: [pdf, logo] }), soon());
      const mail = await PostalMime.parse(fake.mails[0]?.raw ?? '');
      expect(mail).toMatchObject({
        subject: 'Your receipt — März',
        from: { name: 'Müller, Acme', address: 'billing@acme.example' },
        messageId: '<log_01KQV5Xx7GJ8sVJ4mB2cDe@acme.example>',
      });
      expect(mail.cc).toEqual([{ address: 'grace@example.com', name: 'Hopper, Grace' }]);
      expect(mail.bcc).toBeUndefined();
      expect(fake.mails[0]?.raw).not.toContain('Auditor');
      expect(mail.attachments.map(({ filename }) => filename).toSorted()).toEqual(['Rechnung März.pdf', 'logo.png']);
      expect(mail.headers.find(({ key: name }) => name === 'x-campaign')?.value).toBe('spring');
    });
  },
);

describe('requests to each provider', () => {
  const sendAndGetFields = async (
    type: HostedEspType,
    over: Partial<OutgoingMessage> = {},
    account?: HostedAccount,
  ) => {
    const { fake, driver } = await start(type, {}, account);
    expect(await driver.send(message(over), soon())).toMatchObject({ kind: 'sent' });
    return fake.mails[0] as { fields: Record<string, unknown>; raw?: string };
  };

  it('esp_kind_1: has fields, categories, attachments with ASCII names, and disables tracking', async () => {
    const { fields } = await sendAndGetFields('esp_kind_1', { attachments: [pdf, logo], ampHtml: '<html amp4email>' });
    expect(fields).toMatchObject({
      from: { email: 'billing@acme.example', name: 'Müller, Acme' },
      personalizations: [
        {
          to: [{ email: 'ada@example.com', name: 'Ada' }],
          cc: [{ email: 'grace@example.com', name: 'Hopper, Grace' }],
          bcc: [{ email: 'audit@xn--mller-kva.de' }],
        },
      ],
      reply_to_list: [{ email: 'help@acme.example' }, { email: 'sales@acme.example' }],
      categories: ['receipt', 'spring'],
      headers: { 'X-Campaign': 'spring' },
      content: [{ type: 'text/plain' }, { type: 'text/html' }, { type: 'text/x-amp-html' }],
      attachments: [
        { filename: 'logo.png', disposition: 'inline', content_id: 'logo.png' },
        { filename: 'Rechnung Marz.pdf', type: 'application/pdf', disposition: 'attachment' },
      ],
      tracking_settings: { click_tracking: { enable: false }, open_tracking: { enable: false } },
    });
  });

  it('esp_kind_1: accepts an API key with another username, but no other password', async () => {
    await expect(
      (
        await start(
          'esp_kind_1',
          {},
          { id: 'esp_1', type: 'esp_kind_1', credentials: { username: 'acme', password: key } },
        )
      ).driver.send(message(), soon()),
    ).resolves.toMatchObject({ kind: 'sent' });
    const { fake, driver } = await start(
      'esp_kind_1',
      {},
      { id: 'esp_1', type: 'esp_kind_1', credentials: { username: 'acme', password: 'hunter2' } },
    );
    await expect(driver.send(message(), soon())).resolves.toMatchObject({
      kind: 'deferred',
      scope: 'account',
      detail: expect.stringContaining('API key'),
    });
    expect(fake.requests).toHaveLength(0);
  });

  it.each<[string, (socket: Socket, deadline: AbortController) => unknown]>([
    ['closes', (socket) => socket.end()],
    ['resets', (socket) => socket.resetAndDestroy()],
    ['says nothing', (_socket, deadline) => deadline.abort()],
  ])('esp_kind_4: reports that nothing was sent when the provider %s during the TLS handshake', async (_, atHello) => {
    const sockets: Socket[] = [];
    const deadline = new AbortController();
    const server = createServer((socket) =>
      sockets.push(socket.on('error', () => undefined).once('data', () => atHello(socket, deadline))),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(
      () =>
        new Promise((resolve) => {
          server.close(resolve);
          for (const socket of sockets) socket.destroy();
        }),
    );
    const { driver } = await start('esp_kind_4', {
      baseUrls: { esp_kind_4: `https://127.0.0.1:${(server.address() as AddressInfo).port}` },
    });
    const outcome = await driver.send(message(), deadline.signal);
    expect(outcome).toMatchObject({
      kind: 'deferred',
      scope: 'message',
      detail: expect.stringContaining('Provider not reached'),
    });
    expect(outcome).not.toHaveProperty('unknown');
  });

  it.each(['ключ-as-a-key', 'a key\nin two lines'])(
    'esp_kind_4: reports an account failure for the token %j, which is invalid in a header',
    async (token) => {
      const { fake, driver } = await start(
        'esp_kind_4',
        {},
        { id: 'esp_4', type: 'esp_kind_4', credentials: { api_key: token } },
      );
      const outcome = await driver.send(message(), soon());
      expect(outcome).toMatchObject({ kind: 'deferred', scope: 'account' });
      expect(outcome).not.toHaveProperty('unknown');
      expect(outcome.detail).not.toContain('in two lines');
      expect(fake.requests).toHaveLength(0);
    },
  );

  it('esp_kind_2: has tags, and disables tracking', async () => {
    const { fields } = await sendAndGetFields('esp_kind_2');
    expect(fields).toEqual([
      ['o:tag', 'receipt'],
      ['o:tag', 'spring'],
      ['v:log_id', 'log_01KQV5Xx7GJ8sVJ4mB2cDe'],
      ['o:tracking', 'no'],
    ]);
  });

  it('esp_kind_3: has tags in a header, and preserves recipients', async () => {
    const { raw } = await sendAndGetFields('esp_kind_3');
    expect(raw).toContain('X-MC-Tags: receipt,spring\r\n');
    expect(raw).toContain('X-MC-PreserveRecipients: true\r\n');
    expect(raw).toContain('X-MC-Track: none\r\n');
  });

  it('esp_kind_4: has mailboxes as quoted strings, and one tag', async () => {
    const { fields } = await sendAndGetFields('esp_kind_4', { attachments: [logo] });
    expect(fields).toMatchObject({
      From: '"Müller, Acme" <billing@acme.example>',
      To: '"Ada" <ada@example.com>',
      Cc: '"Hopper, Grace" <grace@example.com>',
      Bcc: 'audit@xn--mller-kva.de',
      ReplyTo: 'help@acme.example, sales@acme.example',
      Tag: 'receipt',
      MessageStream: 'outbound',
      TrackOpens: false,
      TrackLinks: 'None',
      Attachments: [{ Name: 'logo.png', ContentID: 'cid:logo.png' }],
    });
  });

  it('esp_kind_4: keeps our Message-ID, so that duplicates can be detected', async () => {
    const { fields } = await sendAndGetFields('esp_kind_4', { messageId: '<log_1@müller.de>' });
    expect(fields.Headers).toEqual(
      expect.arrayContaining([
        { Name: 'Message-ID', Value: '<log_1@xn--mller-kva.de>' },
        { Name: 'X-PM-KeepID', Value: 'true' },
        { Name: 'X-Campaign', Value: 'spring' },
      ]),
    );
  });

  it('esp_kind_5: has the envelope, the configuration set, and the log in a header', async () => {
    const { fields, raw } = await sendAndGetFields('esp_kind_5', { tags: ['Spring 2026'] });
    expect(fields).toMatchObject({
      ConfigurationSetName: 'events',
      Destination: {
        ToAddresses: ['ada@example.com'],
        CcAddresses: ['grace@example.com'],
        BccAddresses: ['audit@xn--mller-kva.de'],
      },
      EmailTags: [{ Name: 'log_id' }, { Name: 'tag_1', Value: 'Spring_2026' }],
    });
    expect(raw).toContain('X-Log-Id: log_01KQV5Xx7GJ8sVJ4mB2cDe\r\n');
  });

  it('esp_kind_6: omits headers that Mailjet rejects, and returns the UUID as id', async () => {
    const { fields } = await sendAndGetFields('esp_kind_6', {
      headers: { 'List-Id': 'x', 'X-Mailer': 'y', 'X-Campaign': 'spring' },
      attachments: [pdf, logo],
    });
    expect(fields).toMatchObject({
      Cc: [{ Email: 'grace@example.com', Name: 'Hopper, Grace' }],
      Headers: { 'X-Campaign': 'spring', 'Auto-Submitted': 'auto-generated' },
      Attachments: [{ Filename: 'Rechnung März.pdf' }],
      InlinedAttachments: [{ ContentID: 'logo.png' }],
    });
    const { driver } = await start('esp_kind_6');
    await expect(driver.send(message(), soon())).resolves.toMatchObject({ providerMessageId: 'mj-uuid-1' });
  });

  it('esp_kind_7: has mailboxes as quoted strings', async () => {
    expect((await sendAndGetFields('esp_kind_7')).fields).toMatchObject({
      to: '"Ada" <ada@example.com>',
      'cc[1]': '"Hopper, Grace" <grace@example.com>',
      'bcc[1]': 'audit@xn--mller-kva.de',
    });
  });

  it('esp_kind_7: is not made without a configured base URL', async () => {
    const driver = createDriver(kinds.esp_kind_7.account, { ehloName: 'x.example' });
    await expect(driver.send(message(), soon())).resolves.toMatchObject({
      kind: 'deferred',
      scope: 'account',
      detail: expect.stringContaining('31 May 2023'),
    });
  });

  it('esp_kind_8: disables changes to the rendered email', async () => {
    const { fields } = await sendAndGetFields('esp_kind_8');
    expect(fields).toMatchObject({
      options: { transactional: true, perform_substitutions: false, open_tracking: false, click_tracking: false },
      campaign_id: 'receipt',
    });
  });

  it('esp_kind_8: has a campaign of at most 64 bytes', async () => {
    expect((await sendAndGetFields('esp_kind_8', { tags: ['春'.repeat(30)] })).fields).toMatchObject({
      campaign_id: '春'.repeat(21),
    });
  });

  it('leave tracking to the provider if the account says so', async () => {
    const tracked = (type: HostedEspType): HostedAccount => ({
      ...kinds[type].account,
      settings: { tracking: { provider: true } },
    });
    expect((await sendAndGetFields('esp_kind_1', {}, tracked('esp_kind_1'))).fields).not.toHaveProperty(
      'tracking_settings',
    );
    expect((await sendAndGetFields('esp_kind_3', {}, tracked('esp_kind_3'))).raw).not.toContain('X-MC-Track');
    // Not for email that Postrider tracks, which would be counted twice.
    const ours = { tracked: true };
    expect((await sendAndGetFields('esp_kind_1', ours, tracked('esp_kind_1'))).fields).toHaveProperty(
      'tracking_settings',
    );
    expect((await sendAndGetFields('esp_kind_3', ours, tracked('esp_kind_3'))).raw).toContain('X-MC-Track: none');
  });
});

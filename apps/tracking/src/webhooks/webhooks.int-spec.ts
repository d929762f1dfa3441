import { createHmac, randomBytes } from 'node:crypto';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookAttempts,
  listWebhooks,
  logEventRecorded,
  messageAccepted,
  messageEnded,
  messageSent,
  newId,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  uuidOfId,
} from '@postrider/contracts';
import { databaseOptions, RetentionTask } from '@postrider/service';
import { waitFor } from '@postrider/testing';
import { DataSource } from 'typeorm';
import { trackingDatabase } from '../database.js';
import { trackingRetention } from '../retention.js';
import { TrackingHarness } from '../testing/tracking-harness.js';
import type { ReceivedRequest } from '../testing/webhook-receiver.js';
import { WebhookReceiver } from '../testing/webhook-receiver.js';
import { rotateSecrets } from '@postrider/secrets';
import { WebhookVault } from './webhook-vault.js';

let tracking: TrackingHarness;
let receiver: WebhookReceiver;
let path: string;
let paths = 0;

beforeAll(async () => {
  [tracking, receiver] = await Promise.all([TrackingHarness.start(), WebhookReceiver.start()]);
}, 60_000);
afterAll(async () => {
  await tracking?.stop();
  await receiver?.stop();
});
beforeEach(() => {
  tracking.newTest();
  path = `/hook-${++paths}`;
});
afterEach(() => tracking.advanceTime());

/** Subscribes to sends only, so that no earlier events are awaited. */
const sends = { events: ['email.sent' as const] };
const about = (log_id = newId('log')) => ({
  log_id,
  template_id: 'tem_1',
  recipient_address: 'ada@example.com',
  test: false,
  at: 1_790_000_000,
  tags: ['receipts'],
});
const accepted = (log_id?: string) => ({
  event: messageAccepted,
  payload: { ...about(log_id), source: 'send' as const },
});
const sent = (log_id?: string) => ({ event: messageSent, payload: { ...about(log_id), esp_account_id: 'esp_1' } });
const ended = (log_id?: string) => ({
  event: messageEnded,
  payload: { ...about(log_id), status: 'bounced' as const, reason: '550 no such user' },
});
const delivered = (log_id = newId('log'), more = {}) => ({
  event: logEventRecorded,
  payload: {
    ...about(log_id),
    type: 'delivered' as const,
    at_ms: 1_790_000_060_250,
    message: '250 ok',
    moves_status: true,
    detail: {},
    ...more,
  },
});
const clicked = (log_id: string) => delivered(log_id, { type: 'clicked', detail: { url: 'https://shop.example/' } });
/** A log created long enough after the webhooks of its test, so that they should receive all its events. */
const youngLog = (): string => newId('log', Date.now() + 60_000);
const getTypes = (log: string): string[] =>
  receiver.of(path).flatMap(({ body }) => (body.data['log_id'] === log ? [body.type] : []));
const received = async (count: number, at = path): Promise<ReceivedRequest[]> => {
  await waitFor(() => receiver.of(at).length >= count, { what: `${count} posts at ${at}` });
  return receiver.of(at);
};
const attempted = async (webhookId: string, count: number) => {
  await waitFor(async () => (await tracking.getAttempts(webhookId)).length >= count);
  return tracking.getAttempts(webhookId);
};

/** Makes the secret undecryptable until it is restored. */
const corruptSecret = async (webhookId: string): Promise<() => Promise<unknown>> => {
  const { rows } = await tracking.sql.query<{ secrets: string }>('select secrets from webhooks where id = $1', [
    webhookId,
  ]);
  const write = (secrets: string) =>
    tracking.sql.query('update webhooks set secrets = $2 where id = $1', [webhookId, secrets]);
  await write('unreadable');
  return () => write(rows[0]!.secrets);
};

/** Waits until its delivery has no lease and is due later: the attempt ended without a result of the endpoint. */
const untilPostponed = (webhookId: string) =>
  waitFor(async () => {
    const { rowCount } = await tracking.sql.query(
      'select from webhook_posts where webhook_id = $1 and lease is null and due_at > tracking.now() and attempt = 0',
      [webhookId],
    );
    return rowCount === 1;
  });

/** Verifies according to Standard Webhooks, independently of the implementation. */
function verifies({ headers, text }: ReceivedRequest, secret: string): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name]),
  );
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(Buffer.from(`${id}.${timestamp}.${text}`))
    .digest('base64');
  return signatures!
    .split(' ')
    .map((signature) => signature.split(','))
    .some(([version, signature]) => version === 'v1' && signature === expected);
}

describe('a webhook', () => {
  it('receives the subscribed events once, signed', async () => {
    const { webhook, secret } = await tracking.webhook(receiver.url(path), { events: ['email.sent', 'email.bounced'] });
    const log = newId('log');
    const [, sentId, endedId] = await tracking.emit(accepted(log), sent(log), ended(log));
    const requests = await received(2);
    expect(requests.map(({ headers }) => headers['webhook-id'])).toEqual([sentId, endedId]);
    expect(requests[1]!.body).toEqual({
      type: 'email.bounced',
      timestamp: '2026-09-21T14:13:20.000Z',
      data: {
        log_id: log,
        template: 'tem_1',
        recipient: { address: 'ada@example.com' },
        tags: ['receipts'],
        test: false,
        message: '550 no such user',
      },
    });
    expect(requests.every((request) => verifies(request, secret))).toBe(true);
    expect(verifies({ ...requests[0]!, text: `${requests[0]!.text} ` }, secret)).toBe(false);
    expect(Math.abs(Number(requests[0]!.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    expect(await attempted(webhook.id, 2)).toMatchObject([
      { event_id: endedId, type: 'email.bounced', attempt: 1, outcome: 'delivered', status: 200, answer: 'ok' },
      { event_id: sentId, type: 'email.sent', attempt: 1, outcome: 'delivered', status: 200 },
    ]);
    await waitFor(async () => (await tracking.pending()) === 0);
    expect(receiver.of(path)).toHaveLength(2);
  });

  it('in the format of Resend receives its events, which its libraries can verify', async () => {
    const { webhook, secret } = await tracking.webhook(receiver.url(path), { format: 'resend' });
    expect(webhook.format).toBe('resend');
    const log = youngLog();
    const [, sentId] = await tracking.emit(accepted(log), sent(log), ended(log));
    const requests = await received(2);
    expect(requests.map(({ body }) => body.type)).toEqual(['email.sent', 'email.bounced']);
    const [{ headers, text }] = requests as [ReceivedRequest];
    expect(JSON.parse(text)).toMatchObject({
      type: 'email.sent',
      created_at: '2026-09-21T14:13:20.000Z',
      data: { email_id: uuidOfId(log), to: ['ada@example.com'], tags: { receipts: '' } },
    });
    expect(requests.every((request) => verifies(request, secret))).toBe(true);
    expect(headers).toMatchObject({
      'svix-id': sentId,
      'svix-timestamp': headers['webhook-timestamp'],
      'svix-signature': headers['webhook-signature'],
    });
    const change = { webhook_id: webhook.id, url: receiver.url(path) };
    expect((await tracking.call(updateWebhook, change)).format).toBe('resend');
    expect((await tracking.call(updateWebhook, { ...change, format: 'postrider' })).format).toBe('postrider');
  });

  it('receives later events of an email, but not those of copies and bots', async () => {
    await tracking.webhook(receiver.url(path), { events: ['email.clicked', 'email.opened'] });
    await tracking.emit(
      delivered(newId('log'), { type: 'opened', moves_status: false, detail: { is_bot: true } }),
      delivered(newId('log'), { type: 'clicked', detail: { url: 'https://shop.example/' }, message: 'Clicked' }),
    );
    const [request] = await received(1);
    expect(request!.body).toMatchObject({
      type: 'email.clicked',
      timestamp: '2026-09-21T14:14:20.250Z',
      data: { url: 'https://shop.example/', message: 'Clicked' },
    });
    await waitFor(async () => (await tracking.pending()) === 0);
    expect(receiver.of(path)).toHaveLength(1);
  });

  it('of another account receives nothing, and nothing is stored for accounts without webhooks', async () => {
    await tracking.webhook(receiver.url(path));
    tracking.newTest();
    await tracking.emit(accepted(), sent());
    const { rows } = await tracking.sql.query('select from webhook_events where account_id = $1', [
      tracking.context.accountId,
    ]);
    expect(rows).toEqual([]);
    expect(receiver.of(path)).toEqual([]);
  });

  it('gets signatures with both secrets for a day after a rotation', async () => {
    const { webhook, secret } = await tracking.webhook(receiver.url(path));
    const rotated = await tracking.call(rotateWebhookSecret, { webhook_id: webhook.id });
    expect(rotated.secret).not.toBe(secret);
    await tracking.call(testWebhook, { webhook_id: webhook.id });
    const [both] = await received(1);
    expect(String(both!.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect([verifies(both!, secret), verifies(both!, rotated.secret)]).toEqual([true, true]);
    await tracking.sql.query(
      `update webhooks set old_secret_until = pg_catalog.now() - interval '1 second' where id = $1`,
      [webhook.id],
    );
    await tracking.call(testWebhook, { webhook_id: webhook.id });
    const [, one] = await received(2);
    expect([verifies(one!, secret), verifies(one!, rotated.secret)]).toEqual([false, true]);
  });

  it('does not show its secret again, and stores it encrypted', async () => {
    const { webhook, secret } = await tracking.webhook(receiver.url(path));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await tracking.call(getWebhook, { webhook_id: webhook.id }))).not.toContain('whsec_');
    const { rows } = await tracking.sql.query<{ row: string }>(
      'select webhooks::text as row from webhooks where id = $1',
      [webhook.id],
    );
    expect(rows[0]!.row).not.toContain(secret.slice(6));
  });

  it('is listed in pages, and belongs to its account', async () => {
    const ids = [];
    for (const name of ['a', 'b', 'c'])
      ids.push((await tracking.webhook(receiver.url(path), { description: name })).webhook.id);
    const first = await tracking.call(listWebhooks, { count: 2 });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await tracking.call(listWebhooks, { count: 2, cursor: first.next_cursor! });
    expect([second.data.map(({ id }) => id), second.next_cursor]).toEqual([ids.slice(2), null]);
    tracking.newTest();
    expect((await tracking.call(listWebhooks, {})).data).toEqual([]);
    for (const rpc of [getWebhook, deleteWebhook, rotateWebhookSecret, testWebhook, listWebhookAttempts] as const)
      await expect(tracking.call(rpc, { webhook_id: ids[0]! })).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['http://shop.example/hook', 'url must start with https://'],
    ['https://shop.example:25/hook', 'url must not use port 25; allowed are 80, 443 and ports from 1024'],
    ['https://10.0.0.1/hook', 'url leads to a network that is not allowed'],
    ['https://[::1]/hook', 'url leads to a network that is not allowed'],
    ['https://2130706433/hook', 'url leads to a network that is not allowed'],
  ])('cannot have the URL %s by default', async (url, message) => {
    await tracking.stopTracking();
    await tracking.startTracking({ WEBHOOK_ALLOWED_NETWORKS: '', WEBHOOK_ALLOW_HTTP: '' });
    try {
      await expect(tracking.webhook(url)).rejects.toMatchObject({
        code: 'invalid_request',
        message: `Invalid request: ${message}`,
      });
    } finally {
      await tracking.stopTracking();
      await tracking.startTracking();
    }
  });

  it('an account has at most 20 webhooks', async () => {
    for (let attempts = 0; attempts < 20; attempts++) await tracking.webhook(receiver.url(path), { enabled: false });
    await expect(tracking.webhook(receiver.url(path))).rejects.toMatchObject({ code: 'quota_exceeded' });
  });
});

describe('an event that is not delivered', () => {
  it('is retried after 5 s, 5 min, 30 min, 2, 5 and 10 h, and then given up', async () => {
    await tracking.stopTime();
    receiver.status(path, 500, 'Out of order');
    const { webhook } = await tracking.webhook(receiver.url(path), sends);
    const [eventId] = await tracking.emit(sent());
    let attempts = 1;
    for (const wait of [5, 300, 1_800, 7_200, 18_000, 36_000]) {
      const [last] = await attempted(webhook.id, attempts);
      expect(last).toMatchObject({
        event_id: eventId,
        attempt: attempts,
        outcome: 'failed',
        status: 500,
        answer: 'Out of order',
      });
      expect(last!.next! - last!.created).toBe(wait);
      await tracking.advance(wait - 2);
      expect(receiver.of(path)).toHaveLength(attempts);
      await tracking.advance(2);
      attempts += 1;
    }
    const [last] = await attempted(webhook.id, 7);
    expect(last).toMatchObject({ attempt: 7, outcome: 'given_up' });
    expect(last).not.toHaveProperty('next');
    expect(await tracking.pending()).toBe(0);
    expect(new Set(receiver.of(path).map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]));
    expect((await tracking.call(getWebhook, { webhook_id: webhook.id })).failing_since).toBeDefined();
  });

  it('is retried after the Retry-After of the endpoint', async () => {
    await tracking.stopTime();
    receiver.status(path, 429, 'Slow down', { 'retry-after': '120' });
    const { webhook } = await tracking.webhook(receiver.url(path), sends);
    await tracking.emit(sent());
    const [first] = await attempted(webhook.id, 1);
    expect(first!.next! - first!.created).toBe(120);
  });

  it('does not count as a failure when the secret cannot be decrypted, and is delivered later', async () => {
    await tracking.stopTime();
    const { webhook } = await tracking.webhook(receiver.url(path), sends);
    const restore = await corruptSecret(webhook.id);
    await tracking.emit(sent());
    await untilPostponed(webhook.id);
    expect(await tracking.call(getWebhook, { webhook_id: webhook.id })).not.toHaveProperty('failing_since');
    expect(await tracking.getAttempts(webhook.id)).toEqual([]);
    await restore();
    await tracking.advance(1_800);
    expect(await attempted(webhook.id, 1)).toMatchObject([{ attempt: 1, outcome: 'delivered' }]);
  });

  it('does not count as a failure when the event has expired', async () => {
    await tracking.stopTime();
    const { webhook } = await tracking.webhook(receiver.url(path), sends);
    const restore = await corruptSecret(webhook.id);
    const [eventId] = await tracking.emit(sent());
    await untilPostponed(webhook.id);
    await tracking.sql.query('delete from webhook_events where id = $1', [eventId]);
    await restore();
    await tracking.advance(1_800);
    expect(await attempted(webhook.id, 1)).toMatchObject([{ outcome: 'given_up', message: 'The event has expired' }]);
    expect(await tracking.pending()).toBe(0);
    expect(await tracking.call(getWebhook, { webhook_id: webhook.id })).not.toHaveProperty('failing_since');
  });

  it('blocks later events of its log, and no others, until it is delivered', async () => {
    await tracking.stopTime();
    receiver.status(path, 503);
    const { webhook } = await tracking.webhook(receiver.url(path), {
      events: ['email.sent', 'email.bounced', 'email.delivered'],
    });
    const [log, other] = [newId('log'), newId('log')];
    const [first] = await tracking.emit(sent(log));
    await attempted(webhook.id, 1);
    receiver.works(path);
    const [, otherSent] = await tracking.emit(delivered(log), sent(other));
    await tracking.emit(ended(log));
    await waitFor(() => receiver.of(path).length >= 2);
    expect(receiver.of(path).map(({ headers }) => headers['webhook-id'])).toEqual([first, otherSent]);
    await tracking.advance(5);
    const requests = await received(5);
    expect(requests.slice(2).map(({ body }) => body.type)).toEqual(['email.sent', 'email.delivered', 'email.bounced']);
  });

  it('is settled with its log locked in the order of new events, so that neither ends in a deadlock', async () => {
    let respond = (): unknown => undefined;
    receiver.respond(path, (response) => (respond = () => response.end()));
    await tracking.webhook(receiver.url(path), { events: ['email.sent', 'email.delivered'] });
    const log = newId('log');
    const [first] = await tracking.emit(sent(log));
    await received(1);
    const [next] = await tracking.emit(delivered(log));
    // As of an event that was created before the first one, and arrives later.
    const earlier = 'evt_0000000000000000000001';
    await tracking.sql.query('update webhook_events set id = $2 where id = $1', [next, earlier]);
    await tracking.sql.query('update webhook_posts set event_id = $2 where event_id = $1', [next, earlier]);
    const other = await tracking.sql.connect();
    try {
      await other.query('begin');
      await other.query('select from webhook_posts where event_id = $1 for update', [earlier]);
      receiver.works(path);
      respond();
      await waitFor(async () => {
        const { rowCount } = await tracking.sql.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%webhook_posts%'`,
        );
        return rowCount === 1;
      });
      await other.query('select from webhook_posts where event_id = $1 for update nowait', [first]);
      await other.query('commit');
    } finally {
      other.release(true);
    }
    expect((await received(2)).map(({ body }) => body.type)).toEqual(['email.sent', 'email.delivered']);
  });

  it('that arrives before an earlier one waits for it, for 30 s if the webhook may have received that', async () => {
    await tracking.stopTime();
    await tracking.webhook(receiver.url(path), { events: ['email.queued', 'email.sent', 'email.delivered'] });
    const [log, other] = [newId('log'), newId('log')];
    await tracking.emit(sent(log), delivered(log), sent(other));
    await tracking.advance(29);
    expect(receiver.of(path)).toEqual([]);
    await tracking.emit(accepted(log));
    expect((await received(3)).map(({ body }) => [body.data['log_id'], body.type])).toEqual([
      [log, 'email.queued'],
      [log, 'email.sent'],
      [log, 'email.delivered'],
    ]);
    await tracking.advance(1);
    expect((await received(4)).at(-1)!.body).toMatchObject({ type: 'email.sent', data: { log_id: other } });
  });

  it('of an email newer than the webhook waits for an hour while other events are delivered', async () => {
    await tracking.stopTime();
    await tracking.webhook(receiver.url(path), { events: ['email.queued', 'email.sent', 'email.clicked'] });
    const [log, other, orphan] = [youngLog(), youngLog(), youngLog()];
    await tracking.emit(clicked(log), clicked(orphan), accepted(other));
    await tracking.emit(accepted(log), accepted(orphan));
    await received(3);
    await tracking.advance(3_590);
    await tracking.emit(sent(other), clicked(other));
    await received(5);
    expect(getTypes(log)).toEqual(['email.queued']);
    await tracking.emit(sent(log));
    await received(7);
    expect(getTypes(log)).toEqual(['email.queued', 'email.sent', 'email.clicked']);
    expect(getTypes(other)).toEqual(['email.queued', 'email.sent', 'email.clicked']);
    expect(getTypes(orphan)).toEqual(['email.queued']);
    await tracking.advance(10);
    await received(8);
    expect(getTypes(orphan)).toEqual(['email.queued', 'email.clicked']);
    await waitFor(async () => (await tracking.pending()) === 0);
  });

  it('blocks later events of its log in the order of their arrival', async () => {
    receiver.status(path, 503);
    const { webhook } = await tracking.webhook(receiver.url(path));
    const [log, types] = [youngLog(), ['opened', 're_opened', 'delivered', 're_opened', 'clicked'] as const];
    await tracking.emit(accepted(log));
    await attempted(webhook.id, 1);
    receiver.works(path);
    await tracking.emit(sent(log));
    const [first, ...rest] = types.map((type) => delivered(log, { type }));
    await tracking.emit(first!);
    await tracking.emit(rest[0]!);
    await tracking.emit(...rest.slice(1));
    await tracking.advance(5);
    await received(8);
    expect(getTypes(log).slice(2)).toEqual(['sent', ...types].map((type) => `email.${type}`));
  });

  it('waits for its first occurrence, not for others of its stage, also across processes', async () => {
    await tracking.webhook(receiver.url(path));
    const log = youngLog();
    await tracking.emit(delivered(log, { type: 're_opened' }));
    await tracking.stopTracking();
    await tracking.startTracking();
    await tracking.emit(clicked(log), accepted(log));
    await received(1);
    await tracking.emit(sent(log));
    await received(3);
    await waitFor(async () => (await tracking.pending()) === 1);
    expect(getTypes(log)).toEqual(['email.queued', 'email.sent', 'email.clicked']);
    await tracking.emit(delivered(log, { type: 'opened' }));
    await received(5);
    expect(getTypes(log).slice(3)).toEqual(['email.opened', 'email.re_opened']);
  });

  it('reported by a provider waits for the sent event, also a bounce', async () => {
    await tracking.webhook(receiver.url(path), { events: ['email.sent', 'email.bounced'] });
    const [log, rejected] = [youngLog(), youngLog()];
    await tracking.emit(delivered(log, { type: 'bounced' }), ended(rejected));
    await received(1);
    expect(getTypes(rejected)).toEqual(['email.bounced']);
    await tracking.emit(sent(log));
    await received(3);
    expect(getTypes(log)).toEqual(['email.sent', 'email.bounced']);
  });

  it('waits only 30 s for events that the webhook did not subscribe to at that time', async () => {
    const { webhook } = await tracking.webhook(receiver.url(path), { events: ['email.clicked'] });
    const log = youngLog();
    await tracking.advance(120);
    await tracking.call(updateWebhook, {
      webhook_id: webhook.id,
      url: receiver.url(path),
      events: ['email.sent', 'email.clicked'],
    });
    await tracking.emit(clicked(log));
    await tracking.advance(30);
    await received(1);
  });

  it('releases the next of its log when it is given up', async () => {
    receiver.respond(path, (response, { body }) => response.writeHead(body.type === 'email.sent' ? 500 : 200).end());
    const { webhook } = await tracking.webhook(receiver.url(path), { events: ['email.sent', 'email.bounced'] });
    const log = newId('log');
    await tracking.emit(sent(log), ended(log));
    for (let attempts = 1; attempts < 7; attempts++) {
      await attempted(webhook.id, attempts);
      await tracking.advance(36_000);
    }
    expect((await received(8)).map(({ body }) => body.type).slice(6)).toEqual(['email.sent', 'email.bounced']);
  });

  it.each<[string, (path: string) => void, string]>([
    [
      'redirects',
      (at) => receiver.status(at, 302, '', { location: receiver.url('/elsewhere') }),
      'The endpoint returned 302; redirects are not followed',
    ],
    [
      'ends the connection',
      (at) => receiver.respond(at, (response) => response.destroy()),
      'The connection was closed before a response',
    ],
    [
      'answers a header without end',
      (at) =>
        receiver.respond(at, (response) => {
          response.socket!.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`);
        }),
      'The response header was too large',
    ],
  ])('has a clear message when the endpoint %s', async (_case, arrange, message) => {
    arrange(path);
    const { webhook } = await tracking.webhook(receiver.url(path), sends);
    await tracking.emit(sent());
    expect(await attempted(webhook.id, 1)).toMatchObject([{ outcome: 'failed', message }]);
    expect(receiver.of('/elsewhere')).toEqual([]);
  });

  it('is not sent to a private address that a host name resolves to, and is retried', async () => {
    const { webhook } = await tracking.webhook(`http://localhost:${receiver.port}${path}`);
    await tracking.stopTracking();
    await tracking.startTracking({ WEBHOOK_ALLOWED_NETWORKS: '' });
    try {
      const before = receiver.connections;
      await tracking.call(testWebhook, { webhook_id: webhook.id });
      expect(await attempted(webhook.id, 1)).toMatchObject([
        { outcome: 'failed', message: 'The address leads to a network that is not allowed' },
      ]);
      expect(receiver.connections).toBe(before);
    } finally {
      await tracking.stopTracking();
      await tracking.startTracking();
    }
  });

  it('disables its webhook after five days of failure', async () => {
    receiver.status(path, 500);
    const { webhook } = await tracking.webhook(receiver.url(path), sends);
    // A single event: of two, the second may be in flight while the first disables the webhook.
    await tracking.emit(sent());
    await attempted(webhook.id, 1);
    await tracking.advance(5 * 86_400);
    const shown = () => tracking.call(getWebhook, { webhook_id: webhook.id });
    await waitFor(async () => !(await shown()).enabled);
    expect((await shown()).switched_off).toBeDefined();
    receiver.works(path);
    const before = receiver.of(path).length;
    const [missedId] = await tracking.emit(sent());
    await expect(tracking.call(testWebhook, { webhook_id: webhook.id })).rejects.toMatchObject({
      code: 'webhook_disabled',
    });
    await tracking.sql.query('delete from webhook_posts where account_id = $1', [tracking.context.accountId]);
    const on = await tracking.call(updateWebhook, { webhook_id: webhook.id, url: receiver.url(path), enabled: true });
    expect(on).not.toHaveProperty('switched_off');
    expect(on).not.toHaveProperty('failing_since');
    expect(receiver.of(path)).toHaveLength(before);
    await tracking.call(replayWebhook, { webhook_id: webhook.id, what: { event_id: missedId! } });
    expect((await received(before + 1)).at(-1)!.headers['webhook-id']).toBe(missedId);
  });

  it('is the last one when the endpoint returns 410', async () => {
    receiver.status(path, 410);
    const { webhook } = await tracking.webhook(receiver.url(path), sends);
    await tracking.emit(sent());
    expect(await attempted(webhook.id, 1)).toMatchObject([{ outcome: 'given_up', status: 410 }]);
    expect(await tracking.call(getWebhook, { webhook_id: webhook.id })).toMatchObject({ enabled: false });
  });
});

describe('an endpoint', () => {
  it('that returns 100 MB is read up to a limit', async () => {
    let written = 0;
    receiver.respond(path, (response) => {
      const piece = Buffer.alloc(1024 * 1024, 'x');
      const write = (): void => {
        while (written < 100 && !response.destroyed) {
          written += 1;
          if (!response.write(piece)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    });
    const { webhook } = await tracking.webhook(receiver.url(path), sends);
    await tracking.emit(sent());
    const [attempt] = await attempted(webhook.id, 1);
    expect(attempt).toMatchObject({ outcome: 'delivered', answer: 'x'.repeat(1024) });
    expect(written).toBeLessThan(100);
  });

  it('that never responds delays no others, and loses no events at a shutdown', async () => {
    const hung: (() => void)[] = [];
    receiver.respond(path, (response) => hung.push(() => response.end()));
    const quick = `${path}-quick`;
    await tracking.webhook(receiver.url(path), { events: ['email.sent'] });
    const other = await tracking.webhook(receiver.url(quick), { events: ['email.sent'] });
    await tracking.emit(...Array.from({ length: 100 }, () => sent()));
    await attempted(other.webhook.id, 100);
    expect(receiver.of(path).length).toBeLessThanOrEqual(32);
    await tracking.stopTracking();
    expect(await tracking.pending()).toBe(100);
    receiver.works(path);
    await tracking.startTracking();
    await waitFor(async () => (await tracking.pending()) === 0);
    expect(new Set(receiver.of(path).map(({ headers }) => headers['webhook-id'])).size).toBe(100);
    for (const release of hung) release();
  });

  it('receives the deliveries of a crashed process', async () => {
    await tracking.stopTime();
    await tracking.webhook(receiver.url(path), { events: ['email.sent'] });
    await tracking.stopTracking();
    await tracking.sql.query(
      'insert into webhook_events (account_id, id, type, log_id, body) values ($1, $2, $3, $4, $5)',
      [
        tracking.context.accountId,
        'evt_0000000000000000000001',
        'email.sent',
        'log_1',
        '{"type":"email.sent","timestamp":"","data":{}}',
      ],
    );
    await tracking.sql.query(
      `insert into webhook_posts (account_id, webhook_id, event_id, log_id, stage, due_at, attempt, lease)
       select account_id, id, 'evt_0000000000000000000001', 'log_1', 1, tracking.now() + interval '45 seconds', 1, gen_random_uuid()
       from webhooks where account_id = $1`,
      [tracking.context.accountId],
    );
    await tracking.startTracking();
    await tracking.advance(44);
    expect(receiver.of(path)).toEqual([]);
    await tracking.advance(1);
    await received(1);
    await waitFor(async () => (await tracking.pending()) === 0);
  });

  it('receives every event once from several processes', async () => {
    await tracking.webhook(receiver.url(path), { events: ['email.sent', 'email.bounced'] });
    const another = await tracking.process();
    try {
      const logs = Array.from({ length: 150 }, () => newId('log'));
      await tracking.emit(...logs.map((log) => sent(log)));
      await tracking.emit(...logs.map((log) => ended(log)));
      await waitFor(async () => (await tracking.pending()) === 0);
    } finally {
      await another.stop();
      // In memory, only one process at a time answers calls.
      await tracking.stopTracking();
      await tracking.startTracking();
    }
    const requests = receiver.of(path);
    expect(requests).toHaveLength(300);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(300);
    const seen = new Map<unknown, string[]>();
    for (const { body } of requests)
      seen.set(body.data['log_id'], [...(seen.get(body.data['log_id']) ?? []), body.type]);
    expect([...seen.values()].every((types) => types.join() === 'email.sent,email.bounced')).toBe(true);
  });
});

describe('a webhook with too many pending events', () => {
  it('receives no more events, counts the missed ones, and can have them replayed', async () => {
    receiver.status(path, 500);
    await tracking.stopTracking();
    await tracking.startTracking({ WEBHOOK_PENDING: '3' });
    try {
      const { webhook } = await tracking.webhook(receiver.url(path), sends);
      const since = Math.floor(Date.now() / 1000);
      await tracking.emit(...Array.from({ length: 5 }, () => sent()));
      expect(await tracking.call(getWebhook, { webhook_id: webhook.id })).toMatchObject({ missed: 2 });
      expect(await tracking.pending()).toBe(3);
      for (const [rpc, request] of [
        [replayWebhook, { what: { since } }],
        [testWebhook, {}],
      ] as const)
        await expect(tracking.call(rpc, { webhook_id: webhook.id, ...request } as never)).rejects.toMatchObject({
          code: 'quota_exceeded',
        });
      receiver.works(path);
      await tracking.advance(5);
      await waitFor(async () => (await tracking.pending()) === 0);
      await tracking.stopTracking();
      await tracking.startTracking({ WEBHOOK_PENDING: '9' });
      expect(await tracking.call(replayWebhook, { webhook_id: webhook.id, what: { since } })).toMatchObject({
        replayed: 5,
      });
      await waitFor(() => new Set(receiver.of(path).map(({ headers }) => headers['webhook-id'])).size === 5);
    } finally {
      await tracking.stopTracking();
      await tracking.startTracking();
    }
  });
});

describe('a replay', () => {
  it('delivers one event again, or all subscribed ones of a period', async () => {
    const { webhook } = await tracking.webhook(receiver.url(path), { events: ['email.sent', 'email.bounced'] });
    await tracking.webhook(receiver.url(`${path}-other`), { events: ['email.queued'] });
    const since = Math.floor(Date.now() / 1000);
    const [one, , third] = await tracking.emit(sent(), accepted(), ended());
    await received(2);
    await waitFor(async () => (await tracking.pending()) === 0);
    const replay = (what: object) => tracking.call(replayWebhook, { webhook_id: webhook.id, what });
    expect(await replay({ event_id: one })).toEqual({ replayed: 1, next_cursor: null });
    expect((await received(3)).at(-1)!.headers['webhook-id']).toBe(one);
    await waitFor(async () => (await tracking.pending()) === 0);
    expect(await replay({ since })).toEqual({ replayed: 2, next_cursor: null });
    const again = (await received(5)).slice(3).map(({ headers }) => String(headers['webhook-id']));
    expect(again.toSorted()).toEqual([one, third].toSorted());
    expect(await replay({ since: since - 200, until: since - 100 })).toEqual({ replayed: 0, next_cursor: null });
    await expect(replay({ event_id: newId('event') })).rejects.toMatchObject({ code: 'not_found' });
    await expect(replay({})).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(replay({ event_id: one, since })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('the signing secrets', () => {
  it('are encrypted with a new key while in use, and the error names those that no key decrypts', async () => {
    const { webhook, secret } = await tracking.webhook(receiver.url(path));
    const keys = `2027:${randomBytes(32).toString('base64')}`;
    const database = await new DataSource(databaseOptions(trackingDatabase, tracking.databaseUrl, 2)).initialize();
    try {
      const lost = (await tracking.webhook(receiver.url(path))).webhook.id;
      await tracking.sql.query(`update webhooks set secrets = 'v1.2025.x.y' where id = $1`, [lost]);
      const rotate = () => rotateSecrets(database, new WebhookVault({ SECRETS_KEY: `${keys},${tracking.secretsKey}` }));
      await expect(rotate()).rejects.toThrow(`No key of SECRETS_KEY decrypts the secrets of ${lost}:`);
      await tracking.sql.query('delete from webhooks where id = $1', [lost]);
      expect(await rotate()).toBe(0);
      await tracking.stopTracking();
      await tracking.startTracking({ SECRETS_KEY: keys });
      await tracking.call(testWebhook, { webhook_id: webhook.id });
      expect(verifies((await received(1))[0]!, secret)).toBe(true);
    } finally {
      await database.destroy();
      await tracking.stopTracking();
      await tracking.startTracking();
    }
  });
});

describe('retention', () => {
  it('purges the data of a deleted webhook, and old data of others', async () => {
    receiver.status(path, 500);
    const { webhook } = await tracking.webhook(receiver.url(path), sends);
    await tracking.emit(sent(), sent());
    await attempted(webhook.id, 2);
    await tracking.call(deleteWebhook, { webhook_id: webhook.id });
    await tracking.advance(8 * 86_400);
    const client = await tracking.sql.connect();
    await client.query('set search_path = tracking, pg_catalog');
    await new RetentionTask(client, trackingRetention({ WEBHOOK_RETENTION_DAYS: 7 })).run();
    client.release(true);
    const countRows = async (table: string): Promise<number> =>
      (await tracking.sql.query(`select from ${table} where account_id = $1`, [tracking.context.accountId])).rowCount!;
    for (const table of ['webhook_posts', 'webhook_events', 'webhook_attempts']) expect(await countRows(table)).toBe(0);
  });
});

it('a webhook accepts what the contract allows', async () => {
  for (const url of [
    'ftp://shop.example',
    'https://user:pw@shop.example',
    'https://shop.example/#x',
    'shop.example',
    '',
  ])
    await expect(tracking.call(createWebhook, { url })).rejects.toMatchObject({ code: 'invalid_request' });
});

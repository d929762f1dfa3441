import type { AlertBody } from '@postrider/contracts';
import {
  createAlert,
  getAlert,
  getTrackingUsage,
  listAlerts,
  testAlert,
  testWebhook,
  updateAlert,
  updateWebhook,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { TrackingHarness } from '../testing/tracking-harness.js';
import type { ReceivedRequest } from '../testing/webhook-receiver.js';
import { WebhookReceiver } from '../testing/webhook-receiver.js';

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
  path = `/alerts-${++paths}`;
});
afterEach(() => tracking.sql.query('update alerts set enabled = false; update alert_notifications set due_at = null'));

const failing = { condition: 'webhook_failing' as const, window: 1 };
const create = (body: Partial<AlertBody>) => tracking.call(createAlert, { ...failing, ...body } as AlertBody);
const shown = (alert_id: string) => tracking.call(getAlert, { alert_id });
const posts = (count: number, to = path): Promise<ReceivedRequest[]> =>
  waitFor(() => (receiver.of(to).length >= count ? receiver.of(to) : undefined), {
    what: `${count} posts to ${to}`,
  }) as Promise<ReceivedRequest[]>;
const evaluated = async (alert_id: string, afterSeconds = 61) => {
  const { checked = 0 } = await shown(alert_id);
  await tracking.advance(afterSeconds);
  await waitFor(async () => ((await shown(alert_id)).checked ?? 0) > checked, {
    what: 'an evaluation',
  });
  return shown(alert_id);
};
/** A webhook of the account that refuses all events from now on. */
const failingWebhook = async (): Promise<string> => {
  receiver.status(`${path}-fails`, 500);
  const { webhook } = await tracking.webhook(receiver.url(`${path}-fails`));
  await tracking.call(testWebhook, { webhook_id: webhook.id });
  await waitFor(async () => (await tracking.getAttempts(webhook.id)).length > 0);
  return webhook.id;
};
const slack = (to = path) => ({ type: 'slack' as const, webhook_url: receiver.url(to) });

describe('an alert to a webhook', () => {
  it('delivers a signed event when it fires and when it is over, whatever the webhook subscribes to', async () => {
    const { webhook } = await tracking.webhook(receiver.url(path), { events: ['email.sent'] });
    const failed = await failingWebhook();
    const { id } = await create({ name: 'Shop', channel: { type: 'webhook', webhook: webhook.id } });
    expect(await evaluated(id)).toMatchObject({ state: 'ok' });
    const webhooks = [{ id: failed, url: receiver.url(`${path}-fails`) }];
    expect(await evaluated(id, 3_600)).toMatchObject({ state: 'firing', observed: { webhooks } });
    const [fired] = await posts(1);
    expect(fired!.headers).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/) as string });
    expect(fired!.body).toMatchObject({
      type: 'alert.firing',
      data: { alert: id, name: 'Shop', condition: 'webhook_failing', state: 'firing', observed: { webhooks } },
    });
    await tracking.call(updateWebhook, { webhook_id: failed, url: receiver.url(path), enabled: true });
    await evaluated(id, 700);
    expect((await posts(2))[1]!.body).toMatchObject({ type: 'alert.over', data: { state: 'ok' } });
    expect((await shown(id)).problems).toEqual([]);
  }, 90_000);

  it('has the format of Resend for webhooks with that format', async () => {
    const { webhook } = await tracking.webhook(receiver.url(path), { format: 'resend' });
    const { id } = await create({ channel: { type: 'webhook', webhook: webhook.id } });
    await tracking.call(testAlert, { alert_id: id });
    const [test] = await posts(1);
    expect(test!.body).toMatchObject({
      type: 'alert.test',
      created_at: expect.any(String) as string,
      data: { alert: id },
    });
  }, 60_000);

  it('rejects a test while the webhook is disabled, and shows what was not delivered', async () => {
    const { webhook } = await tracking.webhook(receiver.url(path));
    await failingWebhook();
    const { id } = await create({ channel: { type: 'webhook', webhook: webhook.id } });
    await tracking.call(updateWebhook, { webhook_id: webhook.id, url: webhook.url, enabled: false });
    await expect(tracking.call(testAlert, { alert_id: id })).rejects.toMatchObject({ code: 'webhook_disabled' });
    expect(await evaluated(id, 3_700)).toMatchObject({
      state: 'firing',
      problems: [{ message: 'The webhook is disabled or was deleted' }],
    });
  }, 60_000);

  it('must be of the same account', async () => {
    const { webhook } = await tracking.webhook(receiver.url(path));
    tracking.newTest();
    await expect(create({ channel: { type: 'webhook', webhook: webhook.id } })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'channel.webhook', message: 'must be the id of a webhook' }],
    });
  });
});

describe('an alert to Slack', () => {
  it('sends a text, retries after a failure, and keeps its URL secret', async () => {
    receiver.status(path, 503);
    const { id, channel } = await create({ name: 'A <b> & c', channel: slack() });
    expect(channel).toEqual({ type: 'slack', host: `127.0.0.1:${receiver.port}` });
    expect(JSON.stringify((await tracking.sql.query('select * from alerts where id = $1', [id])).rows)).not.toContain(
      path,
    );
    await tracking.call(testAlert, { alert_id: id });
    await posts(1);
    await waitFor(async () => (await shown(id)).problems[0]?.message === 'The endpoint returned 503');
    receiver.works(path);
    await tracking.advance(31);
    expect(JSON.parse((await posts(2))[1]!.text)).toEqual({
      text: [
        '*Test of the alert: A &lt;b&gt; &amp; c*',
        'Alert: A &lt;b&gt; &amp; c',
        'This is a test. Notifications of this alert arrive here.',
      ].join('\n'),
    });
    await waitFor(async () => (await shown(id)).problems.length === 0);
  }, 60_000);

  it('gives up after five attempts', async () => {
    receiver.status(path, 404);
    const { id } = await create({ channel: slack() });
    await tracking.call(testAlert, { alert_id: id });
    for (const [failed, wait] of [30, 120, 600, 3_600, 3_600].entries()) {
      await posts(failed + 1);
      await waitFor(
        async () =>
          (await tracking.sql.query('select from alert_notifications where alert_id = $1 and lease is null', [id]))
            .rowCount === 1,
      );
      await tracking.advance(wait + 1);
    }
    const { rows } = await tracking.sql.query<{ outcome: string }>(
      'select outcome from alert_notifications where alert_id = $1',
      [id],
    );
    expect(rows).toEqual([{ outcome: 'failed' }]);
    expect((await shown(id)).problems).toMatchObject([{ message: 'The endpoint returned 404' }]);
  }, 90_000);

  it('keeps its URL in a change without one, and rejects one that is not allowed', async () => {
    const { id } = await create({ channel: slack() });
    const alert = { ...failing, channel: { type: 'slack' as const } };
    await tracking.call(updateAlert, { alert_id: id, alert });
    await tracking.call(testAlert, { alert_id: id });
    await posts(1);
    await expect(create({ channel: { type: 'slack' } })).rejects.toMatchObject({
      details: [{ field: 'channel.webhook_url', message: 'is required' }],
    });
    await expect(create({ channel: { type: 'slack', webhook_url: 'https://10.0.0.1/x' } })).rejects.toMatchObject({
      details: [{ field: 'channel.webhook_url', message: 'leads to a network that is not allowed' }],
    });
  }, 60_000);
});

describe('quiet hours', () => {
  const clock = (time: Date): string => time.toISOString().slice(11, 16);
  /** The service's time. */
  const now = async (): Promise<number> => {
    const { rows } = await tracking.sql.query<{ now: Date }>('select tracking.now() as now');
    return rows[0]!.now.getTime();
  };

  it('hold back the notification until they end', async () => {
    await failingWebhook();
    await tracking.advance(3_600);
    const start = await now();
    const quiet_hours = {
      from: clock(new Date(start - 3_600_000)),
      to: clock(new Date(start + 3_600_000)),
      time_zone: 'UTC',
    };
    const { id } = await create({ channel: slack(), quiet_hours });
    expect(await evaluated(id)).toMatchObject({ state: 'firing', quiet_hours });
    expect(await shown(id)).not.toHaveProperty('last_notified');
    expect(await evaluated(id, 3_600)).toHaveProperty('last_notified');
    expect((await posts(1))[0]!.text).toContain('A webhook fails');
  }, 60_000);
});

describe('the alerts of an account', () => {
  it('are limited in number, and listed page by page', async () => {
    const { context } = tracking;
    tracking.context = { ...context, limits: { alerts: 3 } };
    const ids = [];
    for (let count = 0; count < 3; count++) ids.push((await create({ channel: slack() })).id);
    await expect(create({ channel: slack() })).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(await tracking.call(getTrackingUsage, {})).toMatchObject({ alerts: 3 });
    const first = await tracking.call(listAlerts, { count: 2 });
    const second = await tracking.call(listAlerts, { count: 2, cursor: first.next_cursor! });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect(second.next_cursor).toBeNull();
  });
});

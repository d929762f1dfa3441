import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PayloadOf } from '@postrider/contracts';
import {
  getLog,
  getMailOutcomes,
  idFloor,
  listLogEvents,
  listMailAccounts,
  listMailOutcomes,
  logEventRecorded,
  logEventReported,
  newId,
  timeOfId,
} from '@postrider/contracts';
import { outboxEvents, waitFor } from '@postrider/testing';
import { DeliveryHarness } from '../testing/delivery-harness.js';

type Report = PayloadOf<typeof logEventReported>;

describe('reported events', () => {
  let delivery: DeliveryHarness;

  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.newTest());

  const report = (log_id: string, type: Report['type'], more: Partial<Report> = {}) =>
    delivery.publish(logEventReported, {
      log_id,
      type,
      at_ms: Date.now(),
      message: `It was ${type}`,
      moves_status: true,
      detail: {},
      ...more,
    });
  const sentMail = async (): Promise<string> => {
    const { receipt_id: id } = await delivery.accept({ tags: ['receipts'] });
    await delivery.untilStatus(id, 'sent');
    return id;
  };
  const outcomes = async (): Promise<Record<string, number>> => {
    const { register } = await import('prom-client');
    const { values } = await register.getSingleMetric('postrider_reported_log_events_total')!.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
  };

  it('are added to the log in the order of time, and change the status only to a higher rank', async () => {
    const id = await sentMail();
    const after = Date.now() + 1;
    await report(id, 'clicked', { at_ms: after + 3 });
    await report(id, 'delivered', { at_ms: after + 1, message: 'Taken: 250 2.0.0 OK' });
    await report(id, 'processed', { at_ms: after - 60_000 });
    await report(id, 'opened', { at_ms: after + 2 });
    await report(id, 'opened', { at_ms: after + 4 });
    await report(id, 'bounced', { address: 'grace@example.com' });
    const events = await delivery.getEvents(id);
    expect(events.slice(0, 4)).toEqual(['requested', 'queued', 'sent', 'processed']);
    expect(events.filter((type) => type !== 'bounced').slice(4)).toEqual([
      'delivered',
      'opened',
      'clicked',
      're_opened',
    ]);
    expect(events).toContain('bounced');
    expect(await delivery.client.call(getLog, delivery.context, { log_id: id })).toMatchObject({
      status: 'clicked',
      message: 'It was clicked',
    });
  });

  it('are published once per log event, with the fields of the email', async () => {
    const id = await sentMail();
    await report(id, 'bounced', { detail: { bounce: 'hard', code: '5.1.1' }, esp_account_id: 'esp_1' });
    const { rows } = await delivery.sql.query<{ payload: unknown }>(
      `select payload from ${outboxEvents} where account_id = $1 and topic = $2`,
      [delivery.context.accountId, logEventRecorded.topic],
    );
    expect(rows.map(({ payload }) => payload)).toEqual([
      {
        log_id: id,
        type: 'bounced',
        at_ms: expect.any(Number),
        message: 'It was bounced',
        moves_status: true,
        esp_account_id: 'esp_1',
        detail: { bounce: 'hard', code: '5.1.1' },
        template_id: expect.stringMatching(/^tem_/),
        template_name: 'Receipt',
        version_name: 'Receipt',
        locale: 'en-US',
        recipient_address: 'ada@example.com',
        test: false,
        artifact_id: expect.stringMatching(/^art_/),
        version_id: expect.stringMatching(/^ver_/),
        sent_through: expect.any(String),
        first: true,
        tags: ['receipts'],
      },
    ]);
  });

  it('have the time from acceptance to the first delivery, or from the time for which the mail was scheduled', async () => {
    const now = await sentMail();
    const send_at = Math.floor(Date.now() / 1000) + 1;
    const { receipt_id: scheduled } = await delivery.accept({ send_at });
    await delivery.untilStatus(scheduled, 'sent');
    for (const [id, since] of [
      [now, timeOfId(now)],
      [scheduled, send_at * 1000],
    ] as const) {
      await report(id, 'opened');
      await report(id, 'delivered');
      await report(id, 'delivered', { at_ms: Date.now() + 5_000 });
      const { rows } = await delivery.sql.query<{ at: number; after: number | null }>(
        `select (payload -> 'at_ms')::float8 as at, (payload -> 'delivered_after_ms')::float8 as after
         from ${outboxEvents} where account_id = $1 and topic = $2 and payload ->> 'log_id' = $3 order by id, place`,
        [delivery.context.accountId, logEventRecorded.topic, id],
      );
      const { at } = rows[1]!;
      expect(rows.map(({ after }) => after)).toEqual([null, at - since, null]);
      const { mails } = await delivery.client.call(getMailOutcomes, delivery.context, { log_ids: [id] });
      expect(mails[0]!.delivered_after_ms).toBe(at - since);
    }
  });

  it('are counted in mail outcomes by type, with the ESP account that sent the mail', async () => {
    const id = await sentMail();
    const at_ms = Date.now() + 10;
    for (const type of ['delivered', 'delivered', 'opened', 'opened', 'opened', 'clicked', 'unsubscribed'] as const)
      await report(id, type, { at_ms });
    await report(id, 'clicked', { moves_status: false, detail: { is_bot: true } });
    await report(id, 'delivered', { address: 'grace@example.com' });
    const { rows } = await delivery.sql.query<{ type: string; first: boolean; through: string }>(
      `select payload ->> 'type' as type, (payload -> 'first')::boolean as first, payload ->> 'sent_through' as through
       from ${outboxEvents} where account_id = $1 and topic = $2 order by id, place`,
      [delivery.context.accountId, logEventRecorded.topic],
    );
    expect(rows.filter(({ first }) => first).map(({ type }) => type)).toEqual([
      'delivered',
      'opened',
      'clicked',
      'unsubscribed',
    ]);
    const { mails } = await delivery.client.call(getMailOutcomes, delivery.context, { log_ids: [id, newId('log')] });
    expect(mails).toEqual([
      {
        log_id: id,
        template_id: expect.stringMatching(/^tem_/),
        version_id: expect.stringMatching(/^ver_/),
        esp_account_id: rows[0]!.through,
        tags: ['receipts'],
        sent: 1,
        delivered: 2,
        delivered_after_ms: expect.any(Number),
        opened: 3,
        clicked: 1,
        bounced: 0,
        complaints: 0,
        unsubscribes: 1,
      },
    ]);
  });

  it('are served as mail outcomes in pages, without test email, for one account', async () => {
    const ids = [await sentMail(), await sentMail(), await sentMail()];
    await delivery.untilStatus((await delivery.accept({}, true)).receipt_id, 'sent');
    const range = { from: idFloor('log', 0), before: idFloor('log', Date.now() + 60_000), limit: 2 };
    const page = await delivery.client.call(listMailOutcomes, delivery.context, range);
    expect(page).toMatchObject({ mails: [{ log_id: ids[0] }, { log_id: ids[1] }], next: ids[2] });
    const rest = await delivery.client.call(listMailOutcomes, delivery.context, { ...range, from: page.next! });
    expect(rest).toMatchObject({ mails: [{ log_id: ids[2] }] });
    expect(rest.mails).toHaveLength(1);
    expect(rest.next).toBeUndefined();
    const { account_ids } = await delivery.client.call(listMailAccounts, delivery.context, { after: '', limit: 1_000 });
    expect(account_ids).toContain(delivery.context.accountId);
    expect(account_ids).toEqual([...new Set(account_ids)].toSorted());
    delivery.context = { ...delivery.context, accountId: newId('account') };
    expect(await delivery.client.call(getMailOutcomes, delivery.context, { log_ids: ids })).toEqual({ mails: [] });
  });

  it('do not count a bounce as the first one when the mail server had rejected the mail', async () => {
    delivery.sink.rule({ at: 'rcpt', address: 'gone@example.com', then: '550 5.1.1 No such user' });
    const { receipt_id: id } = await delivery.accept({ recipient: { address: 'gone@example.com' } });
    await delivery.untilStatus(id, 'bounced');
    await report(id, 'bounced');
    const { rows } = await delivery.sql.query<{ first: boolean }>(
      `select (payload -> 'first')::boolean as first from ${outboxEvents} where account_id = $1 and topic = $2`,
      [delivery.context.accountId, logEventRecorded.topic],
    );
    expect(rows).toEqual([{ first: false }]);
  });

  it('are only counted when the account has no such log', async () => {
    const id = await sentMail();
    const { unknown_log: before = 0 } = await outcomes();
    await report(newId('log'), 'delivered');
    const owner = delivery.context;
    delivery.context = { ...owner, accountId: newId('account') };
    await report(id, 'delivered');
    delivery.context = owner;
    expect((await outcomes()).unknown_log).toBe(before + 2);
    expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'sent']);
  });

  it('are published with the ESP account that sent the mail, also for later events', async () => {
    const id = await sentMail();
    const { rows } = await delivery.sql.query<{ topic: string; payload: object }>(
      'select topic, payload from outbox where account_id = $1 order by id',
      [delivery.context.accountId],
    );
    const about = { log_id: id, artifact_id: expect.stringMatching(/^art_/), tags: ['receipts'] };
    expect(rows.map(({ topic, payload }) => [topic, payload])).toEqual([
      [
        'message.accepted.v1',
        expect.objectContaining({ ...about, template_name: 'Receipt', version_name: 'Receipt', locale: 'en-US' }),
      ],
      [
        'message.sent.v1',
        expect.objectContaining({
          ...about,
          esp_account_id: expect.any(String),
          version_id: expect.stringMatching(/^ver_/),
        }),
      ],
    ]);
    expect(rows[0]!.payload).toMatchObject({ version_id: expect.stringMatching(/^ver_/) });
  });

  it('settle an unknown outcome: the email is not sent again', async () => {
    await delivery.restart({ UNKNOWN_OUTCOME_WAIT_SECONDS: '600', RETRY_DELAYS_SECONDS: '3600,3600' });
    delivery.sink.rule({ at: 'rcpt', address: 'later@example.com', then: '451 4.2.0 Try again later' });
    const { receipt_id: id } = await delivery.accept({ recipient: { address: 'later@example.com' } });
    await delivery.untilStatus(id, 'failed_to_send');
    await delivery.abandon(id);
    await waitFor(
      async () => (await delivery.sql.query('select from work where ambiguous and lease_token is null')).rowCount === 1,
      {
        what: 'the outcome to be unknown',
      },
    );
    delivery.sink.clearRules();
    await report(id, 'delivered');
    await waitFor(async () => (await delivery.count('work')) === 0, {
      what: 'the mail to be final',
    });
    expect(await delivery.getStatus(id)).toBe('delivered');
    const events = await delivery.client.call(listLogEvents, delivery.context, { log_id: id });
    expect(events.slice(-2).map(({ type, message }) => [type, message])).toEqual([
      ['delivered', 'It was delivered'],
      ['sent', 'An earlier attempt had sent it, as events of the email show; it is not sent again'],
    ]);
    expect(delivery.receivedBy('later@example.com')).toEqual([]);
  });
});

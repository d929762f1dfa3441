import {
  engagementsErased,
  exportEngagements,
  logsErased,
  messageSent,
  newId,
  recordUnsubscribe,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { TrackingHarness } from '../testing/tracking-harness.js';

const pseudonym = '7d1f4c0be02b4c6fa3a9@erased.invalid';

describe('the personal data in engagements', () => {
  let tracking: TrackingHarness;
  beforeAll(async () => {
    tracking = await TrackingHarness.start();
  }, 60_000);
  afterAll(() => tracking?.stop(), 30_000);
  beforeEach(() => tracking.newTest());

  const engaged = async (): Promise<string> => {
    const log_id = newId('log');
    await tracking.call(recordUnsubscribe, { log_id, via: 'page', user_agent: 'Mozilla of Ada' });
    await tracking.sql.query(
      `insert into engagements (account_id, log_id, id, kind, at, url, user_agent) values ($1, $2, $3, 'click', now(), 'https://acme.example/ada', 'Mozilla of Ada')`,
      [tracking.context.accountId, log_id, newId('event')],
    );
    return log_id;
  };
  const erase = (log_ids: string[], last = false) => ({
    event: logsErased,
    payload: { erasure_id: newId('erasure'), pseudonym, log_ids, cancelled: 0, last },
  });

  it('is exported by log', async () => {
    const [one, other] = [await engaged(), await engaged()];
    const exported = await tracking.call(exportEngagements, { log_ids: [one, other] });
    expect(exported.map(({ log_id }) => log_id)).toEqual([one, one, other, other].toSorted());
    expect(exported[0]).toMatchObject({ kind: 'unsubscribe', count: 1, user_agent: 'Mozilla of Ada' });
    expect(exported[1]).toMatchObject({ kind: 'click', url: 'https://acme.example/ada' });
    const otherContext = { ...tracking.context, accountId: newId('account') };
    expect(await tracking.call(exportEngagements, { log_ids: [one] }, otherContext)).toEqual([]);
  });

  it('is erased: user agent and URL are removed, also from stored webhook events, and counts stay', async () => {
    await tracking.webhook('https://hooks.shop.invalid/', { enabled: false });
    const log_id = await engaged();
    const kept = await engaged();
    await tracking.emit({
      event: messageSent,
      payload: { ...messageSent.examples[0]!, log_id, recipient_address: 'ada@example.com' },
    });
    await tracking.emit(erase([log_id]));
    const exported = await tracking.call(exportEngagements, { log_ids: [log_id, kept] });
    expect(exported.filter((each) => each.log_id === log_id)).toEqual([
      { log_id, kind: 'unsubscribe', at: expect.any(Number) as number, count: 1 },
      { log_id, kind: 'click', at: expect.any(Number) as number, count: 1 },
    ]);
    expect(exported.filter((each) => each.log_id === kept && each.user_agent !== undefined)).toHaveLength(2);
    const { rows } = await tracking.sql.query<{ body: string }>('select body from webhook_events where log_id = $1', [
      log_id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.body).not.toContain('ada@example');
    expect(JSON.parse(rows[0]!.body)).toMatchObject({
      type: 'email.sent',
      data: { recipient: { address: pseudonym }, log_id },
    });
    expect(Object.keys(JSON.parse(rows[0]!.body) as object)).toEqual(['type', 'timestamp', 'data']);
  });

  it('is erased again when an event arrives after the erasure', async () => {
    await tracking.webhook('https://hooks.shop.invalid/', { enabled: false });
    const log_id = await engaged();
    await tracking.emit(erase([log_id]));
    await tracking.emit({
      event: messageSent,
      payload: { ...messageSent.examples[0]!, log_id, recipient_address: 'ada@example.com' },
    });
    await tracking.sql.query(
      `insert into figure_clicks (account_id, recipient_key, log_id, template_id, version_id, esp_account_id, tags, first_clicked_at, last_clicked_at)
       values ($1, 'ada@example.com', $2, 'tem_1', 'ver_1', 'esp_1', '[]', now(), now())`,
      [tracking.context.accountId, log_id],
    );
    const remaining = async (): Promise<number> => {
      const { rows } = await tracking.sql.query<{ count: number }>(
        `select ((select count(*) from webhook_events where log_id = $1 and body like '%ada@example.com%') +
                 (select count(*) from figure_clicks where log_id = $1))::int as count`,
        [log_id],
      );
      return rows[0]!.count;
    };
    expect(await remaining()).toBe(2);
    await tracking.advance(61);
    await waitFor(async () => (await remaining()) === 0, { timeoutMs: 60_000, what: 'the late event to be erased' });
  });

  it('is reported as erased, with the number of logs', async () => {
    await tracking.sql.query(
      'create table if not exists published as select account_id, topic, payload from outbox where false',
    );
    await tracking.sql.query(
      `create or replace function keep_published() returns trigger language plpgsql as 'begin insert into tracking.published values (new.account_id, new.topic, new.payload); return new; end'`,
    );
    await tracking.sql.query(
      'create or replace trigger keep_published after insert on outbox for each row execute function keep_published()',
    );
    const first = erase([newId('log'), newId('log')]);
    await tracking.emit(first, erase([], true));
    const { rows } = await tracking.sql.query('select payload from published where account_id = $1 and topic = $2', [
      tracking.context.accountId,
      engagementsErased.topic,
    ]);
    expect(rows).toEqual([{ payload: { erasure_id: first.payload.erasure_id, logs: 2 } }]);
  });
});

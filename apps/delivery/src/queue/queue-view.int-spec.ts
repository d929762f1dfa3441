import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getQueue } from '@postrider/contracts';
import { DeliveryHarness } from '../testing/delivery-harness.js';

describe('the queue of an account', () => {
  let delivery: DeliveryHarness;
  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.newTest());

  it('shows pending and due email per ESP account, and which of them fail', async () => {
    const relay = await delivery.relay('Relay', delivery.sink.port);
    const inAnHour = Math.floor(Date.now() / 1000) + 3600;
    await delivery.accept({ send_at: inAnHour });
    await delivery.accept({ send_at: inAnHour, esp_account: relay }, true);
    const { rows } = await delivery.sql.query<{ message_id: string }>(
      `insert into work (message_id, account_id, lane, due_at, lease_token, account_failed)
       select 'log_' || n || $1, $1, case when n = 1 then 'builtin:' || $1 else 'esp_nobodys' end, now() + interval '1 day', null, n = 1
       from generate_series(1, 2) as n returning message_id`,
      [delivery.context.accountId],
    );
    expect(rows).toHaveLength(2);
    const queue = await delivery.client.call(getQueue, delivery.context, {});
    expect(queue).toMatchObject({ object: 'queue', waiting: 3, due: 0 });
    expect(queue).not.toHaveProperty('oldest_due');
    expect(queue.lanes).toContainEqual({
      esp_account: relay,
      kind: 'mail',
      waiting: 1,
      due: 0,
      next_due: inAnHour,
      state: 'open',
    });
    expect(queue.lanes.filter(({ state }) => state === 'failing')).toMatchObject([
      { esp_account: 'builtin', waiting: 1 },
    ]);
    expect(queue.lanes.filter(({ kind }) => kind === 'test')).toMatchObject([{ waiting: 1 }]);
    await delivery.newTest();
    expect(await delivery.client.call(getQueue, delivery.context, {})).toEqual({
      object: 'queue',
      waiting: 0,
      due: 0,
      lanes: [],
    });
  });
});

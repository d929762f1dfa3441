import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getQueue, newId, retryEspAccount } from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { DeliveryHarness } from '../testing/delivery-harness.js';

describe('retrying a failing ESP account', () => {
  let delivery: DeliveryHarness;
  beforeAll(async () => {
    delivery = await DeliveryHarness.start({ RETRY_DELAYS_SECONDS: '3600,3600' });
  }, 60_000);
  beforeEach(async () => {
    await delivery.newTest();
    await delivery.restart();
  });
  afterAll(() => delivery?.stop(), 30_000);

  const retry = (esp_id: string) => delivery.client.call(retryEspAccount, delivery.context, { esp_id });
  const findLane = async (id: string) =>
    (await delivery.client.call(getQueue, delivery.context, {})).lanes.find(({ esp_account }) => esp_account === id);
  const attemptsInFlight = async () => {
    const { accountId } = delivery.context;
    const text = 'select from work where account_id = $1 and lease_token is not null';
    return (await delivery.sql.query(text, [accountId])).rowCount;
  };

  it('shows the last error, and makes its failed email due in all processes', async () => {
    const more = await delivery.process();
    try {
      const id = await delivery.relay('Main', delivery.sink.port);
      delivery.sink.rule({ at: 'mail', then: '535 5.7.8 Suspended' });
      const accepted = await Promise.all(Array.from({ length: 12 }, () => delivery.accept({ esp_account: id })));
      await waitFor(async () => (await findLane(id))?.last_error !== undefined, { what: 'a failure' });
      // An attempt that fails after the retry waits for its own time.
      await waitFor(async () => (await attemptsInFlight()) === 0, { what: 'the end of all attempts' });
      expect(await findLane(id)).toMatchObject({
        waiting: 12,
        last_error: { message: '535 5.7.8 Suspended', code: '5.7.8', at: expect.any(Number) },
      });
      delivery.sink.clearRules();
      const { due } = await retry(id);
      expect(due).toBeGreaterThan(0);
      for (const { receipt_id } of accepted) await delivery.untilStatus(receipt_id, 'sent');
      await waitFor(async () => (await findLane(id)) === undefined, { what: 'the account to work' });
    } finally {
      await more.stop();
    }
  }, 60_000);

  it('changes nothing for an account without failures, and sees only failures of the account', async () => {
    const id = await delivery.relay('Main', delivery.sink.port);
    await expect(retry(id)).resolves.toEqual({ due: 0 });
    await expect(retry(newId('espAccount'))).rejects.toMatchObject({ code: 'not_found' });
    await delivery.newTest();
    await expect(retry(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { attemptHours, getEspAccountAttempts, getLastSendHour } from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { DeliveryHarness } from '../testing/delivery-harness.js';

describe('the attempts of an ESP account', () => {
  let delivery: DeliveryHarness;
  beforeAll(async () => {
    delivery = await DeliveryHarness.start({ RETRY_DELAYS_SECONDS: '3600,3600' });
  }, 60_000);
  beforeEach(() => delivery.newTest());
  afterAll(() => delivery?.stop(), 30_000);

  const getHours = async (esp_id: string) =>
    (await delivery.client.call(getEspAccountAttempts, delivery.context, { esp_id })).hours;
  const sumUp = async (id: string) => {
    const hours = await getHours(id);
    const sum = (field: 'attempts' | 'failed') => hours.reduce((total, hour) => total + hour[field], 0);
    return { attempts: sum('attempts'), failed: sum('failed') };
  };
  const become = (id: string, total: { attempts: number; failed: number }) =>
    waitFor(
      async () => {
        const { attempts, failed } = await sumUp(id);
        return attempts === total.attempts && failed === total.failed;
      },
      { what: `${total.failed} of ${total.attempts} attempts` },
    );

  it('are counted by hour, failed ones if the account is to blame', async () => {
    const id = await delivery.relay('Main', delivery.sink.port);
    const other = await delivery.relay('Other', delivery.sink.port);
    const sent = await delivery.accept({ esp_account: id });
    await delivery.untilStatus(sent.receipt_id, 'sent');
    delivery.sink.rule({ at: 'mail', then: '535 5.7.8 Suspended' });
    const failed = await delivery.accept({ esp_account: id });
    await delivery.untilStatus(failed.receipt_id, 'failed_to_send');
    delivery.sink.clearRules();
    delivery.sink.rule({ at: 'rcpt', then: '550 5.1.1 No such user' });
    const bounced = await delivery.accept({ esp_account: id });
    await delivery.untilStatus(bounced.receipt_id, 'bounced');
    delivery.sink.clearRules();
    await become(id, { attempts: 3, failed: 1 });
    const hours = await getHours(id);
    expect(hours).toHaveLength(attemptHours);
    expect(hours.map(({ begins }) => begins % 3_600)).toEqual(Array(attemptHours).fill(0));
    expect(hours.at(-1)!.begins).toBeGreaterThan(Date.now() / 1000 - 3_700);
    expect(await sumUp(other)).toEqual({ attempts: 0, failed: 0 });
  }, 60_000);

  it('are counted when the process stops, and belong to one account', async () => {
    const id = await delivery.relay('Main', delivery.sink.port);
    const { receipt_id } = await delivery.accept({ esp_account: id });
    await delivery.untilStatus(receipt_id, 'sent');
    await delivery.restart();
    await expect(sumUp(id)).resolves.toEqual({ attempts: 1, failed: 0 });
    await delivery.newTest();
    await expect(getHours(id)).rejects.toMatchObject({ code: 'not_found' });
  }, 60_000);

  it('have the last hour with a send, without failed attempts and those of other accounts', async () => {
    const lastHour = async () => (await delivery.client.call(getLastSendHour, delivery.context, {})).begins;
    const id = await delivery.relay('Main', delivery.sink.port);
    delivery.sink.rule({ at: 'mail', then: '535 5.7.8 Suspended' });
    const failed = await delivery.accept({ esp_account: id });
    await delivery.untilStatus(failed.receipt_id, 'failed_to_send');
    delivery.sink.clearRules();
    await become(id, { attempts: 1, failed: 1 });
    expect(await lastHour()).toBeUndefined();
    const sent = await delivery.accept({ esp_account: id });
    await delivery.untilStatus(sent.receipt_id, 'sent');
    await become(id, { attempts: 2, failed: 1 });
    const hours = await getHours(id);
    expect(await lastHour()).toBe(hours.findLast(({ attempts, failed: lost }) => attempts > lost)!.begins);
    await delivery.newTest();
    expect(await lastHour()).toBeUndefined();
  }, 60_000);
});

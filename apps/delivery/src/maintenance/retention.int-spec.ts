import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getDeliveryRetention } from '@postrider/contracts';
import { DeliveryHarness } from '../testing/delivery-harness.js';

let delivery: DeliveryHarness;
beforeAll(async () => {
  delivery = await DeliveryHarness.start();
  await delivery.newTest();
}, 60_000);
afterAll(() => delivery?.stop(), 30_000);

it('returns the retention, without log_months when logs are kept forever', async () => {
  const retention = () => delivery.client.call(getDeliveryRetention, delivery.context, {});
  expect(await retention()).toEqual({ attachment_days: 90 });
  await delivery.restart({ LOG_RETENTION_MONTHS: '13', ATTACHMENT_RETENTION_DAYS: '30' });
  expect(await retention()).toEqual({ log_months: 13, attachment_days: 30 });
}, 30_000);

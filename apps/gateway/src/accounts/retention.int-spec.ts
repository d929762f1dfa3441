import { getDeliveryRetention } from '@postrider/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

describe('data retention', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  }, 60_000);
  afterAll(() => api?.stop());

  const showAccount = async () => {
    const { status, body } = await api.call('/account');
    return [status, body['name'], body['retention']];
  };

  it('is shown with the account, also after a change', async () => {
    api.services.respond(getDeliveryRetention, () => ({ log_months: 13, attachment_days: 30 }));
    const retention = { log_months: 13, attachment_days: 30, webhook_days: 7 };
    expect(await showAccount()).toEqual([200, 'My company', retention]);
    const { body } = await api.call('/account', { method: 'PATCH', body: { name: 'Acme' } });
    expect(body['account']).toMatchObject({ name: 'Acme', retention });
  });

  it('omits the values of a service that is down or does not respond', async () => {
    const name = 'Acme';
    await api.services.stopService('tracking');
    expect(await showAccount()).toEqual([200, name, { log_months: 13, attachment_days: 30 }]);
    await api.services.startService('tracking');
    let respondLate = (): void => {};
    const late = new Promise<{ log_months: number; attachment_days: number }>((resolve) => {
      respondLate = () => resolve({ log_months: 13, attachment_days: 30 });
    });
    api.services.respond(getDeliveryRetention, () => late);
    expect(await showAccount()).toEqual([200, name, undefined]);
    // A service answers pending calls before it stops.
    respondLate();
    await api.services.stopService('delivery');
    expect(await showAccount()).toEqual([200, name, undefined]);
    expect((await api.call('/account', { method: 'PATCH', body: { name: 'Other' } })).status).toBe(200);
  });
});

import { getDeliveryRetention } from '@postrider/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

describe('how long things are kept', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  }, 60_000);
  afterAll(() => api?.stop());

  const shown = async () => {
    const { status, body } = await api.ask('/account');
    return [status, body['name'], body['retention']];
  };

  it('is shown with the account, also with one that was changed', async () => {
    api.services.answer(getDeliveryRetention, () => ({ log_months: 13, attachment_days: 30 }));
    const retention = { log_months: 13, attachment_days: 30, webhook_days: 7 };
    expect(await shown()).toEqual([200, 'default', retention]);
    const { body } = await api.ask('/account', { method: 'PATCH', body: { name: 'Acme' } });
    expect(body['account']).toMatchObject({ name: 'Acme', retention });
  });

  it('is left out as far as the service that knows is away or says nothing, and the account is shown', async () => {
    const name = 'Acme';
    await api.services.takeDown('tracking');
    expect(await shown()).toEqual([200, name, { log_months: 13, attachment_days: 30 }]);
    await api.services.bringUp('tracking');
    let answerAtLast = (): void => {};
    const late = new Promise<{ log_months: number; attachment_days: number }>((resolve) => {
      answerAtLast = () => resolve({ log_months: 13, attachment_days: 30 });
    });
    api.services.answer(getDeliveryRetention, () => late);
    expect(await shown()).toEqual([200, name, undefined]);
    // A service ends its calls before it stops.
    answerAtLast();
    await api.services.takeDown('delivery');
    expect(await shown()).toEqual([200, name, undefined]);
    expect((await api.ask('/account', { method: 'PATCH', body: { name: 'Other' } })).status).toBe(200);
  });
});

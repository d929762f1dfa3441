import { checkLinks } from '@postrider/contracts';
import { TrackingHarness } from '../testing/tracking-harness.js';
import { WebhookReceiver } from '../testing/webhook-receiver.js';

let tracking: TrackingHarness;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [tracking, receiver] = await Promise.all([TrackingHarness.start(), WebhookReceiver.start()]);
}, 60_000);
afterAll(async () => {
  await tracking?.stop();
  await receiver?.stop();
});
beforeEach(() => tracking.newTest());

const check = (...urls: string[]) => tracking.call(checkLinks, { urls });

describe('links', () => {
  it('are requested once, and reported in order with their status or the reason why there is none', async () => {
    receiver.status('/gone', 404);
    receiver.status('/moved', 302, '', { location: 'http://10.0.0.1/' });
    const urls = [receiver.url('/a'), receiver.url('/gone'), receiver.url('/moved'), 'https://acme.invalid/'];
    expect((await check(...urls)).links).toMatchObject([
      { url: urls[0], works: true, message: 'HTTP status 200' },
      { url: urls[1], works: false, message: 'HTTP status 404' },
      { url: urls[2], works: true, message: 'HTTP status 302' },
      { url: urls[3], works: false, message: expect.stringMatching(/DNS/) as string },
    ]);
    expect(receiver.requests.map((request) => request.path).toSorted()).toEqual(['/a', '/gone', '/moved']);
  });

  it('to private networks are not requested', async () => {
    expect((await check('http://10.0.0.1/', 'http://169.254.169.254/latest')).links).toMatchObject([
      { works: false, message: 'The address leads to a network that is not allowed' },
      { works: false, message: 'The address leads to a network that is not allowed' },
    ]);
  });

  it('are checked five times a minute for each account', async () => {
    for (let checked = 0; checked < 5; checked++) await check(receiver.url('/b'));
    await expect(check(receiver.url('/b'))).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: expect.any(Number) as number,
    });
    tracking.newTest();
    expect((await check(receiver.url('/b'))).links).toHaveLength(1);
  });
});

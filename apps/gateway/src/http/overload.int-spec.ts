import { setTimeout as sleep } from 'node:timers/promises';
import { acceptMessage } from '@postrider/contracts';
import type { Answer } from '../testing/gateway-under-test.js';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

const send = {
  template: 'tem_1',
  recipient: { address: 'ann@example.com' },
  sender: { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' },
};

interface Timed extends Answer {
  readonly ms: number;
}

async function timed(asking: Promise<Answer>): Promise<Timed> {
  const begun = performance.now();
  const answer = await asking;
  return { ...answer, ms: performance.now() - begun };
}

describe('more than there is room for', () => {
  let api: GatewayUnderTest;
  beforeEach(async () => {
    api = await GatewayUnderTest.start();
  });
  afterEach(() => api.stop());

  it('is refused within a second, so that what is begun ends in time', async () => {
    const { response } = acceptMessage.examples[0]!;
    api.services.answer(acceptMessage, () => sleep(2_500, response));
    const answers = await Promise.all(Array.from({ length: 200 }, () => timed(api.ask('/send', { body: send }))));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThanOrEqual(72);
    expect(refused.every(({ headers }) => headers.get('retry-after') === '1')).toBe(true);
    // A busy machine has its part in this; without a refusal it is at least what the service takes.
    expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(2_400);
  });
});

describe('whoever asks again as soon as it was refused', () => {
  let api: GatewayUnderTest;
  beforeEach(async () => {
    api = await GatewayUnderTest.start({ RATE_LIMIT_PER_SECOND: '0.1' });
  });
  afterEach(() => api.stop());

  it('is told so later, and so often as its connections allow', async () => {
    const until = Date.now() + 1_800;
    const waits: number[] = [];
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (Date.now() < until) {
          const { status, headers, ms } = await timed(api.ask('/nowhere'));
          if (status !== 429) continue;
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
          waits.push(ms);
        }
      }),
    );
    // Twenty of each second at once, the others 600 ms later.
    expect(waits.length).toBeLessThan(3 * 20 + 4 * 16);
    expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(1_500);
  });
});

import { acceptMessage } from '@postrider/contracts';
import type { ApiResponse } from '../testing/gateway-under-test.js';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

const send = {
  template: 'tem_1',
  recipient: { address: 'ann@example.com' },
  sender: { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' },
};

interface Timed extends ApiResponse {
  readonly ms: number;
}

async function timed(response: Promise<ApiResponse>): Promise<Timed> {
  const startedAt = performance.now();
  const result = await response;
  return { ...result, ms: performance.now() - startedAt };
}

describe('sends above the concurrency limit', () => {
  let api: GatewayUnderTest;
  beforeEach(async () => {
    api = await GatewayUnderTest.start();
  });
  afterEach(() => api.stop());

  it('are rejected while the others are in progress', async () => {
    const { response } = acceptMessage.examples[0]!;
    let finish!: () => void;
    const finished = new Promise<typeof response>((resolve) => (finish = () => resolve(response)));
    api.services.respond(acceptMessage, () => finished);
    const rejected: ApiResponse[] = [];
    const responses = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const result = await api.call('/send', { body: send });
        // The others may finish from here on: on a slow machine they would time out before the last rejection.
        if (result.status === 503) {
          rejected.push(result);
          finish();
        }
        return result.status;
      }),
    );
    expect(rejected.length).toBeGreaterThan(0);
    // Retry-After is 1 for overload; a timeout of a service would have another value.
    expect(rejected.filter(({ headers }) => headers.get('retry-after') !== '1').map(({ text }) => text)).toEqual([]);
    expect(responses.filter((status) => status === 200).length).toBe(200 - rejected.length);
  });
});

describe('a caller that retries immediately after 429', () => {
  let api: GatewayUnderTest;
  beforeEach(async () => {
    api = await GatewayUnderTest.start({ RATE_LIMIT_PER_SECOND: '0.1' });
  });
  afterEach(() => api.stop());

  it('gets delayed rejections', async () => {
    const until = Date.now() + 1_800;
    const waits: number[] = [];
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (Date.now() < until) {
          const { status, headers, ms } = await timed(api.call('/nowhere'));
          if (status !== 429) continue;
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
          waits.push(ms);
        }
      }),
    );
    // Twenty per second immediately, the others after 600 ms.
    expect(waits.length).toBeLessThan(3 * 20 + 4 * 16);
    expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(5_000);
  });
});

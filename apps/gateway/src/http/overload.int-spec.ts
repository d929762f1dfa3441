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

  it('is refused before anything of what is begun has ended', async () => {
    const { response } = acceptMessage.examples[0]!;
    let letGo!: () => void;
    const enough = new Promise<typeof response>((resolve) => (letGo = () => resolve(response)));
    api.services.answer(acceptMessage, () => enough);
    const refused: Answer[] = [];
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const answer = await api.ask('/send', { body: send });
        if (answer.status === 503 && refused.push(answer) === 40) letGo();
        return answer.status;
      }),
    );
    // Nobody was refused because a service had not answered in time.
    expect(refused.filter(({ headers }) => headers.get('retry-after') !== '1').map(({ text }) => text)).toEqual([]);
    expect(answers.filter((status) => status === 200).length).toBe(200 - refused.length);
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
    expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(5_000);
  });
});

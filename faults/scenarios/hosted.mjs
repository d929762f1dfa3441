import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const credentials = { api_key: 'key-faults', domain: 'acme.example' };
const forMs = 8_000;

/** The account's provider speaks HTTP and is met with these mishaps, one request after the other. */
/**
 * @typedef {Parameters<import('../../libs/testing/src/providers/provider-fake.js').ProviderFake['next']>[number]} Mishap
 * @type {(name: string, title: string, how: string, mishaps: () => Mishap[]) => import('../scenario.mjs').Scenario}
 */
const hosted = (name, title, how, mishaps) => ({
  name,
  title,
  how,
  async prepare(stage) {
    const { mailgunFake, ProviderFake } = await import('../fakes.mjs');
    stage.hosted = await ProviderFake.start(mailgunFake({ apiKey: credentials.api_key, domain: credentials.domain }));
    return { installation: { environment: { ESP_BASE_URLS: `esp_kind_2=${stage.hosted.url}` } } };
  },
  async begin(stage) {
    const { esp_account: account } = await stage.installation.post('/esp_accounts', {
      name: 'Hosted',
      esp_type: 'esp_kind_2',
      credentials,
    });
    stage.load.extra = () => ({ esp_account: account.id });
  },
  async inject(stage) {
    const list = mishaps();
    stage.hosted?.next(...list);
    await sleep(forMs);
    stage.met = list.length - (stage.hosted?.recover() ?? 0);
    // Answers that are cut off come after the mail was taken.
    stage.inFlight += list.slice(0, stage.met).filter((mishap) => mishap === 'reset mid-body').length;
    stage.note(`${stage.met} times`);
  },
  check: ({ met }) => (met > 0 ? [] : ['the fault met no mail']),
});

const times = (/** @type {number} */ count, /** @type {Mishap[]} */ ...mishaps) =>
  Array.from({ length: count }, () => mishaps).flat();

/** @type {import('../scenario.mjs').Scenario[]} */
export const hostedProvider = [
  hosted('hosted-429', 'Hosted provider answers 429', `at most 60 times in ${forMs / 1_000} s, with Retry-After`, () =>
    times(60, { status: 429, headers: { 'retry-after': '3' }, body: { message: 'Too many requests' } }),
  ),
  hosted(
    'hosted-errors',
    'Hosted provider answers 5xx, garbage or nothing',
    `500, 502, HTML with 200, connection reset, silence: in turns, at most 8 times each in ${forMs / 1_000} s`,
    () =>
      times(
        8,
        { status: 500, body: { message: 'Internal Server Error' } },
        { status: 502, body: '<html>Bad gateway</html>' },
        'garbage',
        'reset',
        'hang',
      ),
  ),
  hosted(
    'hosted-cut',
    'Hosted provider takes the mail, its answer is cut off',
    `at most 20 times in ${forMs / 1_000} s; as many may be sent twice`,
    () => times(20, 'reset mid-body'),
  ),
];

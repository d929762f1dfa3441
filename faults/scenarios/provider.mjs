import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const credentials = { api_key: 'key-faults', domain: 'acme.example' };
const hostedForMs = 8_000;

/** A provider with an HTTP API that fails in these ways, one per request. */
/**
 * @typedef {Parameters<import('../../libs/testing/src/providers/provider-fake.js').ProviderFake['next']>[number]} ProviderFailure
 * @type {(name: string, title: string, how: string, failures: () => ProviderFailure[]) => import('../scenario.mjs').Scenario}
 */
const hosted = (name, title, how, failures) => ({
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
    const list = failures();
    stage.hosted?.next(...list);
    await sleep(hostedForMs);
    stage.met = list.length - (stage.hosted?.clearScript() ?? 0);
    // A truncated response comes after the email was accepted.
    stage.inFlight += list.slice(0, stage.met).filter((failure) => failure === 'reset mid-body').length;
    stage.note(`failed ${stage.met} times`);
  },
  check: ({ met }) => (met > 0 ? [] : ['the fault affected no email']),
});

const times = (/** @type {number} */ count, /** @type {ProviderFailure[]} */ ...failures) =>
  Array.from({ length: count }, () => failures).flat();

/** @type {import('../scenario.mjs').Scenario[]} */
export const hostedProvider = [
  hosted(
    'hosted-429',
    'Hosted provider responses 429',
    `at most 60 times in ${hostedForMs / 1_000} s, with Retry-After`,
    () => times(60, { status: 429, headers: { 'retry-after': '3' }, body: { message: 'Too many requests' } }),
  ),
  hosted(
    'hosted-errors',
    'Hosted provider responses 5xx, garbage or nothing',
    `500, 502, HTML with 200, connection reset, silence: in turns, at most 8 times each in ${hostedForMs / 1_000} s`,
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
    'Hosted provider takes the email, its answer is cut off',
    `at most 20 times in ${hostedForMs / 1_000} s`,
    () => times(20, 'reset mid-body'),
  ),
];

const forMs = 8_000;

/** Makes the mail server follow the rule for a while. */
/** @type {(rule: Parameters<Stage['sink']['rule']>[0]) => (stage: Stage) => Promise<void>} */
const answering = (rule) => async (stage) => {
  stage.sink.rule(rule);
  await sleep(forMs);
  stage.sink.clearRules();
  stage.note(`failed ${stage.sink.timesApplied} times`);
};
const met = (/** @type {Stage} */ { sink }) => (sink.timesApplied > 0 ? [] : ['the fault affected no email']);

/** Blocks commits of results with a lock, after the provider's 250. */
async function holdCommits(/** @type {Stage} */ stage, /** @type {() => Promise<void>} */ during) {
  const holder = new Client({ connectionString: stage.servers.postgres.getUrl(stage.place) });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table delivery.attempts in exclusive mode');
    await during();
  } finally {
    await holder.end();
  }
}

const waitingForLock =
  "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** @type {import('../scenario.mjs').Scenario[]} */
export const provider = [
  {
    name: 'provider-4xx',
    title: 'Provider responses 4xx',
    how: `451 to every email for ${forMs / 1_000} s`,
    inject: answering({ at: 'end', then: '451 4.3.0 Try again later' }),
    check: met,
  },
  {
    name: 'provider-5xx',
    title: 'Provider responses 5xx',
    how: `550 to every recipient for ${forMs / 1_000} s`,
    expected: { statuses: ['sent', 'bounced'] },
    inject: answering({ at: 'rcpt', then: '550 5.1.1 No such user' }),
    check: met,
  },
  {
    name: 'provider-429',
    title: 'Provider limits the rate',
    how: `421 4.7.0 for ${forMs / 1_000} s`,
    inject: answering({ at: 'mail', then: '421 4.7.0 Too many messages, slow down' }),
    check: met,
  },
  {
    name: 'provider-garbage',
    title: 'Provider responses garbage',
    how: `HTML and a zero byte for ${forMs / 1_000} s`,
    inject: answering({ at: 'mail', then: 'garbage' }),
    check: met,
  },
  {
    name: 'provider-hangs',
    title: 'Provider hangs',
    how: `reads email without an answer for ${forMs / 1_000} s`,
    inject: answering({ at: 'end', then: 'hang' }),
    check: met,
  },
  {
    name: 'provider-down',
    title: 'Provider is down',
    how: `every connection closed for ${forMs / 1_000} s`,
    async inject(stage) {
      stage.sink.rule({ at: 'connect', then: 'close' });
      stage.inFlight += stage.sink.unanswered;
      stage.sink.dropConnections();
      await sleep(forMs);
      stage.sink.clearRules();
    },
  },
  {
    name: 'provider-silent',
    title: 'Provider accepts the email without an answer',
    how: `for ${forMs / 1_000} s`,
    async inject(stage) {
      await answering({ at: 'taken', then: 'hang' })(stage);
      stage.inFlight += stage.sink.timesApplied;
    },
    check: met,
  },
  {
    name: 'provider-then-kill',
    title: "kill -9 between the provider's 250 and the commit",
    how: 'three times, while the commit waits for a lock',
    async inject(stage) {
      for (let n = 0; n < 3; n += 1) {
        await holdCommits(stage, async () => {
          await stage.until('a result that waits', async () => (await stage.sql(waitingForLock)).length > 0);
          await stage.kill('delivery');
          // PostgreSQL does not notice that its client is gone, and would commit as soon as the lock is released.
          await stage.sql(waitingForLock.replace('select pid', 'select pg_terminate_backend(pid)'));
        });
        await stage.installation.startApp('delivery');
        await sleep(1_000);
      }
    },
    check: ({ sink }) =>
      sink.accepted > sink.messageIds.size ? [] : ['no email was sent twice: the fault missed the window'],
  },
];

import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const forMs = 8_000;

/** The mail server keeps to the rule for a while. */
/** @type {(rule: Parameters<Stage['sink']['rule']>[0]) => (stage: Stage) => Promise<void>} */
const answering = (rule) => async (stage) => {
  stage.sink.rule(rule);
  await sleep(forMs);
  stage.sink.clearRules();
  stage.note(`${stage.sink.struck} times`);
};
const met = (/** @type {Stage} */ { sink }) => (sink.struck > 0 ? [] : ['the fault met no mail']);

/** Mails whose result waits for a lock: the provider has said 250, the commit is not made. */
async function commitsHeld(/** @type {Stage} */ stage, /** @type {() => Promise<void>} */ during) {
  const holder = new Client({ connectionString: stage.servers.postgres.urlOf(stage.place) });
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
    title: 'Provider answers 4xx',
    how: `451 to every mail for ${forMs / 1_000} s`,
    inject: answering({ at: 'end', then: '451 4.3.0 Try again later' }),
    check: met,
  },
  {
    name: 'provider-5xx',
    title: 'Provider answers 5xx',
    how: `550 to every recipient for ${forMs / 1_000} s: bounced, with its words`,
    expected: { statuses: ['sent', 'bounced'] },
    inject: answering({ at: 'rcpt', then: '550 5.1.1 No such user' }),
    check: met,
  },
  {
    name: 'provider-429',
    title: 'Provider limits the rate',
    how: `421 4.7.0, what HTTP says with 429, for ${forMs / 1_000} s`,
    inject: answering({ at: 'mail', then: '421 4.7.0 Too many messages, slow down' }),
    check: met,
  },
  {
    name: 'provider-garbage',
    title: 'Provider answers garbage',
    how: `HTML and a zero byte in place of a reply for ${forMs / 1_000} s`,
    inject: answering({ at: 'mail', then: 'garbage' }),
    check: met,
  },
  {
    name: 'provider-hangs',
    title: 'Provider hangs',
    how: `takes the bytes and never answers for ${forMs / 1_000} s`,
    inject: answering({ at: 'end', then: 'hang' }),
    check: met,
  },
  {
    name: 'provider-down',
    title: 'Provider is away',
    how: `every connection torn down for ${forMs / 1_000} s; what it had just taken may be sent twice`,
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
    title: 'Provider takes the mail and does not say so',
    how: `no answer after the mail was stored, for ${forMs / 1_000} s; as many may be sent twice as were left without an answer`,
    async inject(stage) {
      await answering({ at: 'taken', then: 'hang' })(stage);
      stage.inFlight += stage.sink.struck;
    },
    check: met,
  },
  {
    name: 'provider-then-kill',
    title: "kill -9 between the provider's 250 and the commit",
    how: 'three times: the commit waits for a lock until the process is gone, then is undone',
    async inject(stage) {
      for (let n = 0; n < 3; n += 1) {
        await commitsHeld(stage, async () => {
          await stage.until('a result that waits', async () => (await stage.sql(waitingForLock)).length > 0);
          await stage.kill('delivery');
          // What waits would be committed after all once the lock is gone: PostgreSQL does not notice that nobody waits for its answer.
          await stage.sql(waitingForLock.replace('select pid', 'select pg_terminate_backend(pid)'));
        });
        await stage.installation.startApp('delivery');
        await sleep(1_000);
      }
    },
    check: ({ sink }) =>
      sink.accepted > sink.messageIds.size ? [] : ['no mail was sent twice: the fault did not meet the window'],
  },
];

import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const terminateEveryMs = 200;
const terminateForMs = 30_000;
const fullMs = 10_000;
const lockedMs = 12_000;
/** Longer than the fault, as the default of 90 s: an answer of the provider is kept until it can be written down. */
const patient = { environment: { LEASE_SECONDS: '40' } };

/** @type {(name: string, title: string, how: string, signal: NodeJS.Signals) => import('../scenario.mjs').Scenario} */
const restarted = (name, title, how, signal) => ({
  name,
  title,
  how,
  async inject(stage) {
    for (let n = 0; n < 2; n += 1) {
      await stage.servers.restartPostgres(signal);
      await sleep(2_000);
    }
  },
});

/** @type {import('../scenario.mjs').Scenario[]} */
export const postgres = [
  restarted('postgres-restart', 'PostgreSQL restarted', 'twice, fast: connections are ended', 'SIGINT'),
  restarted(
    'postgres-crash',
    'PostgreSQL crashed',
    'twice, immediate: nothing is written down, recovery from the log',
    'SIGQUIT',
  ),
  {
    name: 'postgres-backends',
    title: 'Database connections ended',
    how: `pg_terminate_backend of one of them every ${terminateEveryMs} ms for ${terminateForMs / 1_000} s, so that also commits lose their answer`,
    async inject(stage) {
      let ended = 0;
      for (const until = Date.now() + terminateForMs; Date.now() < until; await sleep(terminateEveryMs)) {
        ended += (
          await stage.servers.sql(
            'postgres',
            'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 order by random() limit 1',
            [stage.place],
          )
        ).length;
      }
      stage.note(`${ended} ended`);
    },
  },
  {
    name: 'postgres-locked',
    title: 'Queue table locked',
    how: `for ${lockedMs / 1_000} s, longer than a statement or a caller waits: what was asked meanwhile may be stored without an answer`,
    installation: patient,
    async inject(stage) {
      const holder = new Client({ connectionString: stage.servers.postgres.urlOf(stage.place) });
      await holder.connect();
      const before = stage.load.accepted.size;
      await holder.query('begin');
      await holder.query('lock table delivery.work in access exclusive mode');
      await sleep(lockedMs);
      await holder.end();
      stage.note(`${stage.load.accepted.size - before} accepted meanwhile`);
    },
  },
  {
    name: 'postgres-full',
    title: 'Tablespace full',
    how: `no room for ${fullMs / 1_000} s`,
    volumeMb: 96,
    installation: patient,
    async inject(stage) {
      stage.volume?.fill();
      const before = stage.load.accepted.size;
      await sleep(fullMs);
      stage.note(`${stage.load.accepted.size - before} accepted meanwhile`);
      stage.fullAnswers = stage.load.answers.get(503) ?? 0;
      stage.volume?.free();
    },
    check: ({ fullAnswers }) => (fullAnswers > 0 ? [] : ['nothing was refused: the volume was not full']),
  },
];

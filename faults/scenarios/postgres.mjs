import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { join } from 'node:path';
import { startPair } from '../standby.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const downMs = 3_000;
const getHost = (/** @type {{ url: string }} */ postgres) => new URL(postgres.url).host;

/** A primary and a standby, both in `DATABASE_URL`; the scenario itself connects to the current primary. */
async function startServerPair(
  /** @type {import('../scenario.mjs').Servers} */ shared,
  /** @type {string} */ place,
  /** @type {boolean} */ synchronous,
) {
  const pair = await startPair(join(shared.directory, `${place}-pair`), { synchronous });
  const { primary, standby } = pair;
  const servers = Object.create(shared);
  const getAppUrl = (/** @type {string} */ name) =>
    primary.getUrl(name).replace(getHost(primary), `${getHost(primary)},${getHost(standby)}`);
  servers.postgres = { ...primary, getAppUrl };
  servers.pair = pair;
  servers.failOver = async () => {
    // Immediate shutdown: WAL that was not sent to the standby is lost.
    primary.kill();
    await primary.exited;
    servers.postgres = { ...standby, getAppUrl };
    await sleep(downMs);
    await servers.sql('postgres', 'select pg_promote(true, 30)');
  };
  servers.stopOwn = async () => {
    await Promise.all([primary.stop(8_000), standby.stop(8_000)]);
    pair.remove();
  };
  return servers;
}

/** @type {import('../scenario.mjs').Scenario[]} */
export const failover = [
  {
    name: 'postgres-failover',
    title: 'PostgreSQL lost, its replica promoted',
    how: `synchronous standby promoted after ${downMs / 1_000} s, both servers in \`DATABASE_URL\``,
    installation: { environment: { LEASE_SECONDS: '40' } },
    servers: (shared, place) => startServerPair(shared, place, true),
    async inject(stage) {
      const start = Date.now();
      await stage.servers.failOver();
      const before = stage.load.accepted.size;
      await stage.until('a send after the failover', () => stage.load.accepted.size > before);
      stage.note(`accepts again ${((Date.now() - start) / 1_000).toFixed(1)} s after the loss`);
    },
  },
];

const terminateEveryMs = 200;
const terminateForMs = 30_000;
const fullMs = 10_000;
const lockedMs = 12_000;
/**
 * A lease longer than the fault, like the default of 90 s, so that the process can write the provider's response
 * afterwards.
 */
const longLease = { environment: { LEASE_SECONDS: '40' } };

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
  restarted('postgres-restart', 'PostgreSQL restarted', 'twice, fast', 'SIGINT'),
  restarted('postgres-crash', 'PostgreSQL crashed', 'twice, immediate, with recovery from the WAL', 'SIGQUIT'),
  {
    name: 'postgres-backends',
    title: 'Database connections terminated',
    how: `one every ${terminateEveryMs} ms for ${terminateForMs / 1_000} s, also during commits`,
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
    how: `for ${lockedMs / 1_000} s, longer than the timeouts of statements and callers`,
    installation: longLease,
    async inject(stage) {
      const holder = new Client({ connectionString: stage.servers.postgres.getUrl(stage.place) });
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
    installation: longLease,
    async inject(stage) {
      stage.volume?.fill();
      const before = stage.load.accepted.size;
      await sleep(fullMs);
      stage.note(`${stage.load.accepted.size - before} accepted meanwhile`);
      stage.fullResponses = stage.load.responses.get(503) ?? 0;
      stage.volume?.free();
    },
    check: ({ fullResponses }) => (fullResponses > 0 ? [] : ['nothing was rejected: the volume was not full']),
  },
];

// The machine of the database is lost, and its replica takes over.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPair } from '../standby.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const downMs = 3_000;
const hostOf = (/** @type {{ url: string }} */ postgres) => new URL(postgres.url).host;

/** Both are named in `DATABASE_URL`; which of them the scenario itself asks is known to it. */
async function pairOf(
  /** @type {import('../scenario.mjs').Servers} */ shared,
  /** @type {string} */ place,
  /** @type {boolean} */ synchronous,
) {
  const pair = await startPair(join(shared.directory, `${place}-pair`), { synchronous });
  const { primary, standby } = pair;
  const servers = Object.create(shared);
  const appUrlOf = (/** @type {string} */ name) =>
    primary.urlOf(name).replace(hostOf(primary), `${hostOf(primary)},${hostOf(standby)}`);
  servers.postgres = { ...primary, appUrlOf };
  servers.pair = pair;
  servers.failOver = async () => {
    // Immediate: what was not sent to the standby by then never will be.
    primary.kill();
    await primary.exited;
    servers.postgres = { ...standby, appUrlOf };
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
    title: 'PostgreSQL lost for good, its replica promoted',
    how: `the primary ends at once, under synchronous replication; the standby is promoted after ${downMs / 1_000} s; both are named in DATABASE_URL`,
    installation: { environment: { LEASE_SECONDS: '40' } },
    servers: (shared, place) => pairOf(shared, place, true),
    async inject(stage) {
      const begun = Date.now();
      await stage.servers.failOver();
      const before = stage.load.accepted.size;
      await stage.until('a send after the failover', () => stage.load.accepted.size > before);
      stage.note(`sends are accepted again ${((Date.now() - begun) / 1_000).toFixed(1)} s after the loss`);
    },
  },
];

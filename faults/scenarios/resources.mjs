// Exhausted resources: space for the WAL, file descriptors, memory.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { MemoryGroups } from '../noisy/memory-groups.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const fullMs = 10_000;
const walMb = 192;
const descriptorsLeft = 40;
const idleConnections = 120;
const exhaustedMs = 8_000;

/** A supervised server with `pg_wal` on its own small volume. */
async function onSmallWal(/** @type {import('../scenario.mjs').Servers} */ shared, /** @type {string} */ place) {
  const directory = join(shared.directory, `${place}-own`);
  mkdirSync(directory, { mode: 0o711 });
  const first = await startPostgres({ directory });
  const { port } = first;
  await first.stop(8_000);
  const volume = shared.mountVolume(place, walMb);
  const wal = join(directory, 'postgres', 'pg_wal');
  cpSync(wal, join(volume.path, 'wal'), { recursive: true, preserveTimestamps: true });
  rmSync(wal, { recursive: true });
  symlinkSync(join(volume.path, 'wal'), wal);
  spawnSync('chown', ['-R', '--reference', join(directory, 'postgres'), volume.path]);
  const start = () => startPostgres({ directory, port, settings: ['max_wal_size=64MB', 'wal_recycle=off'] });
  const servers = Object.create(shared);
  servers.postgres = await start();
  servers.walVolume = volume;
  servers.ends = 0;
  const supervised = (async () => {
    for (;;) {
      await servers.postgres.exited;
      if (servers.stopping) return;
      servers.ends += 1;
      await sleep(1_000);
      const restarted = await start().catch(() => undefined);
      if (restarted) servers.postgres = restarted;
    }
  })();
  servers.stopOwn = async () => {
    servers.stopping = true;
    volume.free();
    await servers.postgres.stop(8_000);
    await supervised;
    volume.unmount();
    rmSync(directory, { recursive: true, force: true });
  };
  return servers;
}

const countDescriptors = (/** @type {number | undefined} */ pid) => readdirSync(`/proc/${pid}/fd`).length;

/** @type {import('../scenario.mjs').Scenario[]} */
export const resources = [
  {
    name: 'wal-full',
    title: 'No space for the WAL',
    how: `for ${fullMs / 1_000} s; PostgreSQL stops and is restarted every second`,
    installation: { environment: { LEASE_SECONDS: '40' } },
    servers: onSmallWal,
    async inject(stage) {
      const { servers, load } = stage;
      servers.walVolume.fill();
      // Preallocated WAL lasts for a while.
      await stage.until('the end of PostgreSQL', async () => {
        await stage.sql("select pg_logical_emit_message(true, 'faults', repeat('x', 8000000))").catch(() => undefined);
        return servers.ends > 0;
      });
      await sleep(fullMs);
      servers.walVolume.free();
      const start = Date.now();
      const { size } = load.accepted;
      await stage.until('a send afterwards', () => load.accepted.size > size, 45_000);
      stage.note(
        `PostgreSQL ended ${servers.ends} times; accepts again ${((Date.now() - start) / 1_000).toFixed(1)} s afterwards`,
      );
    },
  },
  {
    name: 'descriptors',
    title: 'No file descriptors left for the gateway',
    how: `${descriptorsLeft} left, ${idleConnections} idle connections for ${exhaustedMs / 1_000} s`,
    async inject(stage) {
      const { port } = stage.installation;
      const { pid } = stage.installation.process('gateway');
      const limit = countDescriptors(pid) + descriptorsLeft;
      const { status } = spawnSync('prlimit', ['--pid', String(pid), `--nofile=${limit}`]);
      if (status !== 0) throw new Error('prlimit failed');
      const sockets = Array.from({ length: idleConnections }, () =>
        connect(port, '127.0.0.1').on('error', () => undefined),
      );
      await sleep(exhaustedMs);
      stage.note(`${countDescriptors(pid)} of ${limit} descriptors in use`);
      stage.survived = stage.installation.process('gateway').isRunning();
      for (const socket of sockets) socket.destroy();
      const { size } = stage.load.accepted;
      await stage.until('a send afterwards', () => stage.load.accepted.size > size, 45_000);
    },
    check: ({ survived }) => (survived ? [] : ['the gateway exited']),
  },
  {
    name: 'memory-limit',
    title: 'A delivery exceeds its memory limit',
    how: 'killed by the kernel at the limit of its container, restarted after 1 s',
    prepare(stage) {
      stage.groups = new MemoryGroups(stage.place, ['delivery']);
      return { installation: { commandPrefix: (app) => (app === 'delivery' ? stage.groups.enter(app) : []) } };
    },
    async inject(stage) {
      if (stage.groups.group('delivery').directory === undefined) throw new Error('memory cgroups are not available');
      const delivery = stage.installation.process('delivery');
      delivery.child.send('grow');
      await stage.until('the end of the delivery', () => !delivery.isRunning());
      const { signal } = await delivery.exited;
      await stage.countInFlight();
      stage.note(`${stage.groups.kills('delivery')} kills of the kernel`);
      stage.killed = signal === 'SIGKILL';
      await sleep(1_000);
      await stage.installation.startApp('delivery');
    },
    check: ({ killed }) => (killed ? [] : ['the kernel did not kill it']),
    end: ({ groups }) => groups?.remove(),
  },
];

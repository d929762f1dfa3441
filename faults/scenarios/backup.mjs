// Point-in-time recovery of a lost database from a base backup and archived WAL, following
// docs/operate/backup.md#backups.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { project } from '../../scripts/lib/project.mjs';
import { baseBackup } from '../standby.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const lostMs = 5_000;
const appNames = ['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'];

/** Reads the statement after this comment in docs/operate/backup.md#backups, so that the documentation is tested. */
function documented(/** @type {string} */ what) {
  const text = readFileSync(join(project, 'docs', 'operate', 'backup.md'), 'utf8');
  const [, statement] = new RegExp(`^ *-- ${what}[^\\n]*\\n([^;]+;)`, 'm').exec(text) ?? [];
  if (statement === undefined) throw new Error(`docs/operate/backup.md has no statement "${what}"`);
  return statement;
}

/** Starts a server that archives its WAL. */
async function startArchiving(/** @type {import('../scenario.mjs').Servers} */ shared, /** @type {string} */ place) {
  const directory = join(shared.directory, `${place}-own`);
  const first = join(directory, 'first');
  const archive = join(directory, 'archive');
  for (const each of [first, archive]) mkdirSync(each, { recursive: true, mode: 0o777 });
  chmodSync(archive, 0o777);
  const settings = ['archive_mode=on', `archive_command=cp %p ${archive}/%f`];
  const servers = Object.create(shared);
  servers.postgres = await startPostgres({ directory: first, settings });
  servers.restoring = { directory, first, archive };
  servers.stopOwn = async () => {
    await servers.postgres.stop(8_000);
    rmSync(directory, { recursive: true, force: true });
  };
  return servers;
}

/** Restores the server to that time, at the same address. */
async function restore(/** @type {Stage} */ { servers }, /** @type {string} */ at) {
  const { directory, archive } = servers.restoring;
  const { port } = servers.postgres;
  servers.postgres.kill();
  await servers.postgres.exited;
  writeFileSync(join(directory, 'restored', 'postgres', 'recovery.signal'), '');
  servers.postgres = await startPostgres({
    directory: join(directory, 'restored'),
    port,
    settings: [`restore_command=cp ${archive}/%f %p`, `recovery_target_time=${at}`, 'recovery_target_action=promote'],
  });
}

/** @type {import('../scenario.mjs').Scenario[]} */
export const backup = [
  {
    name: 'restore',
    title: 'Point-in-time recovery of the database',
    how: `base backup and archived WAL, lost ${lostMs / 1_000} s after the recovery target; emails that the server has are cancelled, other pending ones released`,
    servers: startArchiving,
    // Email accepted after the recovery target is not in the database and counts as forgotten. Events consumed since
    // are not counted.
    expected: { eventsMayBeLost: true, statuses: ['sent', 'dropped'] },
    async inject(stage) {
      const { servers, installation, load } = stage;
      const { directory, first } = servers.restoring;
      await baseBackup(servers.postgres, first, join(directory, 'restored'));
      // Some email is pending at the recovery target, and sent after it.
      stage.sink.replyAfterMs = 1_500;
      await sleep(2_000);
      const [{ at }] = await stage.sql('select clock_timestamp()::text as at');
      const acceptedAt = new Set(load.accepted.keys());
      await sleep(lostMs);
      await load.finish(20_000);
      await servers.sql('postgres', 'select pg_switch_wal()');
      await stage.until('the archived WAL', async () => {
        const [{ waits }] = await servers.sql(
          'postgres',
          'select count(*)::int as waits from pg_stat_archiver where last_archived_wal is null or last_archived_wal < (select pg_walfile_name(pg_switch_wal() - 1))',
        );
        return waits === 0;
      });
      for (const app of appNames) await installation.end(app, 'SIGKILL');
      for (const { name } of await stage.queues()) await servers.manage('DELETE', `/queues/${stage.place}/${name}`);
      await restore(stage, at);
      await stage.until('the end of the recovery', async () => {
        const [{ recovering }] = await servers
          .sql('postgres', 'select pg_is_in_recovery() as recovering')
          .catch(() => [{ recovering: true }]);
        return !recovering;
      });
      await stage.sql(documented('Park'));
      const pending = await stage.sql(documented('What is parked'));
      const before = stage.sink.accepted;
      for (const app of appNames) await installation.startApp(app);
      await sleep(3_000);
      const sentWhileParked = stage.sink.accepted - before;
      stage.restoredFaults =
        sentWhileParked > 0 ? [`${sentWhileParked} emails were sent while all emails were parked`] : [];
      const messageId = (/** @type {string} */ id) => `<${id}@acme.example>`;
      const taken = pending.filter(({ log_id: id }) => stage.taken.has(messageId(id)));
      for (const { log_id: id } of taken) await installation.post(`/logs/${id}/cancel`, {});
      await stage.sql(documented('Release'));
      stage.sink.replyAfterMs = 100;
      const state = await stage.state();
      const known = new Set(state.logs.map(({ id }) => id));
      const forgotten = [...load.accepted].filter(([, id]) => !known.has(id));
      for (const [n, id] of forgotten) {
        load.accepted.delete(n);
        stage.taken.delete(messageId(id));
      }
      for (const { log_id: id } of taken) stage.taken.delete(messageId(id));
      const lostBefore = forgotten.filter(([n]) => acceptedAt.has(n)).length;
      if (lostBefore > 0) stage.restoredFaults.push(`${lostBefore} emails accepted before the target are lost`);
      stage.note(
        `of ${pending.length} pending, ${taken.length} cancelled; ${forgotten.length} accepted after the target are lost`,
      );
      load.start();
      await sleep(3_000);
    },
    check: ({ restoredFaults }) => restoredFaults,
  },
];

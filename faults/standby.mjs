// A PostgreSQL standby, created from an online base backup of the primary.
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../scripts/lib/postgres.mjs';

/** Files that do not belong in a base backup. */
const ofTheServer = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot']);

const getDataDirectory = (/** @type {string} */ directory) => join(directory, 'postgres');

/** Copies the cluster from `from` to `to` while its server runs. The copy needs the WAL written meanwhile. */
export async function baseBackup(
  /** @type {{ url: string }} */ postgres,
  /** @type {string} */ from,
  /** @type {string} */ to,
) {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('copy', true)");
    const [source, target] = [getDataDirectory(from), getDataDirectory(to)];
    mkdirSync(target, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(source).filter((each) => !ofTheServer.has(each)))
      cpSync(join(source, name), join(target, name), { recursive: true, force: true });
    mkdirSync(join(target, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
    mkdirSync(join(target, 'pg_replslot'), { mode: 0o700 });
    const { rows } = await client.query('select labelfile, spcmapfile from pg_backup_stop(false)');
    writeFileSync(join(target, 'backup_label'), rows[0].labelfile);
    copyFileSync(join(from, 'postgres.password'), join(to, 'postgres.password'));
    const { uid, gid } = statSync(source);
    own(to, uid, gid);
  } finally {
    await client.end();
  }
}

/** Sets the owner, because PostgreSQL rejects files of other users. */
function own(/** @type {string} */ path, /** @type {number} */ uid, /** @type {number} */ gid) {
  chownSync(path, uid, gid);
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name), uid, gid);
}

/** A primary and its standby; with `synchronous`, commits wait for the standby. */
export async function startPair(/** @type {string} */ directory, { synchronous = false }) {
  const [first, second] = [join(directory, 'first'), join(directory, 'second')];
  for (const each of [first, second]) mkdirSync(each, { recursive: true, mode: 0o711 });
  const primary = await startPostgres({ directory: first, settings: ['wal_keep_size=512MB'] });
  await baseBackup(primary, first, second);
  const mark = join(getDataDirectory(second), 'standby.signal');
  if (!existsSync(mark)) writeFileSync(mark, '');
  const { username, password } = new URL(primary.url);
  const standby = await startPostgres({
    directory: second,
    settings: [
      `primary_conninfo=host=127.0.0.1 port=${primary.port} user=${username} password=${password} application_name=standby`,
    ],
  });
  if (synchronous) {
    const client = new Client({ connectionString: primary.url });
    await client.connect();
    await client.query("alter system set synchronous_standby_names = 'standby'");
    await client.query('select pg_reload_conf()');
    await client.end();
  }
  return { primary, standby, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

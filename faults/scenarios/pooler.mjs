// PgBouncer between the apps and PostgreSQL, configured as in docs/operate/install.md#pgbouncer.
import { chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../scripts/lib/failure.mjs';
import { freePorts, whyNotListen } from '../../scripts/lib/ports.mjs';
import { startProcess } from '../../scripts/lib/processes.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const schemas = ['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'];

/** Starts PgBouncer in front of the server, with its users. */
async function startPgbouncer(
  /** @type {import('../scenario.mjs').Servers} */ shared,
  /** @type {string} */ directory,
) {
  const { postgres } = shared;
  const [port] = await freePorts(1);
  const { username, password } = new URL(postgres.url);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const configuration = join(directory, 'pgbouncer.ini');
  const users = join(directory, 'users.txt');
  writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o600 });
  writeFileSync(
    configuration,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${postgres.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      `auth_user = ${username}`,
      'pool_mode = session',
      'default_pool_size = 40',
      'max_client_conn = 400',
      'ignore_startup_parameters = options',
      '',
    ].join('\n'),
  );
  const { uid, gid } = statSync(join(shared.directory, 'postgres', 'postgres'));
  for (const path of [directory, configuration, users]) chownSync(path, uid, gid);
  const bouncer = startProcess('pgbouncer', [configuration], { uid, gid, stdio: 'ignore', cwd: directory });
  bouncer.exited.catch(() => undefined);
  for (const until = Date.now() + 10_000; (await whyNotListen(port)) !== 'EADDRINUSE'; await sleep(50))
    if (Date.now() > until || !bouncer.isRunning())
      throw new Failure('PgBouncer does not start here (Debian, Ubuntu: apt-get install pgbouncer)');
  return { port, bouncer };
}

/** Sets the startup parameters of the apps on their roles, because PgBouncer does not forward them. */
async function settingsOfRoles(/** @type {import('../scenario.mjs').Servers} */ shared) {
  for (const schema of schemas) {
    const role = `postrider_${schema}`;
    const [found] = await shared.sql('postgres', 'select from pg_roles where rolname = $1', [role]);
    if (!found) await shared.sql('postgres', `create role ${role} login`);
    for (const setting of [
      `search_path = ${schema}`,
      "statement_timeout = '10s'",
      "idle_in_transaction_session_timeout = '15s'",
    ])
      await shared.sql('postgres', `alter role ${role} set ${setting}`);
  }
}

/** @type {import('../scenario.mjs').Scenario[]} */
export const pooler = [
  {
    name: 'pgbouncer',
    title: 'PgBouncer, restarted',
    how: 'killed and restarted, in session mode',
    installation: { environment: { DATABASE_POOL: '6', LEASE_SECONDS: '40' } },
    async servers(shared, place) {
      await settingsOfRoles(shared);
      const directory = join(shared.directory, `${place}-pgbouncer`);
      const servers = Object.create(shared);
      const { port, bouncer } = await startPgbouncer(shared, directory);
      servers.bouncer = bouncer;
      servers.restartBouncer = async () => {
        servers.bouncer.kill();
        await servers.bouncer.exited;
        await sleep(1_000);
        servers.bouncer = startProcess('pgbouncer', [join(directory, 'pgbouncer.ini')], {
          ...getOwner(shared),
          stdio: 'ignore',
          cwd: directory,
        });
      };
      servers.postgres = {
        ...shared.postgres,
        getAppUrl: (/** @type {string} */ name) => shared.postgres.getUrl(name).replace(/:\d+\//, `:${port}/`),
      };
      servers.stopOwn = () => servers.bouncer.stop(2_000);
      return servers;
    },
    async inject(stage) {
      await sleep(3_000);
      const before = stage.load.accepted.size;
      await stage.servers.restartBouncer();
      await stage.until('a send after the restart', () => stage.load.accepted.size > before + 10, 45_000);
    },
  },
];

function getOwner(/** @type {{ directory: string }} */ { directory }) {
  const { uid, gid } = statSync(join(directory, 'postgres', 'postgres'));
  return { uid, gid };
}

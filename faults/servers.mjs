// Durable PostgreSQL and RabbitMQ servers, and faults of them.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, statSync, chownSync, writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Failure } from '../scripts/lib/failure.mjs';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { guardTemporary, run } from '../scripts/lib/processes.mjs';
import { findRabbitmqServer, startRabbitmq } from '../scripts/lib/rabbitmq.mjs';
import { requireRabbitmq } from '../scripts/lib/machine-tools.mjs';
import { Stoppable } from '../scripts/lib/stoppable.mjs';

export class Servers {
  static async start(stoppable = new Stoppable()) {
    const directory = mkdtempSync(join(tmpdir(), 'postrider-faults-'));
    // PostgreSQL does not run as root and needs access.
    chmodSync(directory, 0o711);
    guardTemporary(directory);
    await requireRabbitmq(console.log);
    const servers = new Servers(directory, stoppable);
    try {
      await Promise.all([servers.startPostgres(), servers.startRabbitmq()]);
    } catch (error) {
      await servers.stop();
      throw error;
    }
    return servers;
  }

  /** @type {import('../scripts/lib/postgres.mjs').Postgres & { getAppUrl?: (database: string) => string }} */
  postgres;
  /** @type {import('../scripts/lib/rabbitmq.mjs').Rabbitmq & { appUrl?: (vhost: string) => string }} */
  rabbitmq;
  /** @type {import('./broker-cluster.mjs').BrokerCluster | undefined} */
  brokers;
  /** @type {{ unmount: () => unknown }[]} */
  volumes = [];

  /**
   * @param {string} directory
   * @param {Stoppable} stoppable
   */
  constructor(directory, stoppable) {
    this.directory = directory;
    this.stoppable = stoppable;
  }

  async startPostgres() {
    this.postgres = await startPostgres({ directory: join(this.directory, 'postgres'), port: this.postgres?.port });
  }

  /** `SIGINT`: fast shutdown, which closes connections; `SIGQUIT`: immediate shutdown, like a crash. */
  async restartPostgres(/** @type {NodeJS.Signals} */ signal) {
    process.kill(/** @type {number} */ (this.postgres.pid), signal);
    await this.postgres.exited;
    await this.startPostgres();
  }

  /**
   * @param {string} database
   * @param {string} statement
   * @param {unknown[]} values
   */
  async sql(database, statement, values = []) {
    const client = new Client({ connectionString: this.postgres.getUrl(database), connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(statement, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async startRabbitmq() {
    this.rabbitmq = await startRabbitmq({ directory: join(this.directory, 'rabbitmq'), ports: this.rabbitmq?.ports });
  }

  /** Kills RabbitMQ and restarts it with the same data. */
  async killRabbitmq(/** @type {number} */ downMs) {
    process.kill(/** @type {number} */ (this.rabbitmq.pid), 'SIGKILL');
    await this.rabbitmq.exited;
    await this.rabbitmq.stop(1_000);
    await sleep(downMs);
    await this.startRabbitmq();
  }

  async rabbitmqctl(/** @type {string[]} */ ...args) {
    const { code, output } = await run(join(dirname(findRabbitmqServer() ?? ''), 'rabbitmqctl'), args, {
      env: this.rabbitmq.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (code !== 0) throw new Failure(`rabbitmqctl ${args.join(' ')}: ${output.trim().slice(-400)}`);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<any>}
   */
  async manage(method, path, body) {
    const { managementUrl, user, pass } = this.rabbitmq;
    const response = await fetch(`${managementUrl}/api${path}`, {
      method,
      signal: AbortSignal.timeout(10_000),
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${pass}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Failure(`RabbitMQ answered ${response.status} to ${method} ${path}`);
    return response.status === 200 ? response.json() : undefined;
  }

  /**
   * Creates an empty database and virtual host. With `volumeMb` the database is on a volume of that size, which is
   * returned.
   */
  async place(/** @type {string} */ name, /** @type {{ volumeMb?: number | undefined }} */ { volumeMb } = {}) {
    let volume;
    if (volumeMb !== undefined) {
      volume = this.mountVolume(name, volumeMb);
      await this.sql('postgres', `create tablespace ${name}_space location '${volume.path}'`);
    }
    await this.sql('postgres', `create database ${name}${volume ? ` tablespace ${name}_space` : ''}`);
    await this.manage('PUT', `/vhosts/${name}`);
    await this.manage('PUT', `/permissions/${name}/${this.rabbitmq.user}`, {
      configure: '.*',
      write: '.*',
      read: '.*',
    });
    return volume;
  }

  /**
   * @param {string} name
   * @param {Awaited<ReturnType<Servers['place']>>} [volume]
   */
  async clear(name, volume) {
    await this.sql('postgres', `drop database if exists ${name} with (force)`).catch(() => undefined);
    if (volume) {
      await this.sql('postgres', `drop tablespace if exists ${name}_space`).catch(() => undefined);
      volume.unmount();
    }
    await this.manage('DELETE', `/vhosts/${name}`).catch(() => undefined);
  }

  mountVolume(/** @type {string} */ name, /** @type {number} */ megabytes) {
    const path = join(this.directory, `${name}-volume`);
    mkdirSync(path);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], {
      encoding: 'utf8',
    });
    if (mounted.status !== 0)
      throw new Failure(
        `a volume of ${megabytes} MB cannot be mounted here: ${mounted.error?.message ?? mounted.stderr.trim()}`,
      );
    const { uid, gid } = statSync(join(this.directory, 'postgres', 'postgres'));
    chownSync(path, uid, gid);
    const ballast = join(path, 'ballast');
    const volume = {
      path,
      /** Writes until the volume is full. */
      fill() {
        try {
          for (let n = 0; ; n += 1) writeFileSync(ballast, Buffer.alloc(64 * 1024), { flag: 'a' });
        } catch (error) {
          if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOSPC') throw error;
        }
      },
      free: () => rmSync(ballast, { force: true }),
      unmount: () => spawnSync('umount', ['-l', path]),
    };
    this.volumes.push(volume);
    return volume;
  }

  async stop() {
    await Promise.all([this.postgres?.stop(8_000), this.rabbitmq?.stop(8_000), this.brokers?.stop()]);
    for (const volume of this.volumes) volume.unmount();
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

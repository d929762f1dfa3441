// A RabbitMQ cluster of three nodes on one machine.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../scripts/lib/failure.mjs';
import { freePorts } from '../scripts/lib/ports.mjs';
import { run } from '../scripts/lib/processes.mjs';
import { findRabbitmqServer, startRabbitmq } from '../scripts/lib/rabbitmq.mjs';

const names = ['one', 'two', 'three'];

export class BrokerCluster {
  /** @type {Map<string, import('../scripts/lib/rabbitmq.mjs').Rabbitmq>} */
  nodes = new Map();
  /** @type {import('../scripts/lib/rabbitmq.mjs').Rabbitmq[]} */
  started = [];
  /** @type {Map<string, number[]>} */
  ports = new Map();
  directory = '';
  cookie = '';
  password = '';

  static async start(/** @type {string} */ directory) {
    const cluster = new BrokerCluster();
    cluster.directory = directory;
    cluster.cookie = randomBytes(20).toString('hex').toUpperCase();
    cluster.password = randomBytes(20).toString('hex');
    const [epmd] = await freePorts(1);
    for (const name of names) await cluster.startFirst(name, epmd);
    for (const name of names.slice(1)) {
      await cluster.ctl(name, 'stop_app');
      await cluster.ctl(name, 'reset');
      await cluster.ctl(name, 'join_cluster', 'one@localhost');
      await cluster.ctl(name, 'start_app');
    }
    return cluster;
  }

  /** Retries with other ports, because another process may take one of them. */
  async startFirst(/** @type {string} */ name, /** @type {number} */ epmd) {
    for (let attempt = 1; ; attempt += 1) {
      this.ports.set(name, [...(await freePorts(3)), epmd]);
      try {
        await this.startNode(name);
        return;
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  }

  async startNode(/** @type {string} */ name) {
    const directory = join(this.directory, name);
    mkdirSync(join(directory, 'home'), { recursive: true, mode: 0o700 });
    writeFileSync(join(directory, 'rabbitmq.password'), this.password, { mode: 0o600 });
    writeFileSync(join(directory, 'home', '.erlang.cookie'), this.cookie, { mode: 0o600 });
    const node = await startRabbitmq({
      directory,
      ports: this.ports.get(name),
      nodename: `${name}@localhost`,
      configuration: ['cluster_partition_handling = pause_minority'],
    });
    this.nodes.set(name, node);
    this.started.push(node);
  }

  async ctl(/** @type {string} */ name, /** @type {string[]} */ ...args) {
    const { code, output } = await run(join(dirname(findRabbitmqServer() ?? ''), 'rabbitmqctl'), args, {
      env: this.node(name).env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (code !== 0) throw new Failure(`rabbitmqctl ${args.join(' ')} on ${name}: ${output.trim().slice(-400)}`);
  }

  async kill(/** @type {string} */ name) {
    const node = this.node(name);
    process.kill(/** @type {number} */ (node.pid), 'SIGKILL');
    await node.exited;
  }

  async end(/** @type {string} */ name) {
    const node = this.node(name);
    process.kill(/** @type {number} */ (node.pid), 'SIGTERM');
    await node.exited;
  }

  /** Separates one node from the others in both directions. */
  async cutOff(/** @type {string} */ name) {
    const others = names.filter((other) => other !== name);
    const forget = (/** @type {string} */ other) =>
      `erlang:set_cookie('${other}@localhost', wrong), erlang:disconnect_node('${other}@localhost').`;
    for (const other of others) {
      await this.ctl(other, 'eval', forget(name));
      await this.ctl(name, 'eval', forget(other)).catch(() => undefined);
    }
  }

  async heal(/** @type {string} */ name) {
    const know = (/** @type {string} */ other) => `erlang:set_cookie('${other}@localhost', '${this.cookie}').`;
    for (const other of names.filter((each) => each !== name)) {
      await this.ctl(other, 'eval', know(name));
      await this.ctl(name, 'eval', know(other));
    }
  }

  node(/** @type {string} */ name) {
    const node = this.nodes.get(name);
    if (node === undefined) throw new Failure(`Node ${name} was not started`);
    return node;
  }

  getUrl(/** @type {string} */ vhost) {
    return names.map((name) => `${this.node(name).amqpUrl}/${vhost}`).join(',');
  }

  async stop() {
    await Promise.all(this.started.map((node) => node.stop(8_000)));
  }
}

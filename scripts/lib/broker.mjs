import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { isListening } from './ports.mjs';
import { findRabbitmqServer, noRabbitmq, startRabbitmq } from './rabbitmq.mjs';
import { setting } from './settings.mjs';

const localUrl = 'amqp://guest:guest@127.0.0.1:5672';

/** Whether a RabbitMQ on this machine accepts the default account. */
async function localBrokerAccepts() {
  if (!(await isListening(5672))) return false;
  const { connect } = await import('amqplib');
  try {
    const connection = await connect(localUrl, { timeout: 2000 });
    await connection.close();
    return true;
  } catch {
    return false;
  }
}

/** Whether the broker accepts connections, with ten seconds for it to start. */
async function isBrokerReachable(/** @type {string} */ url) {
  const { protocol, hostname, port } = new URL(url);
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    if (await isListening(Number(port || (protocol === 'amqps:' ? 5671 : 5672)), hostname)) return true;
    await sleep(1000);
  }
  return false;
}

/**
 * The RabbitMQ for `--rabbitmq`: that of AMQP_URL, else a local one, else a new one. Needs the project's dependencies.
 *
 * @param {string} directory
 * @param {(line: string) => void} log
 * @returns with `stop`, `kill` and `exited` for a new one
 */
export async function findBroker(directory, log) {
  const configured = setting('AMQP_URL');
  if (configured !== undefined && !(/^amqps?:\/\//.test(configured) && URL.canParse(configured)))
    throw new Failure('With --rabbitmq, AMQP_URL must start with amqp:// or amqps://, or be unset.');
  if (configured !== undefined) {
    if (!(await isBrokerReachable(configured)))
      throw new Failure('No RabbitMQ answers at AMQP_URL: start it, set AMQP_URL to another one, or unset it.');
    return { amqpUrl: configured };
  }
  if (await localBrokerAccepts()) {
    log('Using the RabbitMQ on 127.0.0.1:5672');
    return { amqpUrl: localUrl };
  }
  const server = findRabbitmqServer();
  if (server === undefined) throw new Failure(`${noRabbitmq} Or set AMQP_URL to your own.`);
  log('Starting RabbitMQ');
  return startRabbitmq({ directory: join(directory, 'rabbitmq'), server });
}

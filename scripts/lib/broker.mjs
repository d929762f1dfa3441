import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { answers } from './ports.mjs';
import { findRabbitmqServer, noRabbitmq, startRabbitmq } from './rabbitmq.mjs';
import { setting } from './settings.mjs';

const localUrl = 'amqp://guest:guest@127.0.0.1:5672';

/** Whether the RabbitMQ that a package or a container runs on this machine lets us in with the account it comes with. */
async function localBrokerAccepts() {
  if (!(await answers(5672))) return false;
  const { connect } = await import('amqplib');
  try {
    const connection = await connect(localUrl, { timeout: 2000 });
    await connection.close();
    return true;
  } catch {
    return false;
  }
}

/** Whether somebody listens there; one that is just starting gets ten seconds. */
async function brokerAnswers(/** @type {string} */ url) {
  const { protocol, hostname, port } = new URL(url);
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    if (await answers(Number(port || (protocol === 'amqps:' ? 5671 : 5672)), hostname)) return true;
    await sleep(1000);
  }
  return false;
}

/**
 * The RabbitMQ for `--rabbitmq`: yours, else the machine's, else one of our own. Needs the project's dependencies.
 *
 * @param {string} directory
 * @param {(line: string) => void} say
 * @returns with `stop`, `kill` and `exited` when it is our own
 */
export async function findBroker(directory, say) {
  const given = setting('AMQP_URL');
  if (given !== undefined && !(/^amqps?:\/\//.test(given) && URL.canParse(given)))
    throw new Failure(
      'With --rabbitmq, AMQP_URL must be an address that begins with amqp:// or amqps://: set it so, or leave it unset.',
    );
  if (given !== undefined) {
    if (!(await brokerAnswers(given)))
      throw new Failure(
        'Nothing answers where AMQP_URL points to: start that RabbitMQ, or set AMQP_URL to another one, or leave it unset.',
      );
    return { amqpUrl: given };
  }
  if (await localBrokerAccepts()) {
    say('Using the RabbitMQ on 127.0.0.1:5672');
    return { amqpUrl: localUrl };
  }
  const server = findRabbitmqServer();
  if (server === undefined) throw new Failure(`${noRabbitmq} Or set AMQP_URL to one of your own.`);
  say('Starting RabbitMQ');
  return startRabbitmq({ directory: join(directory, 'rabbitmq'), server });
}

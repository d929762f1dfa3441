import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './postgres.mjs';
import { guardTemporary } from './processes.mjs';
import { isDockerRunning, findRabbitmqServer, startRabbitmq, startRabbitmqInDocker } from './rabbitmq.mjs';

const inMemory = '/dev/shm';
const tmpfs = 0x01021994;
/** A run needs 0.2 GB at a time. */
const minFreeBytes = 2 * 1024 ** 3;

/**
 * In memory if there is enough: tests create and drop hundreds of databases with thousands of files each. On ext4
 * without a journal, new files skip recently deleted inodes, which took a sixth of all CPU time.
 */
function homeOfData() {
  if (process.env.TMPDIR !== undefined) return tmpdir();
  try {
    const { type, bavail, bsize } = statfsSync(inMemory);
    return type === tmpfs && bavail * bsize >= minFreeBytes && freemem() >= 2 * minFreeBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function startBroker(/** @type {string} */ directory) {
  const server = findRabbitmqServer();
  if (server !== undefined) return startRabbitmq({ directory, server, durable: false });
  return isDockerRunning() ? startRabbitmqInDocker(directory) : undefined;
}

/**
 * Starts PostgreSQL and RabbitMQ for one test run, on free ports, with their data in a temporary directory.
 *
 * @returns `env` has the variables that `libs/testing` reads. Without an installed RabbitMQ or Docker there is no
 *   broker.
 */
export async function startTestServers() {
  const directory = mkdtempSync(join(homeOfData(), 'postrider-test-'));
  chmodSync(directory, 0o711); // PostgreSQL may run as another user
  guardTemporary(directory);
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  const [postgres, broker] = await Promise.allSettled([
    startPostgres({ directory: join(directory, 'postgres'), durable: false }),
    startBroker(join(directory, 'rabbitmq')),
  ]);
  const started = [postgres, broker].flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []));
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop(5000)));
    remove();
  };
  if (postgres.status === 'rejected' || broker.status === 'rejected') {
    await stop();
    throw [postgres, broker].find((one) => one.status === 'rejected')?.reason;
  }
  return {
    hasBroker: broker.value !== undefined,
    description: `PostgreSQL ${postgres.value.version}, ${broker.value === undefined ? 'no RabbitMQ' : `RabbitMQ ${broker.value.version}`}`,
    env: {
      TEST_DATABASE_URL: postgres.value.url,
      ...(broker.value && {
        TEST_AMQP_URL: broker.value.amqpUrl,
        TEST_RABBITMQ_MANAGEMENT_URL: broker.value.managementUrl,
      }),
    },
    stop,
    kill() {
      for (const server of started) server.kill();
      remove();
    },
  };
}

import { randomBytes } from 'node:crypto';
import type { ChannelModel, ConfirmChannel, Options } from 'amqplib';
import { connect } from 'amqplib';
import { testServers } from './config.js';

const requestTimeoutMs = 10_000;

export interface QueueInfo {
  /** Messages ready for delivery, without the unacknowledged ones. */
  readonly messages: number;
  readonly consumers: number;
}

export interface RawMessage {
  /** Defaults to the default exchange, which routes to the queue named by `routingKey`. */
  readonly exchange?: string;
  readonly routingKey: string;
  /** Sent as JSON unless it is a buffer or a string. */
  readonly content: unknown;
  readonly options?: Options.Publish;
}

/** Creates an empty virtual host with its own user for a test file, on the RabbitMQ that `npm test` started. */
export async function createTestVhost(): Promise<TestVhost> {
  const name = `test-${randomBytes(8).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await Promise.all([manage('PUT', `/vhosts/${name}`), manage('PUT', `/users/${name}`, { password, tags: '' })]);
  await manage('PUT', `/permissions/${name}/${name}`, { configure: '.*', write: '.*', read: '.*' });
  const { hostname, port } = new URL(testServers.amqpUrl);
  return new TestVhost(`amqp://${name}:${password}@${hostname}:${port || 5672}/${name}`, name);
}

/**
 * Imports users and permissions, as a node does from a file. Dropping the virtual host keeps the users: pass their
 * names to `deleteUsers`.
 */
export const importDefinitions = (definitions: object): Promise<void> => manage('POST', '/definitions', definitions);
export const deleteUsers = (names: readonly string[]): Promise<unknown> =>
  Promise.all(names.map((name) => manage('DELETE', `/users/${name}`)));

/** A virtual host with fault injection for tests. */
export class TestVhost {
  constructor(
    readonly url: string,
    readonly name: string,
  ) {}

  /** Also closes its connections. */
  async drop(): Promise<void> {
    await Promise.all([manage('DELETE', `/vhosts/${this.name}`), manage('DELETE', `/users/${this.name}`)]);
  }

  /** Closes all connections of this virtual host, as an operator could; clients may reconnect immediately. */
  async closeAllConnections(): Promise<void> {
    await manage('DELETE', `/connections/username/${this.name}`);
  }

  /** Deletes the queue with its messages and consumers. */
  async deleteQueue(queue: string): Promise<void> {
    await manage('DELETE', `/queues/${this.name}/${encodeURIComponent(queue)}`);
  }

  /** Exact, unlike the statistics of the management API. Undefined if the queue does not exist. */
  async queueInfo(queue: string): Promise<QueueInfo | undefined> {
    return this.onChannel(async (channel) => {
      try {
        const { messageCount, consumerCount } = await channel.checkQueue(queue);
        return { messages: messageCount, consumers: consumerCount };
      } catch (error) {
        if (error instanceof Error && error.message.includes('NOT_FOUND')) return undefined;
        throw error;
      }
    });
  }

  /** Publishes a message without contract validation, and waits for the broker's confirm. */
  async publishRaw({ exchange = '', routingKey, content, options = {} }: RawMessage): Promise<void> {
    const bytes = Buffer.isBuffer(content)
      ? content
      : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
    await this.onChannel(async (channel) => {
      channel.publish(exchange, routingKey, bytes, options);
      await channel.waitForConfirms();
    });
  }

  private async onChannel<Result>(work: (channel: ConfirmChannel) => Promise<Result>): Promise<Result> {
    const connection: ChannelModel = await connect(this.url, { timeout: requestTimeoutMs });
    try {
      const channel = await connection.createConfirmChannel();
      // A rejected operation closes the channel; its rejection has the reason, so the event is ignored.
      channel.on('error', () => undefined);
      return await work(channel);
    } finally {
      await connection.close();
    }
  }
}

/** Deleting something that does not exist is not an error. */
async function manage(method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object): Promise<void> {
  const { username, password } = new URL(testServers.amqpUrl);
  const response = await fetch(`${testServers.rabbitmqManagementUrl}/api${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    signal: AbortSignal.timeout(requestTimeoutMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok && !(method === 'DELETE' && response.status === 404)) {
    throw new Error(`RabbitMQ returned ${response.status} for ${method} ${path}: ${await response.text()}`);
  }
}

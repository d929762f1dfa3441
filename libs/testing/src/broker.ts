import { randomBytes } from 'node:crypto';
import type { ChannelModel, ConfirmChannel, Options } from 'amqplib';
import { connect } from 'amqplib';
import { testServers } from './config.js';

const requestTimeoutMs = 10_000;

export interface QueueInfo {
  /** Ready for delivery: those that a consumer holds unacknowledged are not among them. */
  readonly messages: number;
  readonly consumers: number;
}

export interface RawMessage {
  /** The default exchange, which routes to the queue named by `routingKey`, when left out. */
  readonly exchange?: string;
  readonly routingKey: string;
  /** Anything but a buffer or a string is sent as its JSON. */
  readonly content: unknown;
  readonly options?: Options.Publish;
}

/** An empty virtual host of its own for a test file, on the RabbitMQ that `npm test` started, with a user of its own. */
export async function createTestVhost(): Promise<TestVhost> {
  const name = `test-${randomBytes(8).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await Promise.all([manage('PUT', `/vhosts/${name}`), manage('PUT', `/users/${name}`, { password, tags: '' })]);
  await manage('PUT', `/permissions/${name}/${name}`, { configure: '.*', write: '.*', read: '.*' });
  const { hostname, port } = new URL(testServers.amqpUrl);
  return new TestVhost(`amqp://${name}:${password}@${hostname}:${port || 5672}/${name}`, name);
}

/** Users and their rights, as a node imports them from a file. Dropping the virtual host leaves the users, so name them for `deleteUsers`. */
export const importDefinitions = (definitions: object): Promise<void> => manage('POST', '/definitions', definitions);
export const deleteUsers = (names: readonly string[]): Promise<unknown> =>
  Promise.all(names.map((name) => manage('DELETE', `/users/${name}`)));

/** A virtual host, and the faults that a test can inject into it. */
export class TestVhost {
  constructor(
    readonly url: string,
    readonly name: string,
  ) {}

  /** Its connections are closed by that, too. */
  async drop(): Promise<void> {
    await Promise.all([manage('DELETE', `/vhosts/${this.name}`), manage('DELETE', `/users/${this.name}`)]);
  }

  /** As an operator would: every client of this virtual host loses its connection and may come back at once. */
  async closeAllConnections(): Promise<void> {
    await manage('DELETE', `/connections/username/${this.name}`);
  }

  /** With everything in it, whoever consumes from it. */
  async deleteQueue(queue: string): Promise<void> {
    await manage('DELETE', `/queues/${this.name}/${encodeURIComponent(queue)}`);
  }

  /** Exact at this moment, unlike the figures of the management API. Undefined when there is no such queue. */
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

  /** Publishes bytes that no contract has seen, and waits until the broker has them. */
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
      // A refused operation closes the channel; its rejection says why, the event only says it again.
      channel.on('error', () => undefined);
      return await work(channel);
    } finally {
      await connection.close();
    }
  }
}

/** Not finding what is to be deleted is not an error. */
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
    throw new Error(`RabbitMQ answered ${response.status} to ${method} ${path}: ${await response.text()}`);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { within } from '@postrider/concurrency';
import type { AmqpConnectionManager } from 'amqp-connection-manager';
import { connect } from 'amqp-connection-manager';
import type { ChannelModel, ConfirmChannel } from 'amqplib';
import { loadAuthority, splitBrokers, onOwnChannel } from './broker-facts.js';
import type { Duplex } from 'node:stream';

/**
 * A queue that exists with other arguments than declared. RabbitMQ cannot change the arguments of an existing queue.
 */
interface MismatchedQueue {
  readonly name: string;
  /** What is wrong and how the operator fixes it. */
  readonly advice: string;
}

const rejection =
  /PRECONDITION_FAILED - (?<difference>inequivalent arg [^\s]+ for queue '(?<name>[^']+)' in vhost '(?<vhost>[^']+)'[^"]*)/;
const replyTimeoutMs = 2_000;

/** Returns undefined for any other problem. */
function mismatchedQueue(problem: string): MismatchedQueue | undefined {
  const { difference, name, vhost } = rejection.exec(problem)?.groups ?? {};
  if (!difference || !name || !vhost) return undefined;
  return {
    name,
    advice:
      `the queue ${name} has other arguments than this version declares (${difference}). ` +
      `Once it is empty, delete it, and it is declared again: rabbitmqctl delete_queue --vhost ${vhost} ${name}`,
  };
}

async function queueExists(connection: ChannelModel, queue: string): Promise<boolean> {
  const found = onOwnChannel(connection, (channel) => channel.checkQueue(queue)).then(() => true);
  return within(found, replyTimeoutMs, () => false).catch(() => false);
}

const setupTimeoutMs = 30_000;
/** How long to wait for an unresponsive broker when closing. */
const closeTimeoutMs = 2_000;

/** Resolves to the result of `step`, unless the connection ends first or 30 s pass. */
function unlessEnded<Result>(step: Promise<Result>, ended: Promise<string>): Promise<Result> {
  const end = ended.then((reason): never => {
    throw new Error(reason);
  });
  return within(Promise.race([step, end]), setupTimeoutMs, () => {
    throw new Error(`no response within ${setupTimeoutMs / 1000} s`);
  });
}

/**
 * Closes the channel first, so that pending acks and replies are delivered. Does not wait for an unresponsive broker.
 */
async function closeConnection(connection: ChannelModel, channel: ConfirmChannel | undefined): Promise<void> {
  const orderly = (async () => {
    await channel?.close().catch(() => {});
    await connection.close().catch(() => {});
  })();
  await within(orderly, closeTimeoutMs, () => undefined);
  // Only an error stops amqplib's heartbeats to a peer that no longer responds.
  (connection.connection as unknown as { stream: Duplex }).stream.destroy(new Error('closed'));
}

const heartbeatSeconds = 5;
const reconnectSeconds = 1;
const connectTimeoutMs = 5_000;
const checkIntervalMs = 5_000;
/**
 * Pause between two attempts to declare a queue that exists with other arguments. Whether it was deleted is checked
 * more often.
 */
const declareAgainMs = 30_000;

/**
 * One connection with one confirm channel that reconnects: after a start without the broker, a restart of the broker, a
 * network failure or a closed channel. `setup` runs on each new channel. While there is none, `current` is undefined,
 * `problem` gives the reason, and callers fail immediately instead of waiting.
 * The consumers of the queue that `consumed` returns are checked every 5 s: RabbitMQ 3.10 can drop a consumer silently
 * when a queue is deleted and immediately redeclared.
 */
export class RecoveringChannel {
  private readonly logger: Logger;
  private readonly connections: AmqpConnectionManager;
  private lifetime: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();
  private channel: ConfirmChannel | undefined;
  private blockedBy: string | undefined;
  private lastProblem = '';
  private endConnection: (reason: string) => void = () => {};
  private watching: NodeJS.Timeout | undefined;
  private markConnected: () => void = () => {};
  private readonly firstConnection = new Promise<void>((resolve) => {
    this.markConnected = resolve;
  });

  constructor(
    url: string,
    name: string,
    private readonly setup: (channel: ConfirmChannel, connection: ChannelModel) => Promise<void>,
    private readonly onLost: () => void = () => {},
    private readonly consumed?: () => string | Promise<string>,
  ) {
    this.logger = new Logger(`Amqp:${name}`);
    // Without noDelay every message above 2 KB waits 40 ms for Nagle's algorithm.
    const options = { noDelay: true, timeout: connectTimeoutMs, clientProperties: { connection_name: name } };
    this.connections = connect(null, {
      heartbeatIntervalInSeconds: heartbeatSeconds,
      reconnectTimeInSeconds: reconnectSeconds,
      findServers: () =>
        Promise.all(
          splitBrokers(url).map(async (broker) => ({
            url: broker,
            connectionOptions: { ...options, ...(await loadAuthority(broker)) },
          })),
        ),
    });
    this.connections.on('connectFailed', ({ err }) =>
      this.report(`cannot connect, retrying every ${reconnectSeconds} s: ${getMessage(err)}`),
    );
    this.connections.on('connect', ({ connection }) => {
      this.lifetime = this.handleConnection(connection as unknown as ChannelModel);
    });
  }

  get current(): ConfirmChannel | undefined {
    return this.channel;
  }

  /** Why there is no channel, if known. */
  get problem(): string | undefined {
    return this.lastProblem || undefined;
  }

  /**
   * Why the broker accepts no messages (it is short of memory or disk). Messages published meanwhile stay unconfirmed.
   */
  get blocked(): string | undefined {
    return this.blockedBy;
  }

  /** Waits up to `ms` milliseconds for the first channel. */
  async settled(ms: number): Promise<void> {
    await within(this.firstConnection, ms, () => undefined);
  }

  /** Reconnects. For a consumer whose queues changed. */
  renew(reason: string): void {
    this.endConnection(reason);
  }

  /** Cancels the consumers. Does not wait long for an unresponsive broker. */
  async cancel(...consumerTags: readonly string[]): Promise<void> {
    clearInterval(this.watching);
    const { channel } = this;
    if (!channel) return;
    const cancelled = Promise.all(consumerTags.map((consumerTag) => channel.cancel(consumerTag).catch(() => {})));
    await within(cancelled, closeTimeoutMs, () => undefined);
  }

  /** Sends pending messages first. */
  async close(): Promise<void> {
    this.closing.abort();
    this.endConnection('closing');
    await this.lifetime;
    // The connection is already closed; this only stops reconnecting, which need not wait for an unresponsive broker.
    this.connections.close().catch(() => {});
  }

  /**
   * Handles one connection until it ends; never rejects. If the setup fails, it closes the connection, and the manager
   * reconnects.
   */
  private async handleConnection(connection: ChannelModel): Promise<void> {
    let problem = '';
    const ended = new Promise<string>((resolve) => {
      this.endConnection = resolve;
      connection.on('error', (error) => {
        problem = error.message;
      });
      connection.on('close', (error) => resolve(problem || (error?.message ?? 'closed')));
      connection.on('blocked', (reason) => this.block(String(reason)));
      connection.on('unblocked', () => this.block(undefined));
    });
    if (this.closing.signal.aborted) this.endConnection('closing');
    let channel: ConfirmChannel | undefined;
    try {
      const opened = await unlessEnded(connection.createConfirmChannel(), ended);
      channel = opened;
      channel.on('error', (error: Error) => {
        problem = error.message;
      });
      channel.on('close', () => this.endConnection(problem || 'channel closed'));
      await unlessEnded(this.setup(channel, connection), ended);
      this.channel = channel;
      this.lastProblem = '';
      this.markConnected();
      this.watch(channel);
      const reason = await ended;
      if (!this.closing.signal.aborted) this.logger.warn(`connection lost: ${reason}`);
    } catch (error) {
      await this.setUpFailed(connection, problem || getMessage(error));
    } finally {
      clearInterval(this.watching);
      this.channel = undefined;
      this.blockedBy = undefined;
      this.onLost();
      await closeConnection(connection, channel);
    }
  }

  /**
   * The manager retries immediately. If a queue has other arguments, wait until it is deleted, or long enough that
   * another process may have redeclared it.
   */
  private async setUpFailed(connection: ChannelModel, problem: string): Promise<void> {
    const mismatched = mismatchedQueue(problem);
    if (!mismatched) {
      this.report(`cannot set up the channel, retrying every ${reconnectSeconds} s: ${problem}`);
      return;
    }
    this.report(mismatched.advice);
    const closed = new AbortController();
    connection.on('close', () => closed.abort());
    const signal = AbortSignal.any([this.closing.signal, closed.signal]);
    for (let waited = 0; waited < declareAgainMs && !signal.aborted; waited += checkIntervalMs) {
      await sleep(checkIntervalMs, undefined, { signal }).catch(() => {});
      if (!signal.aborted && !(await queueExists(connection, mismatched.name))) return;
    }
  }

  /**
   * Reconnects after two checks without a consumer, because a queue that is being redeclared has none for a moment.
   * Checking a deleted queue closes the channel, which also reconnects.
   */
  private watch(channel: ConfirmChannel): void {
    const { consumed } = this;
    if (consumed === undefined) return;
    let checksWithoutConsumer = 0;
    const check = async (): Promise<void> => {
      const queue = await consumed();
      const { consumerCount } = await channel.checkQueue(queue);
      checksWithoutConsumer = consumerCount === 0 ? checksWithoutConsumer + 1 : 0;
      if (checksWithoutConsumer === 2) this.renew(`the broker has no consumer for ${queue}`);
    };
    this.watching = setInterval(() => void check().catch(() => {}), checkIntervalMs);
  }

  private block(reason: string | undefined): void {
    this.blockedBy = reason;
    if (reason === undefined) this.logger.log('the broker accepts messages again');
    else this.logger.warn(`the broker accepts no messages: ${reason}`);
  }

  /** Logs each problem once, not once per attempt. */
  private report(problem: string): void {
    if (problem === this.lastProblem || this.closing.signal.aborted) return;
    this.lastProblem = problem;
    this.logger.error(problem);
  }
}

/** Node's error for a host without any reachable address has a code but no message. */
function getMessage(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || String(code);
}

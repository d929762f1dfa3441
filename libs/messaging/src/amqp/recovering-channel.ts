import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { within } from '@postrider/concurrency';
import type { AmqpConnectionManager } from 'amqp-connection-manager';
import { connect } from 'amqp-connection-manager';
import type { ChannelModel, ConfirmChannel } from 'amqplib';
import { authorityOf, brokersOf, onOwnChannel } from './broker-facts.js';
import type { Duplex } from 'node:stream';

/** A queue that is there with other arguments than it is declared with: RabbitMQ changes none of an existing queue. */
interface MismatchedQueue {
  readonly name: string;
  /** What is wrong, and what the operator is to do about it. */
  readonly advice: string;
}

const refusal =
  /PRECONDITION_FAILED - (?<difference>inequivalent arg [^\s]+ for queue '(?<name>[^']+)' in vhost '(?<vhost>[^']+)'[^"]*)/;
const answerMs = 2_000;

/** Undefined for a problem of any other kind. */
function mismatchedQueue(problem: string): MismatchedQueue | undefined {
  const { difference, name, vhost } = refusal.exec(problem)?.groups ?? {};
  if (!difference || !name || !vhost) return undefined;
  return {
    name,
    advice:
      `the queue ${name} has other arguments than this version declares (${difference}). ` +
      `Once it is empty, delete it, and it is declared anew: rabbitmqctl delete_queue --vhost ${vhost} ${name}`,
  };
}

async function queueExists(connection: ChannelModel, queue: string): Promise<boolean> {
  const found = onOwnChannel(connection, (channel) => channel.checkQueue(queue)).then(() => true);
  return within(found, answerMs, () => false).catch(() => false);
}

const setupTimeoutMs = 30_000;
/** How long a silent broker is waited for at an end. */
const closeTimeoutMs = 2_000;

/** What `step` resolves with, unless the connection ends first or 30 s pass. */
function unlessEnded<Result>(step: Promise<Result>, ended: Promise<string>): Promise<Result> {
  const end = ended.then((reason): never => {
    throw new Error(reason);
  });
  return within(Promise.race([step, end]), setupTimeoutMs, () => {
    throw new Error(`no answer within ${setupTimeoutMs / 1000} s`);
  });
}

/** In good order if the broker plays along: the channel first, so that acks and replies on their way arrive. A silent broker is left. */
async function hangUp(connection: ChannelModel, channel: ConfirmChannel | undefined): Promise<void> {
  const orderly = (async () => {
    await channel?.close().catch(() => {});
    await connection.close().catch(() => {});
  })();
  await within(orderly, closeTimeoutMs, () => undefined);
  // With an error, which is what ends amqplib's heartbeats to a peer that no longer answers.
  (connection.connection as unknown as { stream: Duplex }).stream.destroy(new Error('hung up'));
}

const heartbeatSeconds = 5;
const reconnectSeconds = 1;
const connectTimeoutMs = 5_000;
const watchEveryMs = 5_000;
/** Between two attempts to declare a queue that is there with other arguments; whether it is gone is looked at more often. */
const declareAgainMs = 30_000;

/**
 * One connection with one confirm channel that comes back by itself: when the broker was not there at the start, after its restart, a lost
 * network, a channel closed by the broker. `setup` runs on every new channel; while there is none, `current` is undefined and callers fail
 * at once instead of waiting, and `problem` says why. The queue that `consumed` answers is looked at every 5 s: RabbitMQ 3.10 can lose a consumer without a word
 * when a queue is deleted and declared again within a moment.
 */
export class RecoveringChannel {
  private readonly logger: Logger;
  private readonly connections: AmqpConnectionManager;
  private living: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();
  private channel: ConfirmChannel | undefined;
  private blockedBy: string | undefined;
  private lastProblem = '';
  private endConnection: (reason: string) => void = () => {};
  private watching: NodeJS.Timeout | undefined;
  private alive: () => void = () => {};
  private readonly firstConnection = new Promise<void>((resolve) => {
    this.alive = resolve;
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
          brokersOf(url).map(async (broker) => ({
            url: broker,
            connectionOptions: { ...options, ...(await authorityOf(broker)) },
          })),
        ),
    });
    this.connections.on('connectFailed', ({ err }) =>
      this.report(`cannot connect, trying again every ${reconnectSeconds} s: ${messageOf(err)}`),
    );
    this.connections.on('connect', ({ connection }) => {
      this.living = this.live(connection as unknown as ChannelModel);
    });
  }

  get current(): ConfirmChannel | undefined {
    return this.channel;
  }

  /** Why there is no channel, as far as it is known. */
  get problem(): string | undefined {
    return this.lastProblem || undefined;
  }

  /** Why the broker takes no messages at the moment (it is short of memory or disk); what is published meanwhile waits unconfirmed. */
  get blocked(): string | undefined {
    return this.blockedBy;
  }

  /** Waits for the first channel to be set up, at most `ms`. */
  async settled(ms: number): Promise<void> {
    await within(this.firstConnection, ms, () => undefined);
  }

  /** Starts over with a new connection: for a consumer that finds that its queues are not as it needs them. */
  renew(reason: string): void {
    this.endConnection(reason);
  }

  /** Ends the deliveries to consumers; a silent broker is waited for only so long. */
  async cancel(...consumerTags: readonly string[]): Promise<void> {
    clearInterval(this.watching);
    const { channel } = this;
    if (!channel) return;
    const cancelled = Promise.all(consumerTags.map((consumerTag) => channel.cancel(consumerTag).catch(() => {})));
    await within(cancelled, closeTimeoutMs, () => undefined);
  }

  /** What was sent before goes out first. */
  async close(): Promise<void> {
    this.closing.abort();
    this.endConnection('closing');
    await this.living;
    // The connection is hung up by now; what is left is to dial no more, which needs no waiting for a silent broker.
    this.connections.close().catch(() => {});
  }

  /** The life of one connection; never rejects. Half alive is worse than down: where the set-up fails it hangs up, and the manager dials again. */
  private async live(connection: ChannelModel): Promise<void> {
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
      this.alive();
      this.watch(channel);
      const reason = await ended;
      if (!this.closing.signal.aborted) this.logger.warn(`connection lost: ${reason}`);
    } catch (error) {
      await this.setUpFailed(connection, problem || messageOf(error));
    } finally {
      clearInterval(this.watching);
      this.channel = undefined;
      this.blockedBy = undefined;
      this.onLost();
      await hangUp(connection, channel);
    }
  }

  /** Another attempt follows at once; but where a queue is in the way only once it is gone, or may have been declared by others as it should be. */
  private async setUpFailed(connection: ChannelModel, problem: string): Promise<void> {
    const mismatched = mismatchedQueue(problem);
    if (!mismatched) {
      this.report(`cannot set up the channel, trying again every ${reconnectSeconds} s: ${problem}`);
      return;
    }
    this.report(mismatched.advice);
    const gone = new AbortController();
    connection.on('close', () => gone.abort());
    const signal = AbortSignal.any([this.closing.signal, gone.signal]);
    for (let waited = 0; waited < declareAgainMs && !signal.aborted; waited += watchEveryMs) {
      await sleep(watchEveryMs, undefined, { signal }).catch(() => {});
      if (!signal.aborted && !(await queueExists(connection, mismatched.name))) return;
    }
  }

  /** Twice in a row, as a queue that is being declared again has no consumer for a moment. One that is gone closes the channel, which starts over, too. */
  private watch(channel: ConfirmChannel): void {
    const { consumed } = this;
    if (consumed === undefined) return;
    let lonely = 0;
    const look = async (): Promise<void> => {
      const queue = await consumed();
      const { consumerCount } = await channel.checkQueue(queue);
      lonely = consumerCount === 0 ? lonely + 1 : 0;
      if (lonely === 2) this.renew(`the broker knows no consumer of ${queue}`);
    };
    this.watching = setInterval(() => void look().catch(() => {}), watchEveryMs);
  }

  private block(reason: string | undefined): void {
    this.blockedBy = reason;
    if (reason === undefined) this.logger.log('the broker accepts messages again');
    else this.logger.warn(`the broker accepts no messages: ${reason}`);
  }

  /** Once per problem, not once per attempt. */
  private report(problem: string): void {
    if (problem === this.lastProblem || this.closing.signal.aborted) return;
    this.lastProblem = problem;
    this.logger.error(problem);
  }
}

/** Node's error for a host none of whose addresses answered has a code and no message. */
function messageOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || String(code);
}

import type { ServiceName } from '@postrider/contracts';
import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { unanswered } from '../error-kinds.js';
import { failed, RpcServer } from '../rpc-server.js';
import { packBundles, joinIds, readBundle, splitIds } from './bundles.js';
import { CallQueues } from './call-queues.js';
import { RecoveringChannel } from './recovering-channel.js';

/** Prefetched messages: enough for concurrent accepts to share a commit. */
const prefetch = 256;
const startWaitMs = 1_500;

interface OutgoingReply {
  readonly replyTo: string;
  readonly id: string;
  /** As JSON. */
  readonly reply: string;
}

/** Bundles the replies of one turn of the event loop, sends them and then acks the finished requests. */
class Replies {
  private ready: OutgoingReply[] = [];
  private done: ConsumeMessage[] = [];
  private scheduled = false;

  constructor(
    private readonly channel: ConfirmChannel,
    private readonly onFailure: (error: Error) => void,
  ) {}

  add(reply: OutgoingReply): void {
    this.ready.push(reply);
    this.schedule();
  }

  ack(message: ConsumeMessage): void {
    this.done.push(message);
    this.schedule();
  }

  private schedule(): void {
    if (!this.scheduled) setImmediate(() => this.flush());
    this.scheduled = true;
  }

  private flush(): void {
    const { ready, done } = this;
    [this.ready, this.done, this.scheduled] = [[], [], false];
    try {
      for (const replyTo of new Set(ready.map((reply) => reply.replyTo))) {
        const replies = ready.filter((reply) => reply.replyTo === replyTo);
        for (const bundle of packBundles(replies, ({ reply }) => reply.length)) this.send(replyTo, bundle);
      }
      for (const message of done) this.channel.ack(message);
    } catch (error) {
      // The channel closed meanwhile; the broker redelivers the requests.
      this.onFailure(error as Error);
    }
  }

  private send(replyTo: string, replies: readonly OutgoingReply[]): void {
    this.channel.sendToQueue(replyTo, Buffer.from(`[${replies.map(({ reply }) => reply).join(',')}]`), {
      correlationId: joinIds(replies.map(({ id }) => id)),
    });
  }
}

/**
 * Serves a service's call queue. Unlike Nest's ServerRMQ it consumes again after its queue was deleted, always acks,
 * runs no request twice and finishes running requests before it closes.
 */
export class AmqpRpcServer extends RpcServer {
  private connection: RecoveringChannel | undefined;
  /** Of the current connection. */
  private queues: CallQueues | undefined;
  private stopping = false;

  constructor(
    private readonly url: string,
    private readonly service: ServiceName,
  ) {
    super();
  }

  /**
   * Waits only briefly for the broker: the service starts without it, is not ready, and serves calls once it is connected.
   */
  listen(callback: (error?: unknown) => void): void {
    this.connection = new RecoveringChannel(
      this.url,
      `${this.service}:rpc-server`,
      async (channel, connection) => {
        await channel.prefetch(prefetch);
        await this.consume(channel, connection);
      },
      () => {
        this.queues = undefined;
      },
      () => this.queues!.refreshQueue(),
    );
    this.connection.settled(startWaitMs).then(() => callback(), callback);
  }

  async close(): Promise<void> {
    this.stopping = true;
    await this.connection?.cancel(...(this.queues?.consumerTags ?? []));
    await this.drained();
    // The last replies are sent at the end of this turn.
    await new Promise(setImmediate);
    await this.connection?.close();
  }

  isConnected(): boolean {
    return this.connection?.current !== undefined && this.queues?.isConsumed === true;
  }

  override get problem(): string | undefined {
    return this.connection?.problem;
  }

  private async consume(channel: ConfirmChannel, connection: ChannelModel): Promise<void> {
    const replies = new Replies(channel, ({ message }) => this.logger.warn(`replies could not be sent: ${message}`));
    const queues = new CallQueues(
      this.service,
      { connection, channel },
      (message) => void this.take(replies, message),
      (queue) => void this.consumeAgain(queues, queue),
    );
    this.queues = queues;
    await queues.consume();
  }

  /** Running requests continue on the same channel. */
  private async consumeAgain(queues: CallQueues, queue: string): Promise<void> {
    if (this.stopping) return;
    this.logger.warn(`queue ${queue} was deleted or its node is down; redeclaring it`);
    await queues.consume().catch((error: Error) => this.connection?.renew(error.message));
  }

  /** Each call of a bundle gets its own reply; the message is acked when all of them are. */
  private async take(replies: Replies, message: ConsumeMessage): Promise<void> {
    const { replyTo, correlationId } = message.properties;
    const calls = readBundle(message.content);
    await Promise.all(
      splitIds(correlationId).map(async (id, index) => {
        const call = calls[index];
        const [pattern, context, payload] = Array.isArray(call) ? (call as unknown[]) : [];
        const reply = message.fields.redelivered
          ? this.interrupted()
          : await this.handleCall(typeof pattern === 'string' ? pattern : '', context, payload);
        if (replyTo) replies.add({ replyTo: String(replyTo), id, reply });
      }),
    );
    replies.ack(message);
  }

  /**
   * A redelivered call may have started before the connection or the process was lost; running it again could repeat
   * its effects.
   */
  private interrupted(): string {
    return JSON.stringify(
      failed(
        unanswered(
          `The ${this.service} service was interrupted while handling the request`,
          'service_timeout',
          this.service,
        ),
      ),
    );
  }
}

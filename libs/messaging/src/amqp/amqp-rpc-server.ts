import type { ServiceName } from '@postrider/contracts';
import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { unanswered } from '../error-kinds.js';
import { failed, RpcServer } from '../rpc-server.js';
import { intoBundles, joinIds, readBundle, splitIds } from './bundles.js';
import { CallQueues } from './call-queues.js';
import { RecoveringChannel } from './recovering-channel.js';

/** Messages taken off the queue at a time: enough that concurrent accepts can share a commit. */
const prefetch = 256;
const startWaitMs = 1_500;

interface OutgoingReply {
  readonly replyTo: string;
  readonly id: string;
  /** As JSON. */
  readonly reply: string;
}

/** Sends the replies that are ready in the same turn of the event loop together, and then acks the requests that are done with. */
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
        for (const bundle of intoBundles(replies, ({ reply }) => reply.length)) this.send(replyTo, bundle);
      }
      for (const message of done) this.channel.ack(message);
    } catch (error) {
      // The channel closed meanwhile, so the broker hands the requests out again, as redelivered ones.
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
 * Answers a service's queue. Unlike Nest's own ServerRMQ it consumes again when its queue was deleted, always acks, runs no
 * request twice and finishes what it has begun before it closes.
 */
export class AmqpRpcServer extends RpcServer {
  private connection: RecoveringChannel | undefined;
  /** Of the present connection. */
  private queues: CallQueues | undefined;
  private stopping = false;

  constructor(
    private readonly url: string,
    private readonly service: ServiceName,
  ) {
    super();
  }

  /** A broker that is not there is waited for only a moment: the service starts without, is not ready, and answers as soon as it is there. */
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
      () => this.queues!.look(),
    );
    this.connection.settled(startWaitMs).then(() => callback(), callback);
  }

  async close(): Promise<void> {
    this.stopping = true;
    await this.connection?.cancel(...(this.queues?.consumerTags ?? []));
    await this.drained();
    // The last replies go out at the end of this turn.
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

  /** What was begun goes on by the same channel. */
  private async consumeAgain(queues: CallQueues, queue: string): Promise<void> {
    if (this.stopping) return;
    this.logger.warn(`queue ${queue} was deleted or went away with its node; declaring it again`);
    await queues.consume().catch((error: Error) => this.connection?.renew(error.message));
  }

  /** Every call of a bundle is answered by itself; the message is acked when all of them are. */
  private async take(replies: Replies, message: ConsumeMessage): Promise<void> {
    const { replyTo, correlationId } = message.properties;
    const calls = readBundle(message.content);
    await Promise.all(
      splitIds(correlationId).map(async (id, place) => {
        const call = calls[place];
        const [pattern, context, payload] = Array.isArray(call) ? (call as unknown[]) : [];
        const reply = message.fields.redelivered
          ? this.interrupted()
          : await this.answer(typeof pattern === 'string' ? pattern : '', context, payload);
        if (replyTo) replies.add({ replyTo: String(replyTo), id, reply });
      }),
    );
    replies.ack(message);
  }

  /** What is redelivered may have been begun before the connection or the process was lost: to run it again could do it twice. */
  private interrupted(): string {
    return JSON.stringify(
      failed(
        unanswered(
          `The ${this.service} service was interrupted while it worked on the request`,
          'service_timeout',
          this.service,
        ),
      ),
    );
  }
}

import type { ServiceName } from '@postrider/contracts';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { unanswered } from '../failures.js';
import { failed, RpcServer } from '../rpc-server.js';
import type { BundledCall } from './bundles.js';
import { bundlesHeader, bundleType, intoBundles, parseJson, readBundle } from './bundles.js';
import { RecoveringChannel } from './recovering-channel.js';
import { declareRpcQueue, rpcQueue } from './topology.js';

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
  private single: OutgoingReply[] = [];
  private bundled: OutgoingReply[] = [];
  private done: ConsumeMessage[] = [];
  private scheduled = false;

  constructor(
    private readonly channel: ConfirmChannel,
    private readonly onFailure: (error: Error) => void,
  ) {}

  add(reply: OutgoingReply, mayBeBundled: boolean): void {
    (mayBeBundled ? this.bundled : this.single).push(reply);
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
    const { single, bundled, done } = this;
    [this.single, this.bundled, this.done, this.scheduled] = [[], [], [], false];
    try {
      for (const reply of single) this.send([reply]);
      for (const replyTo of new Set(bundled.map((reply) => reply.replyTo))) {
        for (const bundle of intoBundles(
          bundled.filter((reply) => reply.replyTo === replyTo),
          ({ reply }) => reply.length,
        ))
          this.send(bundle);
      }
      for (const message of done) this.channel.ack(message);
    } catch (error) {
      // The channel closed meanwhile, so the broker hands the requests out again, as redelivered ones.
      this.onFailure(error as Error);
    }
  }

  private send(replies: readonly OutgoingReply[]): void {
    const [first, ...others] = replies;
    if (!first) return;
    if (others.length === 0)
      this.channel.sendToQueue(first.replyTo, Buffer.from(first.reply), { correlationId: first.id });
    else
      this.channel.sendToQueue(
        first.replyTo,
        Buffer.from(`[${replies.map(({ id, reply }) => `[${JSON.stringify(id)},${reply}]`).join(',')}]`),
        { type: bundleType },
      );
  }
}

/**
 * Answers a service's queue. Unlike Nest's own ServerRMQ it consumes again when its queue was deleted, always acks, runs no
 * request twice and finishes what it has begun before it closes.
 */
export class AmqpRpcServer extends RpcServer {
  private connection: RecoveringChannel | undefined;
  private consumerTag: string | undefined;
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
      async (channel) => {
        await channel.prefetch(prefetch);
        await this.consume(channel);
      },
      () => {
        this.consumerTag = undefined;
      },
      rpcQueue(this.service),
    );
    this.connection.settled(startWaitMs).then(() => callback(), callback);
  }

  async close(): Promise<void> {
    this.stopping = true;
    await this.connection?.cancel(this.consumerTag);
    await this.drained();
    // The last replies go out at the end of this turn.
    await new Promise(setImmediate);
    await this.connection?.close();
  }

  isConnected(): boolean {
    return this.connection?.current !== undefined && this.consumerTag !== undefined;
  }

  private async consume(channel: ConfirmChannel): Promise<void> {
    await declareRpcQueue(channel, this.service);
    const replies = new Replies(channel, ({ message }) => this.logger.warn(`replies could not be sent: ${message}`));
    const { consumerTag } = await channel.consume(rpcQueue(this.service), (message) => {
      if (message) void this.take(replies, message);
      else void this.consumeAgain(channel);
    });
    this.consumerTag = consumerTag;
  }

  /** The broker cancels consumers of a deleted queue with a null message. What was begun goes on by the same channel. */
  private async consumeAgain(channel: ConfirmChannel): Promise<void> {
    this.consumerTag = undefined;
    if (this.stopping) return;
    this.logger.warn(`queue ${rpcQueue(this.service)} was deleted; declaring it again`);
    await this.consume(channel).catch((error: Error) => this.connection?.renew(error.message));
  }

  /** Every call of a bundle is answered by itself; the message is acked when all of them are. */
  private async take(replies: Replies, message: ConsumeMessage): Promise<void> {
    const { replyTo, correlationId, type, headers } = message.properties;
    const calls: BundledCall[] =
      type === bundleType
        ? readBundle<BundledCall>(message.content)
        : [[String(correlationId), String(type), parseJson(headers?.['x-context']), parseJson(message.content)]];
    const mayBeBundled = type === bundleType || headers?.[bundlesHeader] !== undefined;
    await Promise.all(
      calls.map(async ([id, pattern, call, payload]) => {
        const reply = message.fields.redelivered
          ? this.interrupted()
          : await this.answer(String(pattern), call, payload);
        if (replyTo) replies.add({ replyTo: String(replyTo), id, reply }, mayBeBundled);
      }),
    );
    replies.ack(message);
  }

  /** What is redelivered may have been begun before the connection or the process was lost: to run it again could do it twice. */
  private interrupted(): string {
    return JSON.stringify(
      failed(unanswered(`The ${this.service} service was interrupted while it worked on the request`)),
    );
  }
}

import type { ServiceName } from '@postrider/contracts';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { unanswered } from '../failures.js';
import { failed, RpcServer } from '../rpc-server.js';
import { RecoveringChannel } from './recovering-channel.js';
import { declareRpcQueue, rpcQueue } from './topology.js';

/** Requests taken off the queue at a time: enough that concurrent accepts can share a commit. */
const prefetch = 256;
const startWaitMs = 1_500;

/**
 * Answers a service's queue. Unlike Nest's own ServerRMQ it consumes again when its queue was deleted, always acks, runs no
 * request twice and finishes what it has begun before it closes.
 */
export class AmqpRpcServer extends RpcServer {
  private connection: RecoveringChannel | undefined;
  private consumerTag: string | undefined;
  private stopping = false;

  constructor(private readonly url: string, private readonly service: ServiceName) {
    super();
  }

  /** A broker that is not there is waited for only a moment: the service starts without, is not ready, and answers as soon as it is there. */
  listen(callback: (error?: unknown) => void): void {
    this.connection = new RecoveringChannel(this.url, `${this.service}:rpc-server`, async (channel) => {
      await channel.prefetch(prefetch);
      await this.consume(channel);
    }, () => { this.consumerTag = undefined; });
    this.connection.settled(startWaitMs).then(() => callback(), callback);
  }

  async close(): Promise<void> {
    this.stopping = true;
    await this.connection?.cancel(this.consumerTag);
    await this.drained();
    await this.connection?.close();
  }

  isConnected(): boolean {
    return this.connection?.current !== undefined && this.consumerTag !== undefined;
  }

  private async consume(channel: ConfirmChannel): Promise<void> {
    await declareRpcQueue(channel, this.service);
    const { consumerTag } = await channel.consume(rpcQueue(this.service), (message) => {
      if (message) void this.take(channel, message);
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

  private async take(channel: ConfirmChannel, message: ConsumeMessage): Promise<void> {
    const { replyTo, correlationId } = message.properties;
    const reply = await this.replyTo(message);
    try {
      if (replyTo) channel.sendToQueue(String(replyTo), Buffer.from(reply), { correlationId });
      channel.ack(message);
    } catch (error) {
      // The channel closed meanwhile, so the broker hands the request out again, as one redelivered.
      this.logger.warn(`a reply could not be sent: ${(error as Error).message}`);
    }
  }

  private async replyTo(message: ConsumeMessage): Promise<string> {
    const { headers, type } = message.properties;
    // It may have been begun before the connection or the process was lost: to run it again could do it twice.
    if (message.fields.redelivered) return JSON.stringify(failed(unanswered(`The ${this.service} service was interrupted while it worked on the request`)));
    return this.answer(String(type), parse(headers?.['x-call']), parse(message.content));
  }
}

/** Undefined for what is not JSON. */
function parse(content: unknown): unknown {
  try {
    return JSON.parse(String(content));
  } catch {
    return undefined;
  }
}

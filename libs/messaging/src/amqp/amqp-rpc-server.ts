import type { ServiceName } from '@postrider/contracts';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { RpcServer } from '../rpc-server.js';
import { RecoveringChannel } from './recovering-channel.js';
import { declareRpcQueue, rpcQueue } from './topology.js';

/** Requests taken off the queue at a time: enough that concurrent accepts can share a commit. */
const prefetch = 256;

/**
 * Answers a service's queue. Unlike Nest's own ServerRMQ it consumes again when its queue was deleted, always acks (a request is
 * never redelivered: its caller has given up by then) and finishes what it has begun before it closes.
 */
export class AmqpRpcServer extends RpcServer {
  private connection: RecoveringChannel | undefined;
  private consumerTag: string | undefined;

  constructor(private readonly url: string, private readonly service: ServiceName) {
    super();
  }

  listen(callback: (error?: unknown) => void): void {
    this.connection = new RecoveringChannel(this.url, `${this.service}:rpc-server`, async (channel) => {
      await channel.prefetch(prefetch);
      await this.consume(channel);
    }, () => { this.consumerTag = undefined; });
    this.connection.connected().then(() => callback(), callback);
  }

  async close(): Promise<void> {
    const channel = this.connection?.current;
    if (channel && this.consumerTag) await channel.cancel(this.consumerTag).catch(() => {});
    this.consumerTag = undefined;
    await this.drained();
    // Replies are confirmed before the channel goes, or the last callers would wait in vain.
    await channel?.waitForConfirms().catch(() => {});
    await this.connection?.close();
  }

  isConnected(): boolean {
    return this.connection?.current !== undefined && this.consumerTag !== undefined;
  }

  private async consume(channel: ConfirmChannel): Promise<void> {
    await declareRpcQueue(channel, this.service);
    const { consumerTag } = await channel.consume(rpcQueue(this.service), (message) => {
      if (message) void this.reply(channel, message);
      else void this.consumeAgain(channel);
    });
    this.consumerTag = consumerTag;
  }

  /** The broker cancels consumers of a deleted queue with a null message. */
  private async consumeAgain(channel: ConfirmChannel): Promise<void> {
    this.consumerTag = undefined;
    this.logger.warn(`queue ${rpcQueue(this.service)} was deleted; declaring it again`);
    await this.consume(channel).catch((error: unknown) => this.logger.error(error));
  }

  private async reply(channel: ConfirmChannel, message: ConsumeMessage): Promise<void> {
    const { headers, replyTo, correlationId, type } = message.properties;
    const reply = await this.answer(String(type), headers?.['x-call'] ? parse(headers['x-call']) : undefined, parse(message.content));
    try {
      if (replyTo) channel.sendToQueue(String(replyTo), Buffer.from(JSON.stringify(reply)), { correlationId });
      channel.ack(message);
    } catch (error) {
      // The channel closed meanwhile: the caller's deadline tells it, and the broker forgets the request at its own.
      this.logger.warn(`a reply could not be sent: ${(error as Error).message}`);
    }
  }
}

function parse(content: Buffer | string): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}

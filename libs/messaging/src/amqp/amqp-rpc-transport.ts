import type { Call, ServiceName } from '@postrider/contracts';
import type { ConsumeMessage, Message } from 'amqplib';
import { unanswered, unavailable } from '../failures.js';
import type { ConnectionState, RpcTransport } from '../transport.js';
import { RecoveringChannel } from './recovering-channel.js';
import { rpcQueue } from './topology.js';

const replyQueue = 'amq.rabbitmq.reply-to';

interface PendingCall {
  readonly owner: ServiceName;
  readonly settle: (reply: unknown) => void;
}

/**
 * Asks over direct reply-to. A call fails at once when the connection is down or goes down (its reply would be lost), and when no queue
 * takes it; a service that is there but silent costs the call's time limit.
 */
export class AmqpRpcTransport implements RpcTransport, ConnectionState {
  private readonly connection: RecoveringChannel;
  private readonly pending = new Map<string, PendingCall>();
  private sequence = 0;

  constructor(url: string, name: string) {
    this.connection = new RecoveringChannel(url, `${name}:rpc-client`, async (channel) => {
      channel.on('return', (message: Message) => this.returned(message));
      await channel.consume(replyQueue, (message) => this.replied(message), { noAck: true });
    }, () => this.failAll());
  }

  isConnected(): boolean {
    return this.connection.current !== undefined;
  }

  request(owner: ServiceName, pattern: string, call: Call, payload: unknown, timeoutMs: number): Promise<unknown> {
    const channel = this.connection.current;
    if (!channel) return Promise.reject(unavailable('The message broker is not reachable'));
    if (this.connection.blocked) return Promise.reject(unavailable('The message broker accepts no messages'));
    const content = Buffer.from(JSON.stringify(payload));
    const correlationId = (this.sequence++).toString(36);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.pending.get(correlationId)?.settle(unanswered(`The ${owner} service did not answer in time`)), timeoutMs);
      this.pending.set(correlationId, {
        owner,
        settle: (reply) => {
          clearTimeout(timer);
          this.pending.delete(correlationId);
          if (reply instanceof Error) reject(reply);
          else resolve(reply);
        },
      });
      try {
        channel.sendToQueue(rpcQueue(owner), content, {
          type: pattern,
          correlationId,
          replyTo: replyQueue,
          mandatory: true,
          expiration: String(Math.ceil(timeoutMs)),
          contentType: 'application/json',
          headers: { 'x-call': JSON.stringify(call) },
        }, (refused: unknown) => { if (refused) this.pending.get(correlationId)?.settle(unanswered('The message broker did not take the request')); });
      } catch {
        this.pending.get(correlationId)?.settle(unavailable('The message broker is not reachable'));
      }
    });
  }

  async close(): Promise<void> {
    this.failAll();
    await this.connection.close();
  }

  private replied(message: ConsumeMessage | null): void {
    // The broker ends the subscription only together with the channel.
    if (!message) return;
    const call = this.pending.get(String(message.properties.correlationId));
    if (call) call.settle(readReply(message.content));
  }

  private returned(message: Message): void {
    const call = this.pending.get(String(message.properties.correlationId));
    call?.settle(unavailable(`The ${call.owner} service is not running`));
  }

  private failAll(): void {
    for (const call of this.pending.values()) call.settle(unanswered('The connection to the message broker was lost'));
  }
}

/** Undefined for what is not JSON: an error thrown in a consumer would cost the channel and every other call on it. */
function readReply(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}

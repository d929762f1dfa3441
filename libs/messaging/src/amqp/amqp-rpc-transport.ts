import type { Call, ServiceName } from '@postrider/contracts';
import type { ConsumeMessage, Message } from 'amqplib';
import { unavailable } from '../failures.js';
import type { Reply } from '../handles.js';
import type { ConnectionState, RpcTransport } from '../transport.js';
import { RecoveringChannel } from './recovering-channel.js';
import { rpcQueue } from './topology.js';

const replyQueue = 'amq.rabbitmq.reply-to';

interface PendingCall {
  readonly owner: ServiceName;
  readonly settle: (reply: Reply | Error) => void;
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

  request(owner: ServiceName, pattern: string, call: Call, payload: unknown, timeoutMs: number): Promise<Reply> {
    const channel = this.connection.current;
    if (!channel) return Promise.reject(unavailable('The message broker is not reachable'));
    const correlationId = (this.sequence++).toString(36);
    return new Promise<Reply>((resolve, reject) => {
      const timer = setTimeout(() => this.pending.get(correlationId)?.settle(unavailable(`The ${owner} service did not answer in time`)), timeoutMs);
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
        channel.sendToQueue(rpcQueue(owner), Buffer.from(JSON.stringify(payload)), {
          type: pattern,
          correlationId,
          replyTo: replyQueue,
          mandatory: true,
          expiration: String(Math.ceil(timeoutMs)),
          contentType: 'application/json',
          headers: { 'x-call': JSON.stringify(call) },
        });
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
    if (!message) return;
    this.pending.get(String(message.properties.correlationId))?.settle(JSON.parse(message.content.toString()) as Reply);
  }

  private returned(message: Message): void {
    const call = this.pending.get(String(message.properties.correlationId));
    call?.settle(unavailable(`The ${call.owner} service is not running`));
  }

  private failAll(): void {
    for (const call of this.pending.values()) call.settle(unavailable('The connection to the message broker was lost'));
  }
}

import type { RequestContext, ServiceName } from '@postrider/contracts';
import { serviceNames } from '@postrider/contracts';
import type { ConsumeMessage, Message, Options } from 'amqplib';
import { unanswered, unavailable, withinMessage } from '../error-kinds.js';
import type { ConnectionState, RpcTransport } from '../transport.js';
import { encodeRequest } from '../tracing.js';
import { packBundles, joinIds, nextId, readBundle, splitIds } from './bundles.js';
import { RecoveringChannel } from './recovering-channel.js';
import { rpcQueues } from './topology.js';

const replyQueue = 'amq.rabbitmq.reply-to';
const queuesByService = Object.fromEntries(serviceNames.map((service) => [service, rpcQueues(service)])) as Record<
  ServiceName,
  readonly string[]
>;

interface PendingCall {
  readonly id: string;
  readonly owner: ServiceName;
  /** As JSON. */
  readonly json: string;
  readonly timeoutMs: number;
  readonly settle: (reply: unknown) => void;
  /** Number of queues that returned the call as unroutable. */
  returned: number;
}

/**
 * Sends calls with direct reply-to. A call fails immediately if the connection is down or is lost (its reply would be
 * lost), or if no queue receives it; if the service does not respond, it fails after its timeout. Bundles the calls of
 * one turn of the event loop.
 */
export class AmqpRpcTransport implements RpcTransport, ConnectionState {
  private readonly connection: RecoveringChannel;
  private readonly pending = new Map<string, PendingCall>();
  private outgoing: PendingCall[] = [];
  private sequence = 0;
  /** Per service, the index of the queue that received its last calls; 0 by default. */
  private readonly queueIndexes = new Map<ServiceName, number>();

  constructor(url: string, name: string) {
    this.connection = new RecoveringChannel(
      url,
      `${name}:rpc-client`,
      async (channel) => {
        channel.on('return', (message: Message) => this.returned(message));
        await channel.consume(replyQueue, (message) => this.replied(message), { noAck: true });
      },
      () => this.failAll(),
    );
  }

  isConnected(): boolean {
    return this.connection.current !== undefined;
  }

  get problem(): string | undefined {
    return this.connection.problem;
  }

  async request(
    owner: ServiceName,
    pattern: string,
    context: RequestContext,
    payload: unknown,
    timeoutMs: number,
  ): Promise<unknown> {
    if (!this.connection.current) throw unavailable('The message broker is not reachable', 'broker_unreachable');
    if (this.connection.blocked) throw unavailable('The message broker accepts no messages', 'broker_blocked');
    const id = nextId(this.sequence++);
    const json = withinMessage(encodeRequest(pattern, context, payload), 'request');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // A spare queue that came back with its node accepts calls but has no consumer.
        this.queueIndexes.delete(owner);
        this.settle(id, unanswered(`The ${owner} service timed out`, 'service_timeout', owner));
      }, timeoutMs);
      const settle = (reply: unknown): void => {
        clearTimeout(timer);
        this.pending.delete(id);
        if (reply instanceof Error) reject(reply);
        else resolve(reply);
      };
      const pending = { id, owner, json, timeoutMs, settle, returned: 0 };
      this.pending.set(id, pending);
      this.outgoing.push(pending);
      if (this.outgoing.length === 1) setImmediate(() => this.sendOutgoing());
    });
  }

  async close(): Promise<void> {
    this.failAll();
    await this.connection.close();
  }

  private sendOutgoing(): void {
    // Calls that failed with the connection are no longer pending.
    const calls = this.outgoing.filter(({ id }) => this.pending.has(id));
    this.outgoing = [];
    for (const owner of new Set(calls.map((call) => call.owner))) {
      const bundles = packBundles(
        calls.filter((call) => call.owner === owner),
        ({ json }) => json.length,
      );
      for (const bundle of bundles) this.send(owner, bundle);
    }
  }

  private send(owner: ServiceName, calls: readonly PendingCall[]): void {
    const content = Buffer.from(`[${calls.map(({ json }) => json).join(',')}]`);
    const options: Options.Publish = {
      correlationId: joinIds(calls.map(({ id }) => id)),
      replyTo: replyQueue,
      mandatory: true,
      expiration: String(Math.ceil(Math.max(...calls.map(({ timeoutMs }) => timeoutMs)))),
    };
    const settleAll = (reply: unknown): void => {
      for (const { id } of calls) this.settle(id, reply);
    };
    try {
      const channel = this.connection.current;
      if (!channel) throw new Error('not connected');
      channel.sendToQueue(
        queuesByService[owner][this.queueIndexes.get(owner) ?? 0]!,
        content,
        options,
        (rejection: unknown) => {
          if (rejection) settleAll(unanswered('The message broker rejected the request', 'broker_unreachable'));
        },
      );
    } catch {
      settleAll(unavailable('The message broker is not reachable', 'broker_unreachable'));
    }
  }

  private settle(id: string, reply: unknown): void {
    this.pending.get(id)?.settle(reply);
  }

  private replied(message: ConsumeMessage | null): void {
    // The broker cancels this subscription only together with the channel.
    if (!message) return;
    const replies = readBundle(message.content);
    splitIds(message.properties.correlationId).forEach((id, index) => this.settle(id, replies[index]));
  }

  /** The queue does not exist or its node is down: send the calls to the next queue. */
  private returned(message: Message): void {
    const ids = splitIds(message.properties.correlationId);
    const calls = ids.map((id) => this.pending.get(id)).filter((call) => call !== undefined);
    const owner = calls[0]?.owner;
    if (owner === undefined) return;
    const queues = queuesByService[owner];
    const index = this.queueIndexes.get(owner) ?? 0;
    // Of the calls that are returned together, only the first moves to the next queue.
    if (queues[index] === message.fields.routingKey) this.queueIndexes.set(owner, (index + 1) % queues.length);
    for (const call of calls) call.returned += 1;
    for (const call of calls.filter(({ returned }) => returned === queues.length))
      call.settle(unavailable(`The ${owner} service is not running`, 'service_not_running', owner));
    const remaining = calls.filter(({ returned }) => returned < queues.length);
    if (remaining.length > 0) this.send(owner, remaining);
  }

  private failAll(): void {
    for (const call of this.pending.values())
      call.settle(unanswered('The connection to the message broker was lost', 'broker_unreachable'));
  }
}

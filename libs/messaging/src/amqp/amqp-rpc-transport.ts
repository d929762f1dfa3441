import type { RequestContext, ServiceName } from '@postrider/contracts';
import { serviceNames } from '@postrider/contracts';
import type { ConsumeMessage, Message, Options } from 'amqplib';
import { unanswered, unavailable, withinMessage } from '../error-kinds.js';
import type { ConnectionState, RpcTransport } from '../transport.js';
import { encodeRequest } from '../tracing.js';
import { intoBundles, joinIds, nextId, readBundle, splitIds } from './bundles.js';
import { RecoveringChannel } from './recovering-channel.js';
import { rpcQueues } from './topology.js';

const replyQueue = 'amq.rabbitmq.reply-to';
const queuesOf = Object.fromEntries(serviceNames.map((service) => [service, rpcQueues(service)])) as Record<
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
  /** How many queues did not take it. */
  returned: number;
}

/**
 * Asks over direct reply-to. A call fails at once when the connection is down or goes down (its reply would be lost), and when no queue
 * takes it; a service that is there but silent costs the call's time limit. Calls of one turn of the event loop travel in bundles.
 */
export class AmqpRpcTransport implements RpcTransport, ConnectionState {
  private readonly connection: RecoveringChannel;
  private readonly pending = new Map<string, PendingCall>();
  private outgoing: PendingCall[] = [];
  private sequence = 0;
  /** Which of a service's queues took its last calls, by its place among them; the first where it is not said. */
  private readonly places = new Map<ServiceName, number>();

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
        // A spare that came back with its node takes calls, and nobody takes them from it.
        this.places.delete(owner);
        this.settle(id, unanswered(`The ${owner} service did not answer in time`, 'service_timeout', owner));
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
    // Those that failed with the connection meanwhile are not sent any more.
    const calls = this.outgoing.filter(({ id }) => this.pending.has(id));
    this.outgoing = [];
    for (const owner of new Set(calls.map((call) => call.owner))) {
      const bundles = intoBundles(
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
      channel.sendToQueue(queuesOf[owner][this.places.get(owner) ?? 0]!, content, options, (refused: unknown) => {
        if (refused) settleAll(unanswered('The message broker did not take the request', 'broker_unreachable'));
      });
    } catch {
      settleAll(unavailable('The message broker is not reachable', 'broker_unreachable'));
    }
  }

  private settle(id: string, reply: unknown): void {
    this.pending.get(id)?.settle(reply);
  }

  private replied(message: ConsumeMessage | null): void {
    // The broker ends the subscription only together with the channel.
    if (!message) return;
    const replies = readBundle(message.content);
    splitIds(message.properties.correlationId).forEach((id, place) => this.settle(id, replies[place]));
  }

  /** No such queue, or its node is away: nobody has these calls, so they go to the next one. */
  private returned(message: Message): void {
    const ids = splitIds(message.properties.correlationId);
    const calls = ids.map((id) => this.pending.get(id)).filter((call) => call !== undefined);
    const owner = calls[0]?.owner;
    if (owner === undefined) return;
    const queues = queuesOf[owner];
    const place = this.places.get(owner) ?? 0;
    // Of the calls that come back together only the first moves on.
    if (queues[place] === message.fields.routingKey) this.places.set(owner, (place + 1) % queues.length);
    for (const call of calls) call.returned += 1;
    for (const call of calls.filter(({ returned }) => returned === queues.length))
      call.settle(unavailable(`The ${owner} service is not running`, 'service_not_running', owner));
    const again = calls.filter(({ returned }) => returned < queues.length);
    if (again.length > 0) this.send(owner, again);
  }

  private failAll(): void {
    for (const call of this.pending.values())
      call.settle(unanswered('The connection to the message broker was lost', 'broker_unreachable'));
  }
}

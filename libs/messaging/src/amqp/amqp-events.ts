import { Logger } from '@nestjs/common';
import type { DomainEvent, ServiceName } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { ConfirmChannel, ConsumeMessage, Message, Options } from 'amqplib';
import { isPassing } from '../failures.js';
import { eventsConsumed, eventsPublished } from '../metrics.js';
import type { EventEnvelope } from '../on.js';
import type { ConnectionState, EventConsumer, EventPublisher, EventSink } from '../transport.js';
import { PublishFailed } from '../transport.js';
import { RecoveringChannel } from './recovering-channel.js';
import { deadLetterQueue, declareEventQueues, declareRetryQueues, eventExchange, eventQueue, retryQueue, retryTiers } from './topology.js';

const confirmTimeoutMs = 10_000;
const prefetch = 100;
const drainMs = 25_000;

/** Publishes with confirm and `mandatory`: an event nobody's queue took, or that was not confirmed in time, is a failure. */
export class AmqpEventPublisher implements EventPublisher, ConnectionState {
  private readonly connection: RecoveringChannel;
  private readonly pending = new Map<string, (failure?: PublishFailed) => void>();

  constructor(url: string, service: ServiceName, private readonly events: readonly DomainEvent[]) {
    this.connection = new RecoveringChannel(url, `${service}:publisher`, async (channel) => {
      channel.on('return', (message: Message) => this.returned(channel, message));
      await declareEventQueues(channel, this.events);
    }, () => this.failAll());
  }

  isConnected(): boolean {
    return this.connection.current !== undefined;
  }

  async publish(events: readonly EventEnvelope[]): Promise<ReadonlyMap<string, Error>> {
    const failures = new Map<string, Error>();
    await Promise.all(events.map(async (event) => {
      const failure = await this.publishOne(event).then(() => undefined, (error: unknown) => error as Error);
      if (failure) failures.set(event.eventId, failure);
      eventsPublished.inc({ topic: event.topic, outcome: failure ? 'failed' : 'confirmed' });
    }));
    return failures;
  }

  private async publishOne(event: EventEnvelope): Promise<void> {
    const channel = this.connection.current;
    if (!channel) throw new PublishFailed('The message broker is not reachable');
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => this.pending.get(event.eventId)?.(new PublishFailed('Not confirmed in time')), confirmTimeoutMs);
      this.pending.set(event.eventId, (failure) => {
        clearTimeout(timer);
        this.pending.delete(event.eventId);
        if (failure) reject(failure);
        else resolve();
      });
      try {
        channel.publish(eventExchange, event.topic, Buffer.from(JSON.stringify(event)), propertiesOf(event), (error: unknown) => {
          this.pending.get(event.eventId)?.(error ? new PublishFailed('Refused by the broker') : undefined);
        });
      } catch (error) {
        this.pending.get(event.eventId)?.(new PublishFailed((error as Error).message));
      }
    });
  }

  async close(): Promise<void> {
    await this.connection.close();
    this.failAll();
  }

  /** A return precedes its confirm. The queues are gone: declare them again, the outbox offers the event again. */
  private returned(channel: ConfirmChannel, message: Message): void {
    this.pending.get(String(message.properties.messageId))?.(new PublishFailed('No queue takes this event'));
    declareEventQueues(channel, this.events).catch(() => {});
  }

  private failAll(): void {
    for (const settle of this.pending.values()) settle(new PublishFailed('The connection to the message broker was lost'));
  }
}

function propertiesOf(event: EventEnvelope): Options.Publish {
  return { messageId: event.eventId, type: event.topic, persistent: true, mandatory: true, contentType: 'application/json' };
}

/** A message with the channel it came by: only there can it be acked. */
interface Delivery {
  readonly channel: ConfirmChannel;
  readonly message: ConsumeMessage;
}

/**
 * Takes a service's event queue in batches. A batch that fails is taken apart; an event that fails by itself waits in a retry queue (5 s to
 * 10 min) and ends in the dead letters after five attempts. Failures that pass (the database is away) do not count as attempts.
 */
export class AmqpEventConsumer implements EventConsumer, ConnectionState {
  private readonly logger: Logger;
  private connection: RecoveringChannel | undefined;
  private consumerTag: string | undefined;
  private waiting: Delivery[] = [];
  private working: Promise<void> | undefined;
  private sink: EventSink = async () => {};
  private stopped = false;

  constructor(private readonly url: string, private readonly service: ServiceName, private readonly events: readonly DomainEvent[]) {
    this.logger = new Logger(`Events:${service}`);
  }

  isConnected(): boolean {
    return this.connection?.current !== undefined && this.consumerTag !== undefined;
  }

  async start(sink: EventSink): Promise<void> {
    this.sink = sink;
    this.connection = new RecoveringChannel(this.url, `${this.service}:consumer`, async (channel) => {
      this.waiting = [];
      await channel.prefetch(prefetch);
      await this.consume(channel);
    }, () => { this.consumerTag = undefined; });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    const channel = this.connection?.current;
    if (channel && this.consumerTag) await channel.cancel(this.consumerTag).catch(() => {});
    // What is not begun goes back to the queue when the channel closes.
    this.waiting = [];
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([this.working, new Promise<void>((resolve) => { timer = setTimeout(resolve, drainMs); })]);
    clearTimeout(timer);
    await this.connection?.close();
  }

  private async consume(channel: ConfirmChannel): Promise<void> {
    await declareRetryQueues(channel, this.service);
    await declareEventQueues(channel, this.events);
    const { consumerTag } = await channel.consume(eventQueue(this.service), (message) => {
      if (message) this.take(channel, message);
      else void this.consumeAgain(channel);
    });
    this.consumerTag = consumerTag;
  }

  private async consumeAgain(channel: ConfirmChannel): Promise<void> {
    this.consumerTag = undefined;
    if (this.stopped) return;
    this.logger.warn(`queue ${eventQueue(this.service)} was deleted; declaring it again`);
    await this.consume(channel).catch((error: unknown) => this.logger.error(error));
  }

  private take(channel: ConfirmChannel, message: ConsumeMessage): void {
    this.waiting.push({ channel, message });
    this.working ??= this.workOff().finally(() => { this.working = undefined; });
  }

  private async workOff(): Promise<void> {
    // One turn of the event loop lets what arrived together become one batch.
    await new Promise(setImmediate);
    while (this.waiting.length > 0 && !this.stopped) {
      const batch = this.waiting.splice(0, prefetch);
      try {
        await this.handle(batch);
      } catch (error) {
        this.logger.warn(`a batch of events goes back to its queue: ${(error as Error).message}`);
      }
    }
  }

  private async handle(batch: readonly Delivery[]): Promise<void> {
    const readable: (Delivery & { event: EventEnvelope })[] = [];
    for (const delivery of batch) {
      const event = readEnvelope(delivery.message);
      if (event) readable.push({ ...delivery, event });
      else await this.setAside(delivery, 'not an event');
    }
    if (readable.length === 0) return;
    try {
      await this.sink(readable.map(({ event }) => event));
      for (const delivery of readable) this.done(delivery, delivery.event, 'handled');
    } catch (error) {
      if (readable.length === 1) await this.failed(readable[0]!, readable[0]!.event, error);
      else for (const delivery of readable) await this.handle([delivery]);
    }
  }

  private async failed(delivery: Delivery, event: EventEnvelope, error: unknown): Promise<void> {
    const attempt = Number(delivery.message.properties.headers?.['x-attempt'] ?? 1);
    const passing = isPassing(error);
    const hopeless = error instanceof ServiceError && error.code === 'invalid_request';
    const tier = passing ? retryTiers[0] : retryTiers[attempt - 1];
    if (hopeless || !tier) {
      this.logger.error({ err: error, eventId: event.eventId, topic: event.topic }, 'event goes to the dead letters');
      await this.setAside(delivery, (error as Error).message);
      eventsConsumed.inc({ service: this.service, topic: event.topic, outcome: 'dead' });
      return;
    }
    this.logger.warn(`event ${event.eventId} (${event.topic}) failed, again in ${tier.name}: ${(error as Error).message}`);
    await send(delivery, retryQueue(this.service, tier.name), { 'x-attempt': passing ? attempt : attempt + 1 });
    this.done(delivery, event, 'retried');
  }

  private async setAside(delivery: Delivery, reason: string): Promise<void> {
    await send(delivery, deadLetterQueue(this.service), { 'x-reason': reason.slice(0, 500), 'x-dead-at': Math.floor(Date.now() / 1000) });
    delivery.channel.ack(delivery.message);
  }

  private done({ channel, message }: Delivery, event: EventEnvelope, outcome: string): void {
    channel.ack(message);
    eventsConsumed.inc({ service: this.service, topic: event.topic, outcome });
  }
}

/** Confirmed before the original is acked: a crash in between repeats the event, which the inbox drops. */
function send({ channel, message }: Delivery, queue: string, headers: Record<string, unknown>): Promise<void> {
  const { messageId, type } = message.properties;
  return new Promise((resolve, reject) => {
    channel.sendToQueue(queue, message.content, { messageId, type, persistent: true, mandatory: true, headers: { ...message.properties.headers, ...headers } },
      (error: unknown) => (error ? reject(error as Error) : resolve()));
  });
}

function readEnvelope(message: ConsumeMessage): EventEnvelope | undefined {
  try {
    const event = JSON.parse(message.content.toString()) as Partial<EventEnvelope> | null;
    const complete = typeof event?.eventId === 'string' && typeof event.topic === 'string' && typeof event.accountId === 'string';
    return complete ? (event as EventEnvelope) : undefined;
  } catch {
    return undefined;
  }
}

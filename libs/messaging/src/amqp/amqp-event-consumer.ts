import { Logger } from '@nestjs/common';
import { within } from '@postrider/concurrency';
import type { DomainEvent, ServiceName } from '@postrider/contracts';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { EventEnvelope, RetryTier } from '../on.js';
import { outcomeOfFailedEvent, retryTiers } from '../on.js';
import { eventsConsumed } from '../metrics.js';
import type { ConnectionState, EventConsumer, EventSink } from '../transport.js';
import { Confirms } from './confirms.js';
import { readEvents } from './bundles.js';
import { RecoveringChannel } from './recovering-channel.js';
import {
  attemptHeader,
  deadLetterQueue,
  declareEventQueues,
  declareRetryQueues,
  eventQueue,
  reasonHeader,
  retryQueue,
} from './topology.js';

/** Messages, each with a bundle of events. */
const prefetch = 100;
/** Events per transaction. */
const maxBatch = 200;
const drainMs = 25_000;

/** A message can be acked only on the channel that delivered it, once all its events are handled. */
interface HeldMessage {
  readonly channel: ConfirmChannel;
  readonly message: ConsumeMessage;
  left: number;
}

interface Arrival {
  readonly held: HeldMessage;
  readonly event: EventEnvelope;
}

/**
 * Consumes a service's event queue in batches. If a batch fails, its events are handled one by one; an event that fails
 * alone waits in a retry queue (5 s to 10 min) and is dead-lettered after five attempts (`outcomeOfFailedEvent`).
 */
export class AmqpEventConsumer implements EventConsumer, ConnectionState {
  private readonly logger: Logger;
  private readonly confirms = new Confirms();
  private connection: RecoveringChannel | undefined;
  private consumerTag: string | undefined;
  private waiting: Arrival[] = [];
  private working: Promise<void> | undefined;
  private sink: EventSink = async () => {};
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly service: ServiceName,
    private readonly events: readonly DomainEvent[],
    private readonly tiers: readonly RetryTier[] = retryTiers,
  ) {
    this.logger = new Logger(`Events:${service}`);
  }

  /** True if the service consumes no events, because then `start` is never called. */
  isConnected(): boolean {
    return this.connection === undefined || (this.connection.current !== undefined && this.consumerTag !== undefined);
  }

  get problem(): string | undefined {
    return this.connection?.problem;
  }

  async start(sink: EventSink): Promise<void> {
    this.sink = sink;
    this.connection = new RecoveringChannel(
      this.url,
      `${this.service}:consumer`,
      async (channel) => {
        this.confirms.watch(channel);
        await channel.prefetch(prefetch);
        await this.consume(channel);
      },
      () => this.lost(),
      () => eventQueue(this.service),
    );
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.connection?.cancel(...(this.consumerTag === undefined ? [] : [this.consumerTag]));
    // Unhandled events return to the queue when the channel closes.
    this.waiting = [];
    if (this.working) await within(this.working, drainMs, () => undefined);
    await this.connection?.close();
  }

  private lost(): void {
    this.consumerTag = undefined;
    this.waiting = [];
    this.confirms.failAll();
  }

  private async consume(channel: ConfirmChannel): Promise<void> {
    await declareRetryQueues(channel, this.service, this.tiers);
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
    this.logger.warn(`queue ${eventQueue(this.service)} was deleted; redeclaring it`);
    await this.consume(channel).catch((error: Error) => this.connection?.renew(error.message));
  }

  private take(channel: ConfirmChannel, message: ConsumeMessage): void {
    const events = readEvents(message.content);
    const held = { channel, message, left: events?.length ?? 1 };
    const isRedeliveredBundle = held.left > 1 && message.fields.redelivered;
    if (events && !isRedeliveredBundle) {
      for (const event of events) this.waiting.push({ held, event });
      this.working ??= this.drainWaiting().finally(() => {
        this.working = undefined;
      });
    } else {
      const moved = events
        ? this.splitBundle(held, events)
        : this.deadLetter(held, 'unknown', 'not an event', message.content);
      moved.catch((error: Error) => this.requeue(held, error));
    }
  }

  /**
   * A redelivered bundle may contain the event that crashed the process: split it, so that the others are not
   * dead-lettered with it.
   */
  private async splitBundle(held: HeldMessage, events: readonly EventEnvelope[]): Promise<void> {
    await Promise.all(events.map((event) => this.send(held, eventQueue(this.service), singleEventBundle(event), {})));
    held.channel.ack(held.message);
  }

  private async drainWaiting(): Promise<void> {
    // Wait one turn of the event loop, so that events that arrive together form one batch.
    await new Promise(setImmediate);
    while (this.waiting.length > 0 && !this.stopped) {
      const batch = this.waiting.splice(0, maxBatch);
      await this.handle(batch).catch((error: Error) => this.requeue(batch[0]!.held, error));
    }
  }

  private async handle(batch: readonly Arrival[]): Promise<void> {
    const failure = await this.sink(batch.map(({ event }) => event)).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) for (const { held, event } of batch) this.done(held, event.topic, 'handled');
    else if (batch.length === 1) await this.failed(batch[0]!, failure);
    else for (const arrival of batch) if (!this.stopped) await this.handle([arrival]);
  }

  private async failed({ held, event }: Arrival, error: unknown): Promise<void> {
    const attempt = Number(held.message.properties.headers?.[attemptHeader] ?? 1);
    const outcome = outcomeOfFailedEvent(error, attempt, this.tiers);
    const reason = error instanceof Error ? error.message : String(error);
    if (outcome === 'dead') {
      this.logger.error({ err: error, eventId: event.eventId, topic: event.topic }, 'event moved to the dead letters');
      await this.deadLetter(held, event.topic, reason, singleEventBundle(event));
      return;
    }
    this.logger.warn(`event ${event.eventId} (${event.topic}) failed, retry in ${outcome.tier.name}: ${reason}`);
    await this.send(held, retryQueue(this.service, outcome.tier.name), singleEventBundle(event), {
      [attemptHeader]: outcome.attempt,
    });
    this.done(held, event.topic, 'retried');
  }

  private async deadLetter(held: HeldMessage, topic: string, reason: string, content: Buffer): Promise<void> {
    await this.send(held, deadLetterQueue(this.service), content, { [reasonHeader]: reason.slice(0, 500) });
    this.done(held, topic, 'dead');
  }

  /**
   * Confirmed before the original is acked: a crash in between repeats the event, which the inbox drops. No timeout: a
   * broker that is short of memory confirms later. Foreign headers are not copied, because they could exceed an AMQP
   * frame.
   */
  private send(
    { channel, message }: HeldMessage,
    queue: string,
    content: Buffer,
    headers: Record<string, unknown>,
  ): Promise<void> {
    const { type } = message.properties;
    return this.confirms.publish(channel, '', queue, content, {
      type,
      contentType: 'application/json',
      timestamp: Math.floor(Date.now() / 1000),
      headers,
    });
  }

  private done(held: HeldMessage, topic: string, outcome: 'handled' | 'retried' | 'dead'): void {
    held.left--;
    if (held.left === 0) held.channel.ack(held.message);
    eventsConsumed.inc({ service: this.service, topic, outcome });
  }

  /**
   * The broker redelivers what a lost channel did not ack. An open channel is renewed to cause that, and its queues are
   * declared again.
   */
  private requeue({ channel }: HeldMessage, error: Error): void {
    this.logger.warn(`events returned to their queue: ${error.message}`);
    if (channel === this.connection?.current) this.connection?.renew(error.message);
  }
}

const singleEventBundle = (event: EventEnvelope): Buffer => Buffer.from(JSON.stringify([event]));

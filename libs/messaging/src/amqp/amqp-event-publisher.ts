import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainEvent, ServiceName } from '@postrider/contracts';
import type { ConfirmChannel } from 'amqplib';
import { eventsPublished } from '../metrics.js';
import type { EventEnvelope } from '../on.js';
import type { ConnectionState, EventFailure, EventFailures, EventPublisher } from '../transport.js';
import { PublishFailed } from '../transport.js';
import { Confirms } from './confirms.js';
import { intoBundles } from './bundles.js';
import { RecoveringChannel } from './recovering-channel.js';
import { declareEventQueues, eventExchange } from './topology.js';

const confirmTimeoutMs = 10_000;
const declareAgainMs = 1_000;
const maxBundle = 100;

/** Publishes a service's events; one that nobody's queue took, or that was not confirmed in time, is a failure. */
export class AmqpEventPublisher implements EventPublisher, ConnectionState {
  readonly sideBySide = 8;
  private readonly confirms = new Confirms();
  /** None where a service has nothing to say. */
  private readonly connection: RecoveringChannel | undefined;
  private declaring: Promise<void> | undefined;

  constructor(
    url: string,
    service: ServiceName,
    private readonly events: readonly DomainEvent[],
  ) {
    if (events.length === 0) return;
    this.connection = new RecoveringChannel(
      url,
      `${service}:publisher`,
      async (channel) => {
        this.confirms.watch(channel, () => this.declareAgain(channel));
        await declareEventQueues(channel, events);
      },
      () => this.confirms.failAll(),
    );
  }

  isConnected(): boolean {
    return this.connection === undefined || this.connection.current !== undefined;
  }

  get problem(): string | undefined {
    return this.connection?.problem;
  }

  /** Events of one topic travel in bundles: a quorum queue's work is by the message. */
  async publish(events: readonly EventEnvelope[]): Promise<EventFailures> {
    const failures = new Map<string, EventFailure>();
    const written = events.map((event) => ({ event, json: JSON.stringify(event) }));
    const topics = [...new Set(events.map(({ topic }) => topic))];
    const bundles = topics.flatMap((topic) =>
      intoBundles(
        written.filter(({ event }) => event.topic === topic),
        ({ json }) => json.length,
        maxBundle,
      ),
    );
    await Promise.all(
      bundles.map(async (bundle) => {
        const topic = bundle[0]!.event.topic;
        const failure = await this.publishBundle(
          topic,
          bundle.map(({ json }) => json),
        ).then(
          () => undefined,
          (error: unknown) => error as Error,
        );
        if (failure) for (const { event } of bundle) failures.set(event.eventId, { error: failure });
        eventsPublished.inc({ topic, outcome: failure ? 'failed' : 'confirmed' }, bundle.length);
      }),
    );
    return failures;
  }

  async close(): Promise<void> {
    await this.connection?.close();
  }

  private async publishBundle(topic: string, events: readonly string[]): Promise<void> {
    const channel = this.connection?.current;
    if (!channel) throw new PublishFailed('The message broker is not reachable');
    if (this.connection?.blocked) throw new PublishFailed('The message broker accepts no messages');
    const content = Buffer.from(`[${events.join(',')}]`);
    await this.confirms.publish(
      channel,
      eventExchange,
      topic,
      content,
      { type: topic, contentType: 'application/json' },
      confirmTimeoutMs,
    );
  }

  /**
   * A queue is gone. Its consumer comes first: RabbitMQ (3.10) cancels no consumer of a quorum queue that is there again at once, and gives it
   * nothing any more. Where declaring fails, the channel closes and the set-up runs anew.
   */
  private declareAgain(channel: ConfirmChannel): void {
    this.declaring ??= sleep(declareAgainMs)
      .then(() => declareEventQueues(channel, this.events))
      .catch(() => {})
      .finally(() => {
        this.declaring = undefined;
      });
  }
}

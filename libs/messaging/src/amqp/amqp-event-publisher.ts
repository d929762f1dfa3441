import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainEvent, ServiceName } from '@postrider/contracts';
import type { ConfirmChannel } from 'amqplib';
import { eventsPublished } from '../metrics.js';
import type { EventEnvelope } from '../on.js';
import type { ConnectionState, EventFailure, EventFailures, EventPublisher } from '../transport.js';
import { PublishFailed } from '../transport.js';
import { Confirms } from './confirms.js';
import { packBundles } from './bundles.js';
import { RecoveringChannel } from './recovering-channel.js';
import { declareEventQueues, eventExchange } from './topology.js';

const confirmTimeoutMs = 10_000;
const declareAgainMs = 1_000;
const maxBundle = 100;

/**
 * Publishes a service's events. An event is a failure if no queue received it or the broker did not confirm it in time.
 */
export class AmqpEventPublisher implements EventPublisher, ConnectionState {
  readonly sideBySide = 8;
  private readonly confirms = new Confirms();
  /** Undefined if the service publishes no events. */
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

  /** Bundles the events of each topic: a quorum queue's cost is per message. */
  async publish(events: readonly EventEnvelope[]): Promise<EventFailures> {
    const failures = new Map<string, EventFailure>();
    const encoded = events.map((event) => ({ event, json: JSON.stringify(event) }));
    const topics = [...new Set(events.map(({ topic }) => topic))];
    const bundles = topics.flatMap((topic) =>
      packBundles(
        encoded.filter(({ event }) => event.topic === topic),
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
   * A queue was deleted. Its consumer redeclares it first: RabbitMQ 3.10 neither cancels the consumer of a quorum queue
   * that is redeclared immediately nor delivers to it. If the declaration fails, the channel closes and its setup runs
   * again.
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

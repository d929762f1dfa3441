import type { DomainEvent, ServiceName } from '@postrider/contracts';
import type { EventEnvelope } from '../on.js';
import type { EventConsumer, EventFailure, EventFailures, EventPublisher, EventSink } from '../transport.js';
import { PublishFailed } from '../transport.js';
import { AsyncResource } from 'node:async_hooks';

/** Requests and replies are serialized, as over a broker, so that nothing is shared by reference. */
type MemoryRequestHandler = (request: string) => Promise<string>;

/**
 * The in-process broker of one `memory:` URL, with its RPC servers and event consumers. They run in their own async
 * context, as over a broker: the sender's may belong to another account's request or to an open transaction.
 */
export class MemoryHub {
  readonly requestHandlers = new Map<ServiceName, MemoryRequestHandler>();
  readonly sinks = new Map<ServiceName, EventSink>();

  handleRequests(service: ServiceName, answerer: MemoryRequestHandler): void {
    this.requestHandlers.set(service, AsyncResource.bind(answerer));
  }

  take(service: ServiceName, sink: EventSink): void {
    this.sinks.set(service, AsyncResource.bind(sink));
  }
}

const hubs = new Map<string, MemoryHub>();

/** The hub of a URL such as `memory:` or `memory:some-test`, shared by the whole process. */
export function memoryHub(url: string): MemoryHub {
  const hub = hubs.get(url) ?? new MemoryHub();
  hubs.set(url, hub);
  return hub;
}

/**
 * After this time, the rest of a batch fails and is retried later, so that the publisher can commit the handled events.
 */
const oneByOneMs = 10_000;

/**
 * Memory has no queue that survives the process. An event therefore counts as published once every consumer has
 * committed its effect; until then it stays in the publisher's outbox.
 */
export class MemoryEventPublisher implements EventPublisher {
  /** Consumers share this process and its connections. */
  readonly sideBySide = 1;
  private readonly consumersByTopic: ReadonlyMap<string, readonly ServiceName[]>;

  constructor(
    private readonly hub: MemoryHub,
    events: readonly DomainEvent[],
  ) {
    this.consumersByTopic = new Map(events.map((event) => [event.topic, event.consumers]));
  }

  async publish(events: readonly EventEnvelope[]): Promise<EventFailures> {
    const failures = new Map<string, EventFailure>();
    const consumers = new Set(events.flatMap((event) => this.consumersByTopic.get(event.topic) ?? []));
    await Promise.all(
      [...consumers].map(async (consumer) => {
        const batch = events.filter((event) => this.isOwnedBy(consumer, event));
        if (batch.length === 0) return;
        for (const [eventId, error] of await this.offer(consumer, batch)) {
          const other = failures.get(eventId);
          // A consumer's own error takes precedence over another consumer that is not running.
          const decides = other && !(other.error instanceof PublishFailed) ? other.error : error;
          failures.set(eventId, { error: decides, missingConsumers: [...(other?.missingConsumers ?? []), consumer] });
        }
      }),
    );
    return failures;
  }

  private isOwnedBy(consumer: ServiceName, { topic, leftTo }: EventEnvelope): boolean {
    return this.consumersByTopic.get(topic)?.includes(consumer) === true && (leftTo?.includes(consumer) ?? true);
  }

  /** If a batch fails, its events are delivered one by one, so that a bad event does not block the others. */
  private async offer(consumer: ServiceName, batch: readonly EventEnvelope[]): Promise<ReadonlyMap<string, Error>> {
    const sink = this.hub.sinks.get(consumer);
    if (!sink)
      return new Map(
        batch.map(({ eventId }) => [eventId, new PublishFailed(`The ${consumer} service is not running`)]),
      );
    try {
      await sink(JSON.parse(JSON.stringify(batch)) as EventEnvelope[]);
      return new Map();
    } catch (error) {
      if (batch.length === 1) return new Map([[batch[0]!.eventId, error as Error]]);
      const failures = new Map<string, Error>();
      const until = performance.now() + oneByOneMs;
      for (const event of batch) {
        if (performance.now() > until) failures.set(event.eventId, new PublishFailed('Not handled in time'));
        else for (const [eventId, failure] of await this.offer(consumer, [event])) failures.set(eventId, failure);
      }
      return failures;
    }
  }

  async close(): Promise<void> {}
}

export class MemoryEventConsumer implements EventConsumer {
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly hub: MemoryHub,
    private readonly service: ServiceName,
  ) {}

  async start(sink: EventSink): Promise<void> {
    this.hub.take(this.service, (events) => {
      const run = sink(events).finally(() => this.running.delete(run));
      this.running.add(run);
      return run;
    });
  }

  async stop(): Promise<void> {
    this.hub.sinks.delete(this.service);
    await Promise.allSettled(this.running);
  }
}

import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnModuleInit } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { repeatLost } from '@postrider/concurrency';
import type { DomainEvent } from '@postrider/contracts';
import { events, ServiceError } from '@postrider/contracts';
import type { EventConsumer, EventEnvelope, EventSubscription, ReceivedEvent } from '@postrider/messaging';
import { acrossAccounts, EVENT_CONSUMER, EVENT_HANDLER, takeTraced } from '@postrider/messaging';
import { unpacked } from '@postrider/numbers';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { SERVICE_NAME } from './service-name.js';

interface Read {
  readonly topic: string;
  readonly received: ReceivedEvent<DomainEvent>;
}
type Handle = (events: readonly ReceivedEvent<DomainEvent>[], tx: EntityManager) => Promise<void>;

/**
 * Gives events to their `@On` handlers, each once: the ids of a batch are written to the inbox in the transaction of the effects, and an
 * id that is there already is left out. Starts only when the service's handlers are exactly those its contracts promise.
 */
@Injectable()
export class Inbox implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly handlers = new Map<string, { subscription: EventSubscription; instance: unknown; handle: Handle }>();

  constructor(
    private readonly database: DataSource,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    @Inject(EVENT_CONSUMER) private readonly consumer: EventConsumer,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  onModuleInit(): void {
    this.collectHandlers();
    const promised: string[] = events
      .filter(({ consumers }) => consumers.some((consumer) => consumer === this.service))
      .map(({ topic }) => topic);
    const missing = promised.filter((topic) => !this.handlers.has(topic));
    const unknown = [...this.handlers.keys()].filter((topic) => !promised.includes(topic));
    if (missing.length > 0 || unknown.length > 0) {
      throw new Error(
        `The ${this.service} service's event handlers do not match its contracts: missing [${missing.join(', ')}], not named a consumer of [${unknown.join(', ')}]`,
      );
    }
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.handlers.size > 0) await this.consumer.start((batch) => takeTraced(batch, () => this.take(batch)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.handlers.size > 0) await this.consumer.stop();
  }

  private collectHandlers(): void {
    const wrappers = [...this.discovery.getProviders(), ...this.discovery.getControllers()].filter(
      ({ instance }) => instance && Object.getPrototypeOf(instance),
    );
    for (const { instance } of wrappers) {
      for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
        const method = (instance as Record<string, Handle>)[name];
        const subscription =
          typeof method === 'function'
            ? this.reflector.get<EventSubscription | undefined>(EVENT_HANDLER, method)
            : undefined;
        if (!subscription || !method) continue;
        const { topic } = subscription.event;
        if (this.handlers.has(topic)) throw new Error(`Two handlers for ${topic}`);
        this.handlers.set(topic, { subscription, instance, handle: method.bind(instance) });
      }
    }
  }

  private async take(batch: readonly EventEnvelope[]): Promise<void> {
    const events = await this.sifted(batch.map((envelope) => this.read(envelope)).filter(({ concerns }) => concerns));
    if (events.length === 0) return;
    await acrossAccounts(() => repeatLost(() => this.database.transaction((tx) => this.handle(events, tx))));
  }

  private async handle(events: readonly Read[], tx: EntityManager): Promise<void> {
    // One order everywhere, or two replicas that share redelivered events could wait for each other.
    const ids = events.map(({ received }) => received.eventId).toSorted();
    const rows: { event_id: string }[] = await tx.query(
      'insert into inbox (event_id) select unnest($1::text[]) on conflict do nothing returning event_id',
      [ids],
    );
    const fresh = new Set(rows.map((row) => row.event_id));
    for (const [topic, { handle }] of this.handlers) {
      const taken = events
        .filter((event) => event.topic === topic && fresh.delete(event.received.eventId))
        .map(({ received }) => received);
      if (taken.length > 0) await handle(taken, tx);
    }
  }

  /** Without those that their handler's data says are no business of it. */
  private async sifted<Event extends { topic: string; received: ReceivedEvent<DomainEvent> }>(
    events: readonly Event[],
  ): Promise<readonly Event[]> {
    let left = events;
    for (const [topic, { subscription, instance }] of this.handlers) {
      const asked = subscription.sift ? left.filter((event) => event.topic === topic) : [];
      if (asked.length === 0) continue;
      const wanted = await subscription.sift!(
        instance,
        asked.map(({ received }) => received),
      );
      left = left.filter((event) => event.topic !== topic || wanted.has(event.received.eventId));
    }
    return left;
  }

  /** The event as its handler gets it, and whether it has to. */
  private read({ eventId, topic, accountId, requestId, payload }: EventEnvelope): {
    topic: string;
    received: ReceivedEvent<DomainEvent>;
    concerns: boolean;
  } {
    const subscription = this.handlers.get(topic)?.subscription;
    if (!subscription) throw ServiceError.invalidFields([{ field: 'topic', message: 'is not one this service takes' }]);
    const checked = subscription.event.payload.safeParse(unpacked(payload));
    if (!checked.success) throw ServiceError.invalid(checked.error, 'payload');
    return {
      topic,
      received: { eventId, accountId, requestId, payload: checked.data },
      concerns: subscription.concerns(checked.data),
    };
  }
}

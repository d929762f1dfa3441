import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnModuleInit } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { retryOnSerializationFailure } from '@postrider/concurrency';
import type { DomainEvent } from '@postrider/contracts';
import { ServiceError, events } from '@postrider/contracts';
import type {
  EventConsumer,
  EventEnvelope,
  EventHandling,
  EventSubscription,
  ReceivedEvent,
} from '@postrider/messaging';
import { EVENT_CONSUMER, EVENT_HANDLER, EventBatch, withoutAccount, takeTraced } from '@postrider/messaging';
import { parseLossless } from '@postrider/numbers';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { SERVICE_NAME } from './relay.js';
import type { ClientBase, QueryConfig, QueryResultRow } from 'pg';

/**
 * A named prepared statement in a transaction, planned once per connection, which TypeORM does not support. Use it for
 * writes only: a plan made while a table was empty scans the whole table on each lookup until the table is analyzed.
 */
export async function preparedQuery<Row extends QueryResultRow>(
  tx: EntityManager,
  statement: QueryConfig,
): Promise<Row[]> {
  const connection = (await tx.queryRunner!.connect()) as Pick<ClientBase, 'query'>;
  return (await connection.query<Row>(statement)).rows;
}

type Method = (taken: EventBatch | readonly ReceivedEvent<DomainEvent>[], tx: EntityManager) => Promise<void>;
/** One subscription of a handler; the subscriptions of a handler share `method`. */
interface Handler {
  readonly subscription: EventSubscription;
  readonly batch: boolean;
  readonly instance: unknown;
  readonly method: Method;
}
interface Read {
  readonly topic: string;
  readonly received: ReceivedEvent<DomainEvent>;
  /** The handlers that process the event, with what each has prepared. */
  readonly interested: Map<Handler, unknown>;
}

/**
 * Delivers each event to its `@On` handlers once: the transaction of the effects also inserts the event ids into the
 * inbox and skips those already there. Several handlers of a service may process an event in the same transaction.
 * Starts only if the handlers match the contracts.
 */
@Injectable()
export class Inbox implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  /** By topic. */
  private readonly handlers = new Map<string, Handler[]>();

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
        `The ${this.service} service's event handlers do not match its contracts: missing [${missing.join(', ')}], not declared as a consumer of [${unknown.join(', ')}]`,
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
        const found = (instance as Record<string, Method>)[name];
        const handling =
          typeof found === 'function' ? this.reflector.get<EventHandling | undefined>(EVENT_HANDLER, found) : undefined;
        if (!handling || !found) continue;
        const { subscriptions, batch } = handling;
        const method = found.bind(instance);
        for (const subscription of subscriptions) {
          const { topic } = subscription.event;
          const handler = { subscription, batch, instance, method };
          this.handlers.set(topic, [...(this.handlers.get(topic) ?? []), handler]);
        }
      }
    }
  }

  private async take(batch: readonly EventEnvelope[]): Promise<void> {
    const read = batch.map((envelope) => this.read(envelope));
    await this.prepare(read);
    const events = read.filter(({ interested }) => interested.size > 0);
    if (events.length === 0) return;
    await withoutAccount(() =>
      retryOnSerializationFailure(() => this.database.transaction((tx) => this.handle(events, tx))),
    );
  }

  private async handle(events: readonly Read[], tx: EntityManager): Promise<void> {
    // Sorted, so that two replicas that handle the same redelivered events cannot deadlock.
    const ids = events.map(({ received }) => received.eventId).toSorted();
    const rows = await preparedQuery<{ event_id: string }>(tx, {
      name: 'take-events',
      text: 'insert into inbox (event_id) select unnest($1::text[]) on conflict do nothing returning event_id',
      values: [ids],
    });
    const unseen = new Set(rows.map((row) => row.event_id));
    // A batch can contain the same event twice.
    const fresh = events.filter(({ received }) => unseen.delete(received.eventId));
    const handlers = [...this.handlers.values()].flat();
    for (const method of new Set(handlers.map((handler) => handler.method))) {
      const taken = fresh.flatMap(({ topic, received, interested }) => {
        const match = [...interested].find(([handler]) => handler.method === method);
        return match ? [{ topic, received: { ...received, prepared: match[1] } }] : [];
      });
      if (taken.length === 0) continue;
      const { batch } = handlers.find((handler) => handler.method === method)!;
      await method(batch ? new EventBatch(taken) : taken.map(({ received }) => received), tx);
    }
  }

  /** Removes the handlers that do not need the event. */
  private async prepare(events: readonly Read[]): Promise<void> {
    for (const handler of [...this.handlers.values()].flat()) {
      const { prepare } = handler.subscription;
      const candidates = prepare ? events.filter(({ interested }) => interested.has(handler)) : [];
      if (candidates.length === 0) continue;
      const prepared = await prepare!(
        handler.instance,
        candidates.map(({ received }) => received),
      );
      for (const { received, interested } of candidates)
        if (prepared.has(received.eventId)) interested.set(handler, prepared.get(received.eventId));
        else interested.delete(handler);
    }
  }

  /** Parses the event and finds the handlers whose filter it matches. */
  private read({ eventId, topic, accountId, requestId, payload }: EventEnvelope): Read {
    const handlers = this.handlers.get(topic);
    if (!handlers) throw ServiceError.invalidField('topic', 'is not a topic this service consumes');
    const checked = handlers[0]!.subscription.event.payload.safeParse(parseLossless(payload));
    if (!checked.success) throw ServiceError.invalid(checked.error, 'payload');
    return {
      topic,
      received: { eventId, accountId, requestId, payload: checked.data },
      interested: new Map(
        handlers
          .filter(({ subscription }) => subscription.matches(checked.data))
          .map((handler) => [handler, undefined]),
      ),
    };
  }
}

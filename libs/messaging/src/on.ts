import { SetMetadata } from '@nestjs/common';
import type { DomainEvent, PayloadOf } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { isPassing, isStatementTimeout } from './error-kinds.js';

export interface RetryTier {
  readonly name: string;
  readonly ms: number;
}

/** Waits before the second, third … attempt at an event. */
export const retryTiers: readonly RetryTier[] = [
  { name: '5s', ms: 5_000 },
  { name: '30s', ms: 30_000 },
  { name: '2m', ms: 120_000 },
  { name: '10m', ms: 600_000 },
];

/** What becomes of an event that failed: a dead letter, or the attempt that comes next and the wait before it. */
export type FailedEventOutcome = 'dead' | { readonly tier: RetryTier; readonly attempt: number };

/** After `attempt` (from 1) ended with `error`. The same on every transport. */
export function outcomeOfFailedEvent(
  error: unknown,
  attempt: number,
  tiers: readonly RetryTier[] = retryTiers,
): FailedEventOutcome {
  const refusedForGood = error instanceof ServiceError && error.code === 'invalid_request';
  if (refusedForGood) return 'dead';
  // With the database away, every event of that time would use up its attempts through no fault of its own. A statement that runs into its
  // time limit may be the event's own doing.
  const [first] = tiers;
  if (first && isPassing(error) && !isStatementTimeout(error)) return { tier: first, attempt };
  const tier = tiers[attempt - 1];
  return tier ? { tier, attempt: attempt + 1 } : 'dead';
}

/** An event as it travels: its payload still unchecked. `eventId` is what consumers dedupe by. */
export const eventEnvelope = z.object({
  eventId: z.string().regex(/^[!-~]{1,100}$/),
  topic: z.string().min(1).max(255),
  accountId: z.string().min(1),
  requestId: z.string(),
  /** Of the trace in which it happened, as far as there is one. */
  traceparent: z.string().optional(),
  payload: z.unknown(),
  /** Only these consumers still have to take it, where others have; all of its consumers where it is left out. */
  leftTo: z.array(z.string()).optional(),
});
export type EventEnvelope = Readonly<z.infer<typeof eventEnvelope>>;

/** An event as its handler gets it. */
export interface ReceivedEvent<E extends DomainEvent> {
  readonly eventId: string;
  readonly accountId: string;
  /** Of the request that led to the event, for what the handler says or logs in turn. */
  readonly requestId: string;
  readonly payload: PayloadOf<E>;
}

export const EVENT_HANDLER = 'postrider:event-handler';

/** One event that a handler takes, and which of these events concern it. */
export interface EventSubscription {
  readonly event: DomainEvent;
  readonly concerns: (payload: unknown) => boolean;
  readonly prepare?: Prepare<unknown, DomainEvent, unknown> | undefined;
}

/** The metadata of an event handler. */
export interface EventHandling {
  readonly subscriptions: readonly EventSubscription[];
  /** Whether the method takes an `EventBatch`, or the events of its one subscription. */
  readonly batch: boolean;
}

/** An event with what its handler prepared for it. */
export type PreparedEvent<E extends DomainEvent, Prepared> = ReceivedEvent<E> & { readonly prepared: Prepared };

/**
 * Answers what the handler needs for each of the events that are its business, by event id. It runs before the transaction, so it may
 * call other services; nothing is written meanwhile, so an event may be asked about again.
 */
export type Prepare<Handler, E extends DomainEvent, Prepared> = (
  handler: Handler,
  events: readonly ReceivedEvent<E>[],
) => Promise<ReadonlyMap<string, Prepared>>;

interface Subscribing<E extends DomainEvent, Handler, Prepared> {
  readonly when?: (payload: PayloadOf<E>) => boolean;
  readonly prepare?: Prepare<Handler, E, Prepared>;
}

/** A subscription for `OnBatch`. */
export const subscribe = <E extends DomainEvent, Handler, Prepared>(
  event: E,
  { when = () => true, prepare }: Subscribing<E, Handler, Prepared> = {},
): EventSubscription => ({
  event,
  concerns: when as (payload: unknown) => boolean,
  prepare: prepare as Prepare<unknown, DomainEvent, unknown> | undefined,
});

type Decorator<Taken> = <Method extends (taken: Taken, tx: EntityManager) => Promise<void>>(
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Binds a method to an event. It gets all fresh events of a batch at once (so that one statement can do the work) and the
 * transaction in which they are marked as seen: what it writes there happens exactly once per event. It calls no other service there:
 * what it needs of one is fetched by `prepare`. Events that are known to be no concern of it (`when` answers false, or `prepare` leaves
 * them out) are taken without a transaction.
 */
export const On = <E extends DomainEvent, Handler, Prepared = undefined>(
  event: E,
  options: Subscribing<E, Handler, Prepared> = {},
): Decorator<readonly PreparedEvent<E, Prepared>[]> =>
  SetMetadata<string, EventHandling>(EVENT_HANDLER, { subscriptions: [subscribe(event, options)], batch: false });

/** The fresh events of a batch, by event. */
export class EventBatch {
  constructor(private readonly events: readonly { readonly topic: string; readonly received: unknown }[]) {}

  of<E extends DomainEvent>({ topic }: E): readonly ReceivedEvent<E>[] {
    return this.events.filter((each) => each.topic === topic).map(({ received }) => received as ReceivedEvent<E>);
  }
}

/**
 * Binds a method to several events, which it gets together: one statement writes what follows from all of them, and every batch
 * writes its tables in the same order, so that two batches cannot lock each other out.
 */
export const OnBatch = (...subscriptions: readonly EventSubscription[]): Decorator<EventBatch> =>
  SetMetadata<string, EventHandling>(EVENT_HANDLER, { subscriptions, batch: true });

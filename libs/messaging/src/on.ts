import { SetMetadata } from '@nestjs/common';
import type { DomainEvent, PayloadOf } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { isTemporary, isStatementTimeout } from './error-kinds.js';

export interface RetryTier {
  readonly name: string;
  readonly ms: number;
}

/** Delays before the second, third … attempt at an event. */
export const retryTiers: readonly RetryTier[] = [
  { name: '5s', ms: 5_000 },
  { name: '30s', ms: 30_000 },
  { name: '2m', ms: 120_000 },
  { name: '10m', ms: 600_000 },
];

/** What happens to a failed event: it is dead-lettered, or retried after a delay. */
export type FailedEventOutcome = 'dead' | { readonly tier: RetryTier; readonly attempt: number };

/** Decides after attempt number `attempt` (from 1) failed with `error`. The same on every transport. */
export function outcomeOfFailedEvent(
  error: unknown,
  attempt: number,
  tiers: readonly RetryTier[] = retryTiers,
): FailedEventOutcome {
  const isInvalid = error instanceof ServiceError && error.code === 'invalid_request';
  if (isInvalid) return 'dead';
  // While the database is unavailable, events must not use up their attempts. A statement timeout counts, because the
  // event itself may cause it.
  const [first] = tiers;
  if (first && isTemporary(error) && !isStatementTimeout(error)) return { tier: first, attempt };
  const tier = tiers[attempt - 1];
  return tier ? { tier, attempt: attempt + 1 } : 'dead';
}

/** An event as transported, with an unvalidated payload. Consumers deduplicate by `eventId`. */
export const eventEnvelope = z.object({
  eventId: z.string().regex(/^[!-~]{1,100}$/),
  topic: z.string().min(1).max(255),
  accountId: z.string().min(1),
  requestId: z.string(),
  /** Trace context in which the event occurred, if any. */
  traceparent: z.string().optional(),
  payload: z.unknown(),
  /** The consumers that still have to process the event; all of its consumers if absent. */
  leftTo: z.array(z.string()).optional(),
});
export type EventEnvelope = Readonly<z.infer<typeof eventEnvelope>>;

/** An event as its handler receives it. */
export interface ReceivedEvent<E extends DomainEvent> {
  readonly eventId: string;
  readonly accountId: string;
  /** Of the request that caused the event, for the handler's own events and logs. */
  readonly requestId: string;
  readonly payload: PayloadOf<E>;
}

export const EVENT_HANDLER = 'postrider:event-handler';

/** An event that a handler consumes, with its filter. */
export interface EventSubscription {
  readonly event: DomainEvent;
  readonly matches: (payload: unknown) => boolean;
  readonly prepare?: Prepare<unknown, DomainEvent, unknown> | undefined;
}

/** The metadata of an event handler. */
export interface EventHandling {
  readonly subscriptions: readonly EventSubscription[];
  /** Whether the method receives an `EventBatch`, or the events of its one subscription. */
  readonly batch: boolean;
}

/** An event with what its handler prepared for it. */
export type PreparedEvent<E extends DomainEvent, Prepared> = ReceivedEvent<E> & { readonly prepared: Prepared };

/**
 * Returns what the handler needs for each relevant event, by event id. Runs before the transaction, so it may call
 * other services; nothing is recorded meanwhile, so it may run again for an event.
 */
export type Prepare<Handler, E extends DomainEvent, Prepared> = (
  handler: Handler,
  events: readonly ReceivedEvent<E>[],
) => Promise<ReadonlyMap<string, Prepared>>;

interface SubscriptionOptions<E extends DomainEvent, Handler, Prepared> {
  readonly filter?: (payload: PayloadOf<E>) => boolean;
  readonly prepare?: Prepare<Handler, E, Prepared>;
}

/** A subscription for `OnBatch`. */
export const subscribe = <E extends DomainEvent, Handler, Prepared>(
  event: E,
  { filter = () => true, prepare }: SubscriptionOptions<E, Handler, Prepared> = {},
): EventSubscription => ({
  event,
  matches: filter as (payload: unknown) => boolean,
  prepare: prepare as Prepare<unknown, DomainEvent, unknown> | undefined,
});

type Decorator<Taken> = <Method extends (taken: Taken, tx: EntityManager) => Promise<void>>(
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Binds a method to an event. It receives all new events of a batch at once (so that one statement can process them)
 * and the transaction that also records them in the inbox: its writes take effect exactly once per event. It must not
 * call other services there; `prepare` does that before. Events that `filter` rejects or `prepare` omits are acked
 * without a transaction.
 */
export const On = <E extends DomainEvent, Handler, Prepared = undefined>(
  event: E,
  options: SubscriptionOptions<E, Handler, Prepared> = {},
): Decorator<readonly PreparedEvent<E, Prepared>[]> =>
  SetMetadata<string, EventHandling>(EVENT_HANDLER, { subscriptions: [subscribe(event, options)], batch: false });

/** The new events of a batch, by topic. */
export class EventBatch {
  constructor(private readonly events: readonly { readonly topic: string; readonly received: unknown }[]) {}

  of<E extends DomainEvent>({ topic }: E): readonly ReceivedEvent<E>[] {
    return this.events.filter((each) => each.topic === topic).map(({ received }) => received as ReceivedEvent<E>);
  }
}

/**
 * Binds a method to several events, which it receives together: one statement can process all of them, and every batch
 * writes its tables in the same order, which avoids deadlocks.
 */
export const OnBatch = (...subscriptions: readonly EventSubscription[]): Decorator<EventBatch> =>
  SetMetadata<string, EventHandling>(EVENT_HANDLER, { subscriptions, batch: true });

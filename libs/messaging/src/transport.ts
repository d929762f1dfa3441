import type { RequestContext, ServiceName } from '@postrider/contracts';
import type { EventEnvelope } from './on.js';

/** An event that a service could not process: invalid, or failed five times. */
export interface DeadLetter {
  /** The event's own id; for a message that is not an event, `raw_` and a hash of its bytes. */
  readonly eventId: string;
  readonly topic: string;
  readonly accountId: string;
  readonly diedAt: Date | undefined;
  readonly reason: string;
}

/** The dead letters of one service. Without event ids, methods apply to all of them. */
export interface DeadLetters {
  /** Oldest first, up to `limit`. */
  list(limit: number): Promise<DeadLetter[]>;
  /** Delivers them to the service again, with five new attempts; returns their number. */
  replay(eventIds?: ReadonlySet<string>): Promise<number>;
  /** Deletes them permanently; returns their number. */
  drop(eventIds?: ReadonlySet<string>): Promise<number>;
}

/**
 * Sends a request to the service that owns the pattern. Resolves to its unvalidated `Reply`, or rejects with
 * `unavailable` within `timeoutMs`.
 */
export interface RpcTransport {
  request(
    owner: ServiceName,
    pattern: string,
    context: RequestContext,
    payload: unknown,
    timeoutMs: number,
  ): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Publishes events to the queues of all their consumers. Resolves to the events that are not known to be stored durably
 * in all of them, by event id. A `PublishFailed` means that publishing failed (not connected, unroutable, unconfirmed
 * in time); any other error comes from a consumer.
 */
export interface EventPublisher {
  /** How many `publish` calls may run in parallel. */
  readonly sideBySide: number;
  publish(events: readonly EventEnvelope[]): Promise<EventFailures>;
  close(): Promise<void>;
}

/** Failures by event id. */
export type EventFailures = ReadonlyMap<string, EventFailure>;

export interface EventFailure {
  readonly error: Error;
  /** The consumers that have not received the event, if known. */
  readonly missingConsumers?: readonly string[];
}

export class PublishFailed extends Error {
  override readonly name = 'PublishFailed';
}

/** Processes a batch of events; resolves when their effects are committed. */
export type EventSink = (events: readonly EventEnvelope[]) => Promise<void>;

/**
 * Delivers to a service the events that it consumes, at least once each. Failed events are retried, and finally
 * dead-lettered.
 */
export interface EventConsumer {
  start(sink: EventSink): Promise<void>;
  /** Stops consuming and waits for the events that are being handled. */
  stop(): Promise<void>;
}

/** Whether peers can reach this process, for the readiness check, with the reason if known. */
export interface ConnectionState {
  isConnected(): boolean;
  readonly problem: string | undefined;
}

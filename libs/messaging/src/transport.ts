import type { RequestContext, ServiceName } from '@postrider/contracts';
import type { EventEnvelope } from './on.js';

/** An event that a service could not take: refused as invalid, or failed five times. */
export interface DeadLetter {
  /** The event's own; of what is no event, `raw_` and a hash of its bytes. */
  readonly eventId: string;
  readonly topic: string;
  readonly accountId: string;
  readonly diedAt: Date | undefined;
  readonly reason: string;
}

/** The dead letters of one service. Without event ids all of them are meant. */
export interface DeadLetters {
  /** Oldest first, at most `limit`. */
  list(limit: number): Promise<DeadLetter[]>;
  /** Hands them to the service again, with five new attempts; answers how many. */
  replay(eventIds?: ReadonlySet<string>): Promise<number>;
  /** Removes them for good; answers how many. */
  drop(eventIds?: ReadonlySet<string>): Promise<number>;
}

/** Carries one request to the service that owns the pattern and brings its `Reply`, still unchecked, or fails with `unavailable` within `timeoutMs`. */
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
 * Hands events to every consumer's queue and answers which of them are not known to be held durably by all, by event id. A
 * `PublishFailed` says that the way there failed (not connected, unroutable, unconfirmed in time); any other error is a consumer's own.
 */
export interface EventPublisher {
  /** How many calls of `publish` a caller may make at a time. */
  readonly sideBySide: number;
  publish(events: readonly EventEnvelope[]): Promise<EventFailures>;
  close(): Promise<void>;
}

/** By event id. */
export type EventFailures = ReadonlyMap<string, EventFailure>;

export interface EventFailure {
  readonly error: Error;
  /** The consumers that do not have it, where that is known. */
  readonly leftTo?: readonly string[];
}

export class PublishFailed extends Error {
  override readonly name = 'PublishFailed';
}

/** Takes a batch of events; resolves when their effects are committed. */
export type EventSink = (events: readonly EventEnvelope[]) => Promise<void>;

/** Feeds a service the events its contracts name it a consumer of: at least once, each failing one again later, at last to the dead letters. */
export interface EventConsumer {
  start(sink: EventSink): Promise<void>;
  /** Takes no more and waits for what is being handled. */
  stop(): Promise<void>;
}

/** Whether this process can be reached by its peers: what readiness asks, and the reason where it is known. */
export interface ConnectionState {
  isConnected(): boolean;
  readonly problem: string | undefined;
}

import type { z } from 'zod';
import type { ServiceName } from './rpc.js';

/**
 * An event that one service publishes to others, named in the past tense. `consumers` lists all consuming services:
 * publishers declare those queues, too, so that an event published before a consumer first runs is kept.
 */
export interface DomainEvent<Payload extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  /** `<noun>.<past participle>.v<n>`, the routing key. */
  readonly topic: `${string}.${string}.v${number}`;
  readonly publisher: ServiceName;
  readonly consumers: readonly ServiceName[];
  readonly payload: Payload;
  readonly examples: readonly z.input<Payload>[];
}

export type PayloadOf<E extends DomainEvent> = z.output<E['payload']>;

export function defineEvent<Payload extends z.ZodType>(event: {
  topic: `${string}.${string}.v${number}`;
  publisher: ServiceName;
  consumers: readonly ServiceName[];
  payload: Payload;
  examples: readonly z.input<Payload>[];
}): DomainEvent<Payload> {
  return { kind: 'event', ...event };
}

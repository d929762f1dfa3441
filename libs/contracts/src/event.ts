import type { z } from 'zod';
import type { ServiceName } from './rpc.js';

/**
 * A fact one service tells the others, named in the past tense. `consumers` is the whole list of services that take it:
 * publishers declare those queues too, so an event said before a consumer first ran waits for it instead of vanishing.
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

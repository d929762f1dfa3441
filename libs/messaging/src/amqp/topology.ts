import type { DomainEvent, ServiceName } from '@postrider/contracts';
import type { Channel } from 'amqplib';
import type { RetryTier } from '../on.js';
import { retryTiers } from '../on.js';

export const eventExchange = 'postrider.events';
export const rpcQueue = (service: ServiceName): string => `${service}.rpc`;
/**
 * The queues that calls are sent to, in this order: a later one is used only while the nodes of the earlier ones are
 * down.
 */
export const rpcQueues = (service: ServiceName): readonly string[] => {
  const first = rpcQueue(service);
  return [first, `${first}.2`, `${first}.3`];
};
export const eventQueue = (service: ServiceName): string => `${service}.events`;
export const deadLetterQueue = (service: ServiceName): string => `${service}.events.dead`;

/**
 * The number of an event's next attempt, in a retry queue. A custom header, because RabbitMQ 4 ignores a republished
 * `x-death`.
 */
export const attemptHeader = 'x-attempt';
/** Why an event was dead-lettered. */
export const reasonHeader = 'x-reason';

export const retryQueue = (service: ServiceName, tier: string): string => `${service}.events.retry.${tier}`;

/**
 * Deliveries without an ack (for example if the handler crashes its process) before the broker dead-letters the
 * message.
 */
const deliveryLimit = 10;
/** Each inspection of a dead letter counts as a delivery; RabbitMQ 4 would drop it after 20. */
const deadLetterDeliveryLimit = 1_000_000;
const rpcTtlMs = 60_000;
const rpcBacklog = 10_000;
/** Expiry of a spare queue that came back with its node without a consumer. */
const spareExpiresMs = 10_000;

/** Requests are useless after their deadline, so the queue is durable and its messages are not. */
export async function declareRpcQueue(channel: Channel, queue: string): Promise<void> {
  const isSpare = !queue.endsWith('.rpc');
  await channel.assertQueue(queue, {
    durable: true,
    arguments: {
      'x-message-ttl': rpcTtlMs,
      'x-max-length': rpcBacklog,
      'x-overflow': 'reject-publish',
      ...(isSpare && { 'x-expires': spareExpiresMs }),
    },
  });
}

/**
 * Declares the queues of all consumers of these events. Publishers do this too, so that events published before their
 * consumer first runs are stored.
 */
export async function declareEventQueues(channel: Channel, events: readonly DomainEvent[]): Promise<void> {
  await channel.assertExchange(eventExchange, 'topic', { durable: true });
  const consumers = new Set(events.flatMap((event) => event.consumers));
  await Promise.all(
    [...consumers].map((service) =>
      channel.assertQueue(eventQueue(service), {
        durable: true,
        arguments: {
          'x-queue-type': 'quorum',
          'x-delivery-limit': deliveryLimit,
          'x-dead-letter-exchange': '',
          'x-dead-letter-routing-key': deadLetterQueue(service),
        },
      }),
    ),
  );
  await Promise.all(
    events.flatMap((event) =>
      event.consumers.map((service) => channel.bindQueue(eventQueue(service), eventExchange, event.topic)),
    ),
  );
}

/**
 * Declares what only the consumer needs: the dead letter queue, and one retry queue per delay. A TTL per message would
 * not work, because messages expire only at the head of a queue.
 */
export async function declareRetryQueues(
  channel: Channel,
  service: ServiceName,
  tiers: readonly RetryTier[] = retryTiers,
): Promise<void> {
  const quorum = { 'x-queue-type': 'quorum' };
  await channel.assertQueue(deadLetterQueue(service), {
    durable: true,
    arguments: { ...quorum, 'x-delivery-limit': deadLetterDeliveryLimit },
  });
  await Promise.all(
    tiers.map((tier) =>
      channel.assertQueue(retryQueue(service, tier.name), {
        durable: true,
        arguments: {
          ...quorum,
          'x-message-ttl': tier.ms,
          'x-dead-letter-exchange': '',
          'x-dead-letter-routing-key': eventQueue(service),
          'x-dead-letter-strategy': 'at-least-once',
          'x-overflow': 'reject-publish',
        },
      }),
    ),
  );
}

import type { DomainEvent, ServiceName } from '@postrider/contracts';
import type { Channel } from 'amqplib';
import type { RetryTier } from '../on.js';
import { retryTiers } from '../on.js';

export const eventExchange = 'postrider.events';
export const rpcQueue = (service: ServiceName): string => `${service}.rpc`;
/** Where calls go, in this order: those after the first only while the node that holds the ones before it is away. */
export const rpcQueues = (service: ServiceName): readonly string[] => {
  const first = rpcQueue(service);
  return [first, `${first}.2`, `${first}.3`];
};
export const eventQueue = (service: ServiceName): string => `${service}.events`;
export const deadLetterQueue = (service: ServiceName): string => `${service}.events.dead`;

/** Of an event in a retry queue: which attempt comes next. Our own, because RabbitMQ 4 ignores a republished `x-death`. */
export const attemptHeader = 'x-attempt';
/** Of a dead letter: why it is one. */
export const reasonHeader = 'x-reason';

export const retryQueue = (service: ServiceName, tier: string): string => `${service}.events.retry.${tier}`;

/** Deliveries of one queue entry without an ack (a handler that takes its process down) before the broker itself sets it aside. */
const deliveryLimit = 10;
/** Dead letters are looked at again and again, and each look counts; RabbitMQ 4 would drop them after 20. */
const deadLetterDeliveryLimit = 1_000_000;
const rpcTtlMs = 60_000;
const rpcBacklog = 10_000;
/** Of a spare that came back with its node when nobody took from it any more. */
const spareExpiresMs = 10_000;

/** Requests are of no use after their deadline, so the queue is durable and its messages are not. */
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

/** The queues of everybody who takes these events: declared by publishers too, so that an event said before its consumer first ran waits. */
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

/** What only the consumer needs: a queue per delay that leads back (TTLs of single messages would wait for the queue's head) and the dead letters. */
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

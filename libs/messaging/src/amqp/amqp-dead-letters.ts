import { createHash } from 'node:crypto';
import type { ServiceName } from '@postrider/contracts';
import type { ConfirmChannel, GetMessage } from 'amqplib';
import type { DeadLetter, DeadLetters } from '../transport.js';
import { connectToOne } from './broker-facts.js';
import { Confirms } from './confirms.js';
import { readEvents } from './bundles.js';
import { deadLetterQueue, eventQueue, reasonHeader } from './topology.js';

const timeoutMs = 10_000;

type Visit = (letter: DeadLetter, message: GetMessage, channel: ConfirmChannel) => Promise<void> | void;

/**
 * The dead letters that RabbitMQ holds for a service. Messages without an ack keep their position when the connection
 * closes.
 */
export class AmqpDeadLetters implements DeadLetters {
  constructor(
    private readonly url: string,
    private readonly service: ServiceName,
  ) {}

  async list(limit: number): Promise<DeadLetter[]> {
    const letters: DeadLetter[] = [];
    await this.walk(limit, (letter) => {
      letters.push(letter);
    });
    return letters;
  }

  async replay(eventIds?: ReadonlySet<string>): Promise<number> {
    const confirms = new Confirms();
    const watched = new Set<ConfirmChannel>();
    return this.each(eventIds, async (message, channel) => {
      if (!watched.has(channel)) confirms.watch(channel);
      watched.add(channel);
      // Confirmed before the dead letter is acked, and without its headers, so that its attempts start over.
      const { messageId, type } = message.properties;
      await confirms.publish(
        channel,
        '',
        eventQueue(this.service),
        message.content,
        { messageId, type, contentType: 'application/json' },
        timeoutMs,
      );
    });
  }

  drop(eventIds?: ReadonlySet<string>): Promise<number> {
    return this.each(eventIds, () => {});
  }

  private async each(
    eventIds: ReadonlySet<string> | undefined,
    settle: (message: GetMessage, channel: ConfirmChannel) => Promise<void> | void,
  ): Promise<number> {
    let count = 0;
    await this.walk(Infinity, async (letter, message, channel) => {
      if (eventIds && !eventIds.has(letter.eventId)) return;
      await settle(message, channel);
      channel.ack(message);
      count++;
    });
    return count;
  }

  /** Visits each current dead letter once. */
  private async walk(limit: number, visit: Visit): Promise<void> {
    const connection = await connectToOne(this.url, {
      noDelay: true,
      timeout: timeoutMs,
      clientProperties: { connection_name: `${this.service}:dead-letters` },
    });
    try {
      const channel = await connection.createConfirmChannel();
      // Reported by the operation that fails.
      channel.on('error', () => {});
      const { messageCount } = await channel.checkQueue(deadLetterQueue(this.service));
      for (let seen = 0; seen < Math.min(messageCount, limit); seen++) {
        const message = await channel.get(deadLetterQueue(this.service));
        if (!message) break;
        await visit(toDeadLetter(message), message, channel);
      }
      await channel.close();
    } finally {
      await connection.close().catch(() => {});
    }
  }
}

function toDeadLetter(message: GetMessage): DeadLetter {
  const { headers, timestamp, type } = message.properties;
  const [event] = readEvents(message.content) ?? [];
  return {
    eventId: event?.eventId ?? `raw_${createHash('sha256').update(message.content).digest('hex').slice(0, 16)}`,
    topic: event?.topic ?? String(type ?? 'unknown'),
    accountId: event?.accountId ?? '',
    diedAt: typeof timestamp === 'number' ? new Date(timestamp * 1000) : undefined,
    // Without our header, RabbitMQ dead-lettered the message: the process died repeatedly while handling it.
    reason: typeof headers?.[reasonHeader] === 'string' ? headers[reasonHeader] : 'delivery limit',
  };
}

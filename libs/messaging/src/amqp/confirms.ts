import type { ConfirmChannel, Message, Options } from 'amqplib';
import { PublishFailed } from '../transport.js';

/**
 * Reliable publishing with publisher confirms and `mandatory`. Fails with `PublishFailed` if no queue received the
 * message, the broker rejected it or did not confirm it in time, or the connection was lost. A failed message may still
 * have been delivered.
 */
export class Confirms {
  private readonly pending = new Map<string, (failure?: PublishFailed) => void>();
  private sequence = 0;

  /** `onReturn` is called for each unroutable message. A return precedes its confirm. */
  watch(channel: ConfirmChannel, onReturn: () => void = () => {}): void {
    channel.on('return', (message: Message) => {
      this.pending.get(String(message.properties.correlationId))?.(new PublishFailed('No queue is bound'));
      onReturn();
    });
  }

  /** Sets the correlation id, which matches returns to published messages. */
  publish(
    channel: ConfirmChannel,
    exchange: string,
    routingKey: string,
    content: Buffer,
    options: Omit<Options.Publish, 'correlationId'>,
    timeoutMs?: number,
  ): Promise<void> {
    const correlationId = (this.sequence++).toString(36);
    return new Promise<void>((resolve, reject) => {
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => settle(new PublishFailed('Not confirmed in time')), timeoutMs);
      const settle = (failure?: PublishFailed): void => {
        clearTimeout(timer);
        this.pending.delete(correlationId);
        if (failure) reject(failure);
        else resolve();
      };
      this.pending.set(correlationId, settle);
      try {
        channel.publish(
          exchange,
          routingKey,
          content,
          { ...options, correlationId, persistent: true, mandatory: true },
          (error: unknown) =>
            this.pending.get(correlationId)?.(error ? new PublishFailed('Rejected by the broker') : undefined),
        );
      } catch (error) {
        settle(new PublishFailed((error as Error).message));
      }
    });
  }

  failAll(): void {
    for (const settle of this.pending.values())
      settle(new PublishFailed('The connection to the message broker was lost'));
  }
}

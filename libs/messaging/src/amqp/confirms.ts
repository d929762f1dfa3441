import type { ConfirmChannel, Message, Options } from 'amqplib';
import { PublishFailed } from '../transport.js';

/**
 * Publishing that says the truth: with confirm and `mandatory`, so that what no queue took, what the broker refused or did not confirm in
 * time and what was under way when the connection went is a `PublishFailed`. What failed may have arrived all the same.
 */
export class Confirms {
  private readonly pending = new Map<string, (failure?: PublishFailed) => void>();
  private sequence = 0;

  /** `onReturn` hears of every message no queue took. A return precedes its confirm. */
  watch(channel: ConfirmChannel, onReturn: () => void = () => {}): void {
    channel.on('return', (message: Message) => {
      this.pending.get(String(message.properties.correlationId))?.(new PublishFailed('No queue takes it'));
      onReturn();
    });
  }

  /** The correlation id is ours: it ties returns to what was published. */
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
            this.pending.get(correlationId)?.(error ? new PublishFailed('Not taken by the broker') : undefined),
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

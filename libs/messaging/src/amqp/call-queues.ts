import type { ServiceName } from '@postrider/contracts';
import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { onOwnChannel } from './broker-facts.js';
import { declareRpcQueue, rpcQueues } from './topology.js';

/**
 * The queues that a service consumes calls from. A classic queue is unavailable while its broker node is down: calls
 * then use a spare queue, which is declared on another node and deleted once the first queue is back
 * (docs/operate/install.md#several-brokers).
 */
export class CallQueues {
  /** The consumed queues with their consumer tags; two while returning from a spare. */
  private readonly consumers = new Map<string, string>();
  private readonly names: readonly string[];
  private current: string;

  /** @param onLost called when the broker cancels the consumer: the queue was deleted, or its node is down */
  constructor(
    service: ServiceName,
    private readonly broker: { readonly connection: ChannelModel; readonly channel: ConfirmChannel },
    private readonly take: (message: ConsumeMessage) => void,
    private readonly onLost: (queue: string) => void,
  ) {
    this.names = rpcQueues(service);
    this.current = this.names[0]!;
  }

  get isConsumed(): boolean {
    return this.consumers.size > 0;
  }

  get consumerTags(): string[] {
    return [...this.consumers.values()];
  }

  async consume(): Promise<void> {
    const queue = await this.declareFirstAvailable();
    this.current = queue;
    if (this.consumers.has(queue)) return;
    const { consumerTag } = await this.broker.channel.consume(queue, (message) => {
      if (message) this.take(message);
      else this.ended(queue);
    });
    this.consumers.set(queue, consumerTag);
  }

  /** Returns to the first queue once it is available. Resolves to the queue that calls are consumed from. */
  async refreshQueue(): Promise<string> {
    if (this.current !== this.names[0]) await this.consume();
    for (const queue of this.consumers.keys()) if (queue !== this.current) await this.deleteSpare(queue);
    return this.current;
  }

  private async declareFirstAvailable(): Promise<string> {
    let away: unknown;
    for (const queue of this.names) {
      try {
        await onOwnChannel(this.broker.connection, (channel) => declareRpcQueue(channel, queue));
        return queue;
      } catch (error) {
        if (!isNodeDown(error)) throw error;
        away = error;
      }
    }
    throw away;
  }

  private ended(queue: string): void {
    this.consumers.delete(queue);
    if (queue === this.current) this.onLost(queue);
  }

  /**
   * Callers return to the first queue once the spare is deleted. It must be empty first, so deletion is retried on each
   * check.
   */
  private async deleteSpare(queue: string): Promise<void> {
    const { connection } = this.broker;
    await onOwnChannel(connection, (channel) => channel.deleteQueue(queue, { ifEmpty: true })).catch(() => undefined);
  }
}

/** Declaring a queue fails with 404 only if its node is down. */
const isNodeDown = (error: unknown): boolean => (error as { code?: unknown }).code === 404;

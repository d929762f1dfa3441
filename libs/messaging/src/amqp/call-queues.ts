import type { ServiceName } from '@postrider/contracts';
import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { onOwnChannel } from './broker-facts.js';
import { declareRpcQueue, rpcQueues } from './topology.js';

/**
 * Where a service takes its calls from. A classic queue lives on one node of the broker, and nobody can have it while that is away: its calls then go
 * by a spare, which is declared on a node that is there and deleted when the first is back (docs/operate/install.md#several-brokers).
 */
export class CallQueues {
  /** Those that are consumed, with the tag of the consumer: two while the way leads back. */
  private readonly consumers = new Map<string, string>();
  private readonly names: readonly string[];
  private current: string;

  /** @param onLost the broker ended the consumer: the queue was deleted, or went away with its node */
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
    const queue = await this.firstToBeHad();
    this.current = queue;
    if (this.consumers.has(queue)) return;
    const { consumerTag } = await this.broker.channel.consume(queue, (message) => {
      if (message) this.take(message);
      else this.ended(queue);
    });
    this.consumers.set(queue, consumerTag);
  }

  /** Back to the first one where it can be had again. Answers the one that calls are taken from. */
  async look(): Promise<string> {
    if (this.current !== this.names[0]) await this.consume();
    for (const queue of this.consumers.keys()) if (queue !== this.current) await this.giveUp(queue);
    return this.current;
  }

  private async firstToBeHad(): Promise<string> {
    let away: unknown;
    for (const queue of this.names) {
      try {
        await onOwnChannel(this.broker.connection, (channel) => declareRpcQueue(channel, queue));
        return queue;
      } catch (error) {
        if (!isAway(error)) throw error;
        away = error;
      }
    }
    throw away;
  }

  private ended(queue: string): void {
    this.consumers.delete(queue);
    if (queue === this.current) this.onLost(queue);
  }

  /** Callers find their way back when it is gone. What is in it is taken first, so it is looked at again. */
  private async giveUp(queue: string): Promise<void> {
    const { connection } = this.broker;
    await onOwnChannel(connection, (channel) => channel.deleteQueue(queue, { ifEmpty: true })).catch(() => undefined);
  }
}

/** Declaring a queue finds nothing only where the node that holds it is away. */
const isAway = (error: unknown): boolean => (error as { code?: unknown }).code === 404;

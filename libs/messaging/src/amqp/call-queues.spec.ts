import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { CallQueues } from './call-queues.js';

type Take = (message: ConsumeMessage | null) => void;

/** A fake cluster with classic queues, each of which lives on the node that declared it. */
class Cluster {
  /** Per queue: its node, the number of ready messages and its consumers. */
  readonly queues = new Map<string, { home: string; ready: number; takes: Map<string, Take> }>();
  readonly away = new Set<string>();
  /** Another error for declarations. */
  rejection: Error | undefined;
  declared = 0;

  connection(node: string): { connection: ChannelModel; channel: ConfirmChannel } {
    const channel = this.channel(node);
    return {
      connection: { createChannel: () => Promise.resolve(channel) } as unknown as ChannelModel,
      channel: channel as unknown as ConfirmChannel,
    };
  }

  /** Makes the node's queues unavailable. They come back without consumers. */
  lose(node: string): void {
    this.away.add(node);
    for (const queue of this.queues.values())
      if (queue.home === node) {
        const takes = [...queue.takes.values()];
        queue.takes.clear();
        for (const take of takes) take(null);
      }
  }

  consumed(): string[] {
    return [...this.queues].filter(([, { takes }]) => takes.size > 0).map(([name]) => name);
  }

  private reach(name: string): { home: string; ready: number; takes: Map<string, Take> } | undefined {
    const queue = this.queues.get(name);
    if (queue && this.away.has(queue.home))
      throw Object.assign(new Error(`NOT_FOUND - home node '${queue.home}' of durable queue '${name}' is down`), {
        code: 404,
      });
    return queue;
  }

  private channel(node: string): object {
    return {
      on: () => undefined,
      close: async () => undefined,
      assertQueue: async (name: string) => {
        this.declared += 1;
        if (this.rejection) throw this.rejection;
        if (!this.reach(name)) this.queues.set(name, { home: node, ready: 0, takes: new Map() });
      },
      consume: async (name: string, take: Take) => {
        const { takes } = this.reach(name)!;
        const consumerTag = `${name}-${takes.size + 1}`;
        takes.set(consumerTag, take);
        return { consumerTag };
      },
      deleteQueue: async (name: string, { ifEmpty }: { ifEmpty: boolean }) => {
        const queue = this.reach(name);
        if (!queue) return;
        if (ifEmpty && queue.ready > 0) throw Object.assign(new Error('PRECONDITION_FAILED'), { code: 406 });
        this.queues.delete(name);
        for (const take of queue.takes.values()) take(null);
      },
    };
  }
}

describe('CallQueues', () => {
  let cluster: Cluster;
  let queues: CallQueues;
  let lost: number;

  /** Connects to this node. */
  const connect = (node: string): void => {
    queues = new CallQueues(
      'customer',
      cluster.connection(node),
      () => undefined,
      () => {
        lost += 1;
      },
    );
  };

  beforeEach(() => {
    cluster = new Cluster();
    lost = 0;
    connect('one');
  });

  it('consume the queue of the service while its node is up', async () => {
    await queues.consume();
    expect(cluster.consumed()).toEqual(['customer.rpc']);
    expect([queues.isConsumed, queues.consumerTags]).toEqual([true, ['customer.rpc-1']]);
    const { declared } = cluster;
    expect(await queues.refreshQueue()).toBe('customer.rpc');
    // Checking is free for the broker while nothing is wrong.
    expect(cluster.declared).toBe(declared);
  });

  it('fall back to a spare queue on another node, and to the next one if that node is down, too', async () => {
    await queues.consume();
    cluster.lose('one');
    expect([lost, queues.isConsumed]).toEqual([1, false]);
    connect('two');
    await queues.consume();
    expect(cluster.consumed()).toEqual(['customer.rpc.2']);
    cluster.lose('two');
    connect('three');
    await queues.consume();
    expect(cluster.consumed()).toEqual(['customer.rpc.3']);
    expect([lost, queues.isConsumed]).toEqual([2, true]);
  });

  it('fail with the name of the node when all of these nodes are down', async () => {
    for (const node of ['one', 'two', 'three']) {
      connect(node);
      await queues.consume();
      cluster.lose(node);
    }
    connect('four');
    await expect(queues.consume()).rejects.toThrow("home node 'three'");
  });

  it('do not fall back when the broker rejects the queue for another reason', async () => {
    cluster.rejection = Object.assign(new Error('PRECONDITION_FAILED - inequivalent arg'), { code: 406 });
    await expect(queues.consume()).rejects.toThrow('inequivalent arg');
    expect(cluster.declared).toBe(1);
  });

  it('return to the queue of the service when its node is back, and delete the empty spare without losing a consumer', async () => {
    await queues.consume();
    cluster.lose('one');
    connect('two');
    await queues.consume();
    expect(await queues.refreshQueue()).toBe('customer.rpc.2');
    cluster.away.clear();
    cluster.queues.get('customer.rpc.2')!.ready = 3;
    expect(await queues.refreshQueue()).toBe('customer.rpc');
    expect(cluster.consumed()).toEqual(['customer.rpc', 'customer.rpc.2']);
    expect(queues.consumerTags).toHaveLength(2);
    cluster.queues.get('customer.rpc.2')!.ready = 0;
    expect(await queues.refreshQueue()).toBe('customer.rpc');
    expect([...cluster.queues.keys()]).toEqual(['customer.rpc']);
    // The end of the spare's consumer does not count as a loss.
    expect([lost, queues.isConsumed, queues.consumerTags.length]).toEqual([1, true, 1]);
  });

  it('stay on the spare while it is still consumed, when the node of the service goes down again', async () => {
    await queues.consume();
    cluster.lose('one');
    connect('two');
    await queues.consume();
    cluster.away.clear();
    cluster.queues.get('customer.rpc.2')!.ready = 3;
    await queues.refreshQueue();
    cluster.lose('one');
    await queues.consume();
    expect(cluster.queues.get('customer.rpc.2')!.takes.size).toBe(1);
    cluster.queues.get('customer.rpc.2')!.ready = 0;
    expect(await queues.refreshQueue()).toBe('customer.rpc.2');
    expect(cluster.consumed()).toEqual(['customer.rpc.2']);
  });
});

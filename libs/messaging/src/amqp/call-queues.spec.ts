import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { CallQueues } from './call-queues.js';

type Take = (message: ConsumeMessage | null) => void;

/** What a cluster says of classic queues, each of which lives on the node that it was declared on. */
class Cluster {
  /** Where each queue lives, what is in it, and who consumes it. */
  readonly queues = new Map<string, { home: string; ready: number; takes: Map<string, Take> }>();
  readonly away = new Set<string>();
  /** Not to be declared for another reason. */
  refusal: Error | undefined;
  declared = 0;

  connection(node: string): { connection: ChannelModel; channel: ConfirmChannel } {
    const channel = this.channel(node);
    return {
      connection: { createChannel: () => Promise.resolve(channel) } as unknown as ChannelModel,
      channel: channel as unknown as ConfirmChannel,
    };
  }

  /** Its queues are out of reach until it is back, and then without consumers. */
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
        if (this.refusal) throw this.refusal;
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

describe('the queue that calls are taken from', () => {
  let cluster: Cluster;
  let queues: CallQueues;
  let lost: number;

  /** Seen from a connection to this node. */
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

  it('is that of the service, as long as its node is there', async () => {
    await queues.consume();
    expect(cluster.consumed()).toEqual(['customer.rpc']);
    expect([queues.isConsumed, queues.consumerTags]).toEqual([true, ['customer.rpc-1']]);
    const { declared } = cluster;
    expect(await queues.look()).toBe('customer.rpc');
    // Looking costs the broker nothing where nothing is wrong.
    expect(cluster.declared).toBe(declared);
  });

  it('is a spare on another node while that one is away, and the next spare while that is away, too', async () => {
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

  it('cannot be had where all of these are away, and says which node is', async () => {
    for (const node of ['one', 'two', 'three']) {
      connect(node);
      await queues.consume();
      cluster.lose(node);
    }
    connect('four');
    await expect(queues.consume()).rejects.toThrow("home node 'three'");
  });

  it('is no other where the broker refuses it for another reason', async () => {
    cluster.refusal = Object.assign(new Error('PRECONDITION_FAILED - inequivalent arg'), { code: 406 });
    await expect(queues.consume()).rejects.toThrow('inequivalent arg');
    expect(cluster.declared).toBe(1);
  });

  it('is that of the service again when its node is back; the spare goes once it is empty, and costs no consumer', async () => {
    await queues.consume();
    cluster.lose('one');
    connect('two');
    await queues.consume();
    expect(await queues.look()).toBe('customer.rpc.2');
    cluster.away.clear();
    cluster.queues.get('customer.rpc.2')!.ready = 3;
    expect(await queues.look()).toBe('customer.rpc');
    expect(cluster.consumed()).toEqual(['customer.rpc', 'customer.rpc.2']);
    expect(queues.consumerTags).toHaveLength(2);
    cluster.queues.get('customer.rpc.2')!.ready = 0;
    expect(await queues.look()).toBe('customer.rpc');
    expect([...cluster.queues.keys()]).toEqual(['customer.rpc']);
    // The end of the spare's consumer is no loss.
    expect([lost, queues.isConsumed, queues.consumerTags.length]).toEqual([1, true, 1]);
  });

  it('is the spare that it still takes from, where the node of the service goes away again', async () => {
    await queues.consume();
    cluster.lose('one');
    connect('two');
    await queues.consume();
    cluster.away.clear();
    cluster.queues.get('customer.rpc.2')!.ready = 3;
    await queues.look();
    cluster.lose('one');
    await queues.consume();
    expect(cluster.queues.get('customer.rpc.2')!.takes.size).toBe(1);
    cluster.queues.get('customer.rpc.2')!.ready = 0;
    expect(await queues.look()).toBe('customer.rpc.2');
    expect(cluster.consumed()).toEqual(['customer.rpc.2']);
  });
});

import type { RequestContext, Rpc } from '@postrider/contracts';
import { defineRpc } from '@postrider/contracts';
import { z } from 'zod';
import { FairContractClient } from './fair-contract-client.js';
import type { RpcTransport } from './transport.js';

const rpcWith = (pattern: Parameters<typeof defineRpc>[0]['pattern'], timeoutMs?: number): Rpc =>
  defineRpc({
    pattern,
    request: z.object({}),
    response: z.object({}),
    examples: [],
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
const short = rpcWith('template.thing.get.v1');
const list = rpcWith('template.thing.list.v1');
const long = rpcWith('template.thing.save.v1', 15_000);
const elsewhere = rpcWith('customer.thing.get.v1');

describe('the calls of a gateway', () => {
  let underWay: (() => void)[];
  let client: FairContractClient;
  beforeEach(() => {
    underWay = [];
    client = new FairContractClient({
      request: () => new Promise((resolve) => underWay.push(() => resolve({ value: {} }))),
    } as unknown as RpcTransport);
  });

  const context = (accountId = 'acc_1', ms = 10_000): RequestContext => ({
    accountId,
    requestId: 'req_1',
    deadline: Date.now() + ms,
  });
  const call = (rpc: Rpc, count: number, accountId?: string): Promise<unknown>[] =>
    Array.from({ length: count }, () => client.call(rpc, context(accountId), {}));
  const respondToAll = async (calls: Promise<unknown>[]): Promise<void> => {
    const all = Promise.all(calls);
    for (let done = 0; done < calls.length; await new Promise(setImmediate))
      for (const response of underWay.splice(0)) {
        response();
        done++;
      }
    await all;
  };

  it('run at most 96 at a time per account and service, while other accounts continue', async () => {
    const calls = call(short, 100);
    expect(underWay).toHaveLength(96);
    calls.push(...call(elsewhere, 1), ...call(short, 1, 'acc_2'));
    expect(underWay).toHaveLength(98);
    await respondToAll(calls);
    const more = call(short, 1);
    expect(underWay).toHaveLength(1);
    await respondToAll(more);
  });

  it('include at most 24 long calls', async () => {
    const calls = [...call(list, 20), ...call(long, 20)];
    await new Promise(setImmediate);
    expect(underWay).toHaveLength(24);
    calls.push(...call(short, 10), ...call(long, 2, 'acc_2'));
    await new Promise(setImmediate);
    expect(underWay).toHaveLength(36);
    await respondToAll(calls);
  });

  it('wait no longer than their requests', async () => {
    const calls = call(short, 96);
    await expect(client.call(short, context('acc_1', 20), {})).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('The request ran out of time'),
    });
    await respondToAll(calls);
  });
});

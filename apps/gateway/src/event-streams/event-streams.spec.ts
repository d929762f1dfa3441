import { EventEmitter, getEventListeners } from 'node:events';
import { openEventStream, readEventStream, ServiceError } from '@postrider/contracts';
import type { ResponseInputOf, EventStreamQuery, Rpc } from '@postrider/contracts';
import type { ContractClient } from '@postrider/messaging';
import { waitFor } from '@postrider/testing';
import type { Response } from 'express';
import type { AuthenticationService } from '../authentication/authentication.service.js';
import type { ApiRequest } from '../http/api-request.js';
import { EventStreams, maxOfGateway, maxOfKeys, maxOfUser, maxOfUsers } from './event-streams.js';

type Page = ResponseInputOf<typeof readEventStream>;

class QuickStreams extends EventStreams {
  protected override readonly times = { pollMs: 5, heartbeatMs: 20, unreadMs: 50 };
}

/** A response whose buffer is full while `full` is set. */
class Caller extends EventEmitter {
  readonly req = {};
  readonly writableLength = 0;
  text = '';
  full = false;
  finished = false;
  destroyed = false;
  writeHead(): this {
    return this;
  }
  write(text: string): boolean {
    this.text += text;
    return !this.full;
  }
  end(): void {
    this.finished = true;
    this.emit('close');
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('EventStreams', () => {
  let page: Page;
  let authenticate: () => void;
  let streams: EventStreams;
  const callers: Caller[] = [];
  beforeEach(() => {
    page = { events: [], position: '0', missed: false, more: false };
    authenticate = () => {};
    const services = {
      call: (contract: Rpc) =>
        Promise.resolve(contract === openEventStream ? { position: '0' } : { ...page, events: [...page.events] }),
    };
    const authentication = { authenticate: async () => authenticate() };
    streams = new QuickStreams(
      services as unknown as ContractClient,
      authentication as unknown as AuthenticationService,
    );
  });
  afterEach(() => {
    for (const caller of callers.splice(0)) caller.emit('close');
  });

  const open = (accountId = 'acc_1', userId?: string): [Caller, Promise<void>] => {
    const caller = new Caller();
    callers.push(caller);
    const user = userId === undefined ? undefined : { id: userId };
    const request = { caller: { accountId, user }, headers: {}, method: 'GET', id: 'req_1' };
    const query = {} as EventStreamQuery;
    return [caller, streams.serve(request as unknown as ApiRequest, caller as unknown as Response, query)];
  };

  it('sends heartbeats while there are no events', async () => {
    const [caller] = open();
    await waitFor(() => caller.text.includes(':\n\n:\n\n'));
  });

  it('sends its position after events that the filter skipped', async () => {
    const [caller] = open();
    page = { ...page, position: '7' };
    await waitFor(() => caller.text.includes(':\nid: 7\n\n'));
    expect(caller.text.split('id: 7')).toHaveLength(2);
  });

  it('limits streams of a user, of all users and of the keys of an account separately', async () => {
    for (let stream = 0; stream < maxOfUser; stream++) open('acc_1', 'usr_1');
    await expect(open('acc_1', 'usr_1')[1]).rejects.toMatchObject({ code: 'rate_limited' });
    for (let user = 2; user <= maxOfUsers - maxOfUser + 1; user++) open('acc_1', `usr_${user}`);
    await expect(open('acc_1', 'usr_new')[1]).rejects.toMatchObject({ code: 'rate_limited' });
    for (let stream = 0; stream < maxOfKeys; stream++) open('acc_1');
    await expect(open('acc_1')[1]).rejects.toMatchObject({ code: 'rate_limited' });
    await waitFor(() => callers.filter(({ text }) => text !== '').length === maxOfUsers + maxOfKeys);
    // A rejected stream holds no slot.
    for (const caller of callers) caller.emit('close');
    await waitFor(() => callers.filter(({ finished }) => finished).length === maxOfUsers + maxOfKeys);
    const [again] = open('acc_1', 'usr_1');
    await waitFor(() => again.text !== '');
  });

  it('ends a stream when its key is revoked', async () => {
    const [caller, served] = open();
    authenticate = () => {
      throw new ServiceError('invalid_api_key', 'There is no such key');
    };
    await served;
    expect([caller.finished, caller.destroyed]).toEqual([true, false]);
  });

  it('keeps a stream open while its key cannot be looked up', async () => {
    let lookups = 0;
    authenticate = () => {
      lookups++;
      throw new ServiceError('unavailable', 'away');
    };
    const [caller] = open();
    await waitFor(() => lookups > 2);
    expect(caller.finished).toBe(false);
  });

  it('closes a stream that its caller does not read, but not one that is read slowly', async () => {
    page = { ...page, events: [{ position: '1', id: 'evt_1', body: '{"type":"email.sent"}' }], position: '1' };
    const [unread, served] = open();
    unread.full = true;
    await served;
    expect(unread.destroyed).toBe(true);
    const [slow] = open();
    slow.full = true;
    const read = setInterval(() => slow.emit('drain'), 5);
    await waitFor(() => slow.text.split('evt_1').length > 10);
    clearInterval(read);
    expect(slow.destroyed).toBe(false);
  });

  it('does not leak listeners while its caller reads slowly', async () => {
    page = { ...page, events: [{ position: '1', id: 'evt_1', body: '{"type":"email.sent"}' }], position: '1' };
    const [slow] = open();
    slow.full = true;
    const read = setInterval(() => slow.emit('drain'), 5);
    await waitFor(() => slow.text.split('evt_1').length > 15);
    clearInterval(read);
    const [{ signal }] = [...streams['open']] as [AbortController];
    // For the pending write, or for the pause between two polls.
    expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(1);
    // One for the pending write, one for the response memory.
    expect(slow.listenerCount('drain')).toBeLessThanOrEqual(2);
  });

  it('returns unavailable when the gateway has too many streams, until one closes', async () => {
    for (let account = 0; account * maxOfKeys < maxOfGateway; account++)
      for (let stream = 0; stream < maxOfKeys; stream++) open(`acc_${account}`);
    await expect(open('acc_other')[1]).rejects.toMatchObject({ code: 'unavailable' });
    callers[0]!.emit('close');
    await waitFor(() =>
      Promise.race([
        open('acc_other')[1].catch(() => false),
        new Promise((resolve) => setTimeout(() => resolve(true), 20)),
      ]),
    );
  });
});

import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import { ServiceError } from '@postrider/contracts';
import type { Response } from 'express';
import { Overloaded } from './admission.js';
import type { IncomingApiRequest } from './api-request.js';
import { Tarpit } from './tarpit.js';

const tooMany = ServiceError.rateLimited('Too many requests', 1);

describe('Tarpit', () => {
  let rejections: Tarpit;
  let sent: string[];
  beforeEach(() => {
    jest.useFakeTimers();
    rejections = new Tarpit();
    sent = [];
  });
  afterEach(() => jest.useRealTimers());

  const reject = (accountId: string, error: ServiceError = tooMany, known: Partial<IncomingApiRequest> = {}) => {
    const response = new EventEmitter() as Response;
    const request = { caller: { accountId }, arrivedAt: Date.now(), ...known } as IncomingApiRequest;
    rejections.delay(request, response, error, () => sent.push(accountId));
    return response;
  };
  const rejectMany = (count: number, accountId = 'a'): Response[] =>
    Array.from({ length: count }, () => reject(accountId));

  it('sends 20 rejections per second immediately, and the others after 600 ms', async () => {
    rejectMany(30);
    expect(sent).toHaveLength(20);
    await jest.advanceTimersByTimeAsync(599);
    expect(sent).toHaveLength(20);
    await jest.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(30);
    await jest.advanceTimersByTimeAsync(450);
    rejectMany(1);
    expect(sent).toHaveLength(31);
  });

  it('does not delay the rejections of other accounts', () => {
    rejectMany(30);
    reject('b');
    expect(sent.at(-1)).toBe('b');
  });

  it('counts callers without a key by address', () => {
    for (let n = 0; n < 30; n += 1) reject('a', tooMany, { caller: undefined as never, ip: '192.0.2.1' });
    expect(sent).toHaveLength(20);
    reject('b', tooMany, { caller: undefined as never, ip: '192.0.2.2' });
    expect(sent).toHaveLength(21);
  });

  it('subtracts the time that a rejected request has waited', async () => {
    rejectMany(20);
    reject('a', new Overloaded(), { arrivedAt: Date.now() - 500 });
    await jest.advanceTimersByTimeAsync(100);
    expect(sent).toHaveLength(21);
  });

  it('does not delay other errors, or the calls of a batch', () => {
    rejectMany(20);
    reject('a', new ServiceError('not_found', 'No such path'));
    reject('a', tooMany, { arrivedAt: undefined as never });
    expect(sent).toHaveLength(22);
  });

  it('drops the rejection of a caller that has disconnected', async () => {
    rejectMany(20);
    reject('a').emit('close');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(20);
  });

  it('sends the oldest rejection when too many are delayed', () => {
    rejectMany(20 + 1_024);
    expect(sent).toHaveLength(20);
    rejectMany(1);
    expect(sent).toHaveLength(21);
  });
});

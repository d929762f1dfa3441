import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import { ServiceError } from '@postrider/contracts';
import type { Response } from 'express';
import { Overloaded } from './admission.js';
import type { IncomingApiRequest } from './api-request.js';
import { Tarpit } from './tarpit.js';

const tooMany = ServiceError.rateLimited('Too many requests', 1);

describe('Tarpit', () => {
  let refusals: Tarpit;
  let sent: string[];
  beforeEach(() => {
    jest.useFakeTimers();
    refusals = new Tarpit();
    sent = [];
  });
  afterEach(() => jest.useRealTimers());

  const refuse = (accountId: string, error: ServiceError = tooMany, known: Partial<IncomingApiRequest> = {}) => {
    const response = new EventEmitter() as Response;
    const request = { caller: { accountId }, arrivedAt: Date.now(), ...known } as IncomingApiRequest;
    refusals.delay(request, response, error, () => sent.push(accountId));
    return response;
  };
  const refuseMany = (count: number, accountId = 'a'): Response[] =>
    Array.from({ length: count }, () => refuse(accountId));

  it('sends 20 refusals per second immediately, and the others after 600 ms', async () => {
    refuseMany(30);
    expect(sent).toHaveLength(20);
    await jest.advanceTimersByTimeAsync(599);
    expect(sent).toHaveLength(20);
    await jest.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(30);
    await jest.advanceTimersByTimeAsync(450);
    refuseMany(1);
    expect(sent).toHaveLength(31);
  });

  it('does not delay the refusals of other accounts', () => {
    refuseMany(30);
    refuse('b');
    expect(sent.at(-1)).toBe('b');
  });

  it('counts callers without a key by address', () => {
    for (let n = 0; n < 30; n += 1) refuse('a', tooMany, { caller: undefined as never, ip: '192.0.2.1' });
    expect(sent).toHaveLength(20);
    refuse('b', tooMany, { caller: undefined as never, ip: '192.0.2.2' });
    expect(sent).toHaveLength(21);
  });

  it('subtracts the time that a refused request has waited', async () => {
    refuseMany(20);
    refuse('a', new Overloaded(), { arrivedAt: Date.now() - 500 });
    await jest.advanceTimersByTimeAsync(100);
    expect(sent).toHaveLength(21);
  });

  it('does not delay other errors, or the calls of a batch', () => {
    refuseMany(20);
    refuse('a', new ServiceError('not_found', 'No such path'));
    refuse('a', tooMany, { arrivedAt: undefined as never });
    expect(sent).toHaveLength(22);
  });

  it('drops the refusal of a caller that has disconnected', async () => {
    refuseMany(20);
    refuse('a').emit('close');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(20);
  });

  it('sends the oldest refusal when too many are delayed', () => {
    refuseMany(20 + 1_024);
    expect(sent).toHaveLength(20);
    refuseMany(1);
    expect(sent).toHaveLength(21);
  });
});

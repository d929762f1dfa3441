import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import { ServiceError } from '@postrider/contracts';
import type { Response } from 'express';
import { Overloaded } from './admission.js';
import type { ArrivingRequest } from './api-request.js';
import { Tarpit } from './tarpit.js';

const tooMany = ServiceError.rateLimited('Too many requests', 1);

describe('refusals of an account', () => {
  let refusals: Tarpit;
  let answered: string[];
  beforeEach(() => {
    jest.useFakeTimers();
    refusals = new Tarpit();
    answered = [];
  });
  afterEach(() => jest.useRealTimers());

  const refuse = (accountId: string, error: ServiceError = tooMany, known: Partial<ArrivingRequest> = {}) => {
    const response = new EventEmitter() as Response;
    const request = { caller: { accountId }, arrivedAt: Date.now(), ...known } as ArrivingRequest;
    refusals.delay(request, response, error, () => answered.push(accountId));
    return response;
  };
  const refuseMany = (count: number, accountId = 'a'): Response[] =>
    Array.from({ length: count }, () => refuse(accountId));

  it('are told at once, twenty in a second, and then 600 ms later', async () => {
    refuseMany(30);
    expect(answered).toHaveLength(20);
    await jest.advanceTimersByTimeAsync(599);
    expect(answered).toHaveLength(20);
    await jest.advanceTimersByTimeAsync(1);
    expect(answered).toHaveLength(30);
    await jest.advanceTimersByTimeAsync(450);
    refuseMany(1);
    expect(answered).toHaveLength(31);
  });

  it('do not hold up those of another', () => {
    refuseMany(30);
    refuse('b');
    expect(answered.at(-1)).toBe('b');
  });

  it('count for who has no key by address', () => {
    for (let n = 0; n < 30; n += 1) refuse('a', tooMany, { caller: undefined as never, ip: '192.0.2.1' });
    expect(answered).toHaveLength(20);
    refuse('b', tooMany, { caller: undefined as never, ip: '192.0.2.2' });
    expect(answered).toHaveLength(21);
  });

  it('wait no longer than what was refused has waited already', async () => {
    refuseMany(20);
    refuse('a', new Overloaded(), { arrivedAt: Date.now() - 500 });
    await jest.advanceTimersByTimeAsync(100);
    expect(answered).toHaveLength(21);
  });

  it('are told at once where they are no refusals of too much, or of a call of a batch', () => {
    refuseMany(20);
    refuse('a', new ServiceError('not_found', 'No such address'));
    refuse('a', tooMany, { arrivedAt: undefined as never });
    expect(answered).toHaveLength(22);
  });

  it('are not told to who has left', async () => {
    refuseMany(20);
    refuse('a').emit('close');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(answered).toHaveLength(20);
  });

  it('are told sooner to who waits longest when very many wait', () => {
    refuseMany(20 + 1_024);
    expect(answered).toHaveLength(20);
    refuseMany(1);
    expect(answered).toHaveLength(21);
  });
});

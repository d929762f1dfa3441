import { ServiceError } from '@postrider/contracts';
import { outcomeOfFailedEvent } from './on.js';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });
const waits = (error: unknown): string[] => {
  const seen: string[] = [];
  for (let attempt = 1; seen.length < 10;) {
    const fate = outcomeOfFailedEvent(error, attempt);
    if (fate === 'dead') return [...seen, 'dead'];
    seen.push(fate.tier.name);
    attempt = fate.attempt;
  }
  return [...seen, '…'];
};

describe('an event that failed', () => {
  it.each([
    ['of a bug', new TypeError('x is not a function')],
    ['at a constraint', withCode('23505')],
    ['by running into the statement limit', withCode('57014')],
    ['by running into it behind TypeORM', Object.assign(new Error('Query failed'), { driverError: withCode('57014') })],
  ])('%s is tried five times', (_how, error) => {
    expect(waits(error)).toEqual(['5s', '30s', '2m', '10m', 'dead']);
  });

  it('because something is away is tried until it is there', () => {
    expect(new Set(waits(withCode('ECONNREFUSED')))).toEqual(new Set(['5s', '…']));
  });

  it('because it is refused as invalid is not tried again', () => {
    expect(waits(new ServiceError('invalid_request', 'Wrong'))).toEqual(['dead']);
  });
});

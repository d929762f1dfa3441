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

describe('a failed event', () => {
  it.each([
    ['after a bug', new TypeError('x is not a function')],
    ['after a constraint violation', withCode('23505')],
    ['after a statement timeout', withCode('57014')],
    [
      'after a statement timeout in TypeORM',
      Object.assign(new Error('Query failed'), { driverError: withCode('57014') }),
    ],
  ])('%s is tried five times', (_how, error) => {
    expect(waits(error)).toEqual(['5s', '30s', '2m', '10m', 'dead']);
  });

  it('is retried without limit while a dependency is unavailable', () => {
    expect(new Set(waits(withCode('ECONNREFUSED')))).toEqual(new Set(['5s', '…']));
  });

  it('is not retried if it is invalid', () => {
    expect(waits(new ServiceError('invalid_request', 'Wrong'))).toEqual(['dead']);
  });
});

import { ServiceError } from '@postrider/contracts';
import { isPassing, isUnstorable, unanswered, unavailable } from './error-kinds.js';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('a failure', () => {
  it.each([
    ['a database that is starting', withCode('57P03')],
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a lost deadlock', withCode('40P01')],
    ['a full disk', withCode('53100')],
    ['a driver’s error inside another', Object.assign(new Error('Query failed'), { driverError: withCode('57P01') })],
    ['a pool that is exhausted', new Error('timeout exceeded when trying to connect')],
    ['another service that is away', unavailable('The template service is not running')],
  ])('passes: %s', (_what, error) => {
    expect(isPassing(error)).toBe(true);
  });

  it.each([
    ['a bug', new TypeError('x is not a function')],
    ['a constraint', withCode('23505')],
    ['a refusal', new ServiceError('not_found', 'gone')],
    ['no error at all', 'text'],
  ])('does not pass: %s', (_what, error) => {
    expect(isPassing(error)).toBe(false);
  });

  it('is the caller’s when its text cannot be stored', () => {
    expect(isUnstorable(Object.assign(new Error('Query failed'), { driverError: withCode('22021') }))).toBe(true);
    expect(isUnstorable(withCode('23505'))).toBe(false);
  });

  it('says that nothing happened only where that is certain', () => {
    expect(unavailable('Away').message).toContain('nothing was accepted');
    expect(unanswered('Late').message).toContain('may have been carried out');
    expect([unavailable('Away'), unanswered('Late')].map(({ code, retryable }) => [code, retryable])).toEqual([
      ['unavailable', true],
      ['unavailable', true],
    ]);
  });
});

import { ServiceError } from '@postrider/contracts';
import { isTemporary, isUnstorable, unanswered, unavailable } from './error-kinds.js';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('an error', () => {
  it.each([
    ['a starting database', withCode('57P03')],
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a deadlock', withCode('40P01')],
    ['a full disk', withCode('53100')],
    ['a driver’s error inside another', Object.assign(new Error('Query failed'), { driverError: withCode('57P01') })],
    ['an exhausted pool', new Error('timeout exceeded when trying to connect')],
    ['another unavailable service', unavailable('The template service is not running')],
  ])('is temporary: %s', (_what, error) => {
    expect(isTemporary(error)).toBe(true);
  });

  it.each([
    ['a bug', new TypeError('x is not a function')],
    ['a constraint', withCode('23505')],
    ['a refusal', new ServiceError('not_found', 'not there')],
    ['no error at all', 'text'],
  ])('is permanent: %s', (_what, error) => {
    expect(isTemporary(error)).toBe(false);
  });

  it('belongs to the caller if its text cannot be stored', () => {
    expect(isUnstorable(Object.assign(new Error('Query failed'), { driverError: withCode('22021') }))).toBe(true);
    expect(isUnstorable(withCode('23505'))).toBe(false);
  });

  it('states that nothing was done only if that is certain', () => {
    expect(unavailable('Unreachable').message).toContain('nothing was accepted');
    expect(unanswered('Late').message).toContain('may have been carried out');
    expect([unavailable('Away'), unanswered('Late')].map(({ code, retryable }) => [code, retryable])).toEqual([
      ['unavailable', true],
      ['unavailable', true],
    ]);
  });
});

import { QueryObserver } from '@tanstack/react-query';
import { ApiFailure } from './failure.js';
import { createQueryClient } from './query-client.js';

const failure = (httpStatus: number) =>
  new ApiFailure('The template service is not running', { code: 'unavailable', httpStatus, carriedOut: 'no' });

describe('a failed read', () => {
  const again = (error: Error | null) => {
    const client = createQueryClient(() => undefined);
    const { options } = new QueryObserver(client, { queryKey: ['templates'], enabled: false });
    const query = client.getQueryCache().build(client, { queryKey: ['templates'] });
    query.setState({ error });
    const { refetchInterval } = client.defaultQueryOptions(options);
    return typeof refetchInterval === 'function' ? refetchInterval(query as never) : refetchInterval;
  };

  it('is retried while a service is unavailable', () => {
    expect(again(failure(503))).toBe(5_000);
    expect(again(failure(0))).toBe(5_000);
  });

  it('is not retried after a rejection or a success', () => {
    expect([again(failure(403)), again(failure(404)), again(null)]).toEqual([false, false, false]);
  });
});

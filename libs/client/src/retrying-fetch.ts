export interface RetryOptions {
  /** How often a request is tried again. */
  readonly retries: number;
  /** What one try may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly fetch: (request: Request) => Promise<Response>;
}

const firstPauseMs = 500;
const maxPauseMs = 30_000;

/**
 * `fetch` that tries again what did not get through, where that is safe: reads, and what carries an `Idempotency-Key`.
 * What was refused for its rate (429) was not carried out, whatever it is; a 409 that says when to ask again is of a request whose first try still runs.
 */
export const retryingFetch =
  ({ retries, timeoutMs, fetch }: RetryOptions) =>
  async (request: Request): Promise<Response> => {
    const repeatable = request.method === 'GET' || request.headers.has('idempotency-key');
    for (let tried = 0; ; tried++) {
      const last = tried >= retries;
      const pause = firstPauseMs * 2 ** tried;
      try {
        const response = await fetch(
          new Request(request.clone(), { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) }),
        );
        const again = response.status === 429 || (repeatable && isPassing(response));
        if (last || !again) return response;
        await response.body?.cancel();
        await sleep(retryAfterMs(response) ?? pause, request.signal);
      } catch (error) {
        if (last || !repeatable || request.signal.aborted) throw error;
        await sleep(pause, request.signal);
      }
    }
  };

const isPassing = ({ status, headers }: Response): boolean =>
  status === 503 || (status === 409 && headers.has('retry-after'));

const retryAfterMs = ({ headers }: Response): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, maxPauseMs) : undefined;
};

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });

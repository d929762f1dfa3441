export interface RetryOptions {
  /** Maximum number of retries. */
  readonly retries: number;
  /** Timeout of each attempt, in milliseconds. */
  readonly timeoutMs: number;
  readonly fetch: (request: Request) => Promise<Response>;
}

const firstPauseMs = 500;
const maxPauseMs = 30_000;

/**
 * A `fetch` that retries failed requests if that is safe: reads, and requests with an `Idempotency-Key`. A rate-limited
 * request (429) was not carried out and is always retried; a 409 with a retry delay means that the first attempt is
 * still running.
 */
export const retryingFetch =
  ({ retries, timeoutMs, fetch }: RetryOptions) =>
  async (request: Request): Promise<Response> => {
    const isRepeatable = request.method === 'GET' || request.headers.has('idempotency-key');
    for (let tried = 0; ; tried++) {
      const last = tried >= retries;
      const pause = firstPauseMs * 2 ** tried;
      try {
        const response = await fetch(
          new Request(request.clone(), { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) }),
        );
        const again = response.status === 429 || (isRepeatable && isTemporary(response));
        if (last || !again) return response;
        await response.body?.cancel();
        await sleep(retryAfterMs(response) ?? pause, request.signal);
      } catch (error) {
        if (last || !isRepeatable || request.signal.aborted) throw error;
        await sleep(pause, request.signal);
      }
    }
  };

const isTemporary = ({ status, headers }: Response): boolean =>
  status === 503 || (status === 409 && headers.has('retry-after'));

const retryAfterMs = ({ headers }: Response): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, maxPauseMs) : undefined;
};

export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
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

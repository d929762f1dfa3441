/** Retry delays in seconds (docs/operate/limits.md#webhooks). After the last attempt an event is given up. */
const retryDelays = [5, 300, 1_800, 7_200, 18_000, 36_000];
const maxRetryDelay = Math.max(...retryDelays);
/** Delay in seconds after an error of this service. */
export const localErrorDelay = 1_800;

/** The result of one attempt to deliver an event. */
export type Outcome =
  | { readonly kind: 'delivered' }
  /** Retried after `wait` seconds. */
  | { readonly kind: 'failed'; readonly wait: number }
  /** `gone`: the endpoint wants no further events. */
  | { readonly kind: 'given_up'; readonly gone?: true }
  /** The event was purged, so nothing was posted. */
  | { readonly kind: 'lost' }
  /** An error of this service: retried after `wait` seconds, without counting as an attempt. */
  | { readonly kind: 'postponed'; readonly wait: number }
  /** Interrupted by a shutdown; does not count as an attempt. */
  | { readonly kind: 'interrupted' };

/** Whether the outcome depends on the endpoint. */
export const isOfEndpoint = ({ kind }: Outcome): boolean =>
  kind === 'delivered' || kind === 'failed' || kind === 'given_up';

const gone = 410;

/** Statuses whose `Retry-After` header is honored (RFC 9110 and RFC 6585). */
const withRetryAfter = [429, 503];

/** `retryAfterSeconds`: seconds from Retry-After. They extend the scheduled delay, up to the longest one. */
export function classifyStatus(status: number | undefined, attempt: number, retryAfterSeconds = 0): Outcome {
  if (status !== undefined && status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === gone) return { kind: 'given_up', gone: true };
  // Attempts count from 1.
  const wait = retryDelays[attempt - 1];
  if (wait === undefined) return { kind: 'given_up' };
  const requested = withRetryAfter.includes(status ?? 0) ? Math.min(retryAfterSeconds, maxRetryDelay) : 0;
  return { kind: 'failed', wait: Math.max(wait, requested) };
}

/** Seconds from now; undefined if the header is neither a number of seconds nor a date. */
export function parseRetryAfter(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\d{1,10}$/.test(retryAfter)) return Number(retryAfter);
  const until = retryAfter.endsWith(' GMT') ? Date.parse(retryAfter) : NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now) / 1_000));
}

/** Message for the list of attempts. */
export const describeOutcome = (status: number): string =>
  `The endpoint returned ${status}${status >= 300 && status < 400 ? '; redirects are not followed' : ''}`;

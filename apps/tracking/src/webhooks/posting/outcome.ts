/** Seconds after each attempt that failed (docs/operate/limits.md#webhooks); after the last attempt an event is given up. */
const waits = [5, 300, 1_800, 7_200, 18_000, 36_000];
const maxWait = Math.max(...waits);
/** Seconds after a fault of this service. */
export const ownFaultWait = 1_800;

/** How one attempt to post an event ended. */
export type Outcome =
  | { readonly kind: 'delivered' }
  /** Tried again after so many seconds. */
  | { readonly kind: 'failed'; readonly wait: number }
  /** `gone`: the endpoint wants no more events. */
  | { readonly kind: 'given_up'; readonly gone?: true }
  /** Nothing was posted, because the event is not kept any more. */
  | { readonly kind: 'lost' }
  /** By a fault of this service: tried again after so many seconds, and not counted as an attempt. */
  | { readonly kind: 'put_off'; readonly wait: number }
  /** By a stop of this process: it counts as no attempt. */
  | { readonly kind: 'cut_off' };

/** Only these outcomes say something about the endpoint. */
export const isEndpoints = ({ kind }: Outcome): boolean =>
  kind === 'delivered' || kind === 'failed' || kind === 'given_up';

const gone = 410;

/** Statuses with which `Retry-After` says when to come again (RFC 9110 and RFC 6585). */
const withRetryAfter = [429, 503];

/** `askedWait`: the seconds that the endpoint asks to wait. They prolong the scheduled wait, up to the longest one. */
export function outcomeOf(status: number | undefined, attempt: number, askedWait = 0): Outcome {
  if (status !== undefined && status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === gone) return { kind: 'given_up', gone: true };
  // Attempts count from 1.
  const wait = waits[attempt - 1];
  if (wait === undefined) return { kind: 'given_up' };
  const asked = withRetryAfter.includes(status ?? 0) ? Math.min(askedWait, maxWait) : 0;
  return { kind: 'failed', wait: Math.max(wait, asked) };
}

/** Seconds from now; undefined where the header is neither a number of seconds nor a date. */
export function waitOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\d{1,10}$/.test(retryAfter)) return Number(retryAfter);
  const until = retryAfter.endsWith(' GMT') ? Date.parse(retryAfter) : NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now) / 1_000));
}

/** For the list of attempts. */
export const sentenceOf = (status: number): string =>
  `It answered ${status}${status >= 300 && status < 400 ? '; redirects are not followed' : ''}`;

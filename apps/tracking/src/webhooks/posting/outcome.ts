import { waitAfter } from './retry-schedule.js';

/** How one attempt to post an event ended. */
export type Outcome =
  | { readonly kind: 'delivered' }
  /** Tried again after so many seconds. */
  | { readonly kind: 'failed'; readonly wait: number }
  /** `gone`: the endpoint asks not to be told of anything any more. */
  | { readonly kind: 'given_up'; readonly gone?: true }
  /** By a stop of this process: it counts as no attempt. */
  | { readonly kind: 'cut_off' };

const gone = 410;

export function outcomeOf(status: number | undefined, attempt: number): Outcome {
  if (status !== undefined && status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === gone) return { kind: 'given_up', gone: true };
  const wait = waitAfter(attempt);
  return wait === undefined ? { kind: 'given_up' } : { kind: 'failed', wait };
}

/** For the list of attempts. */
export const sentenceOf = (status: number): string =>
  `It answered ${status}${status >= 300 && status < 400 ? '; redirects are not followed' : ''}`;

import type { DeliveryOutcome } from './driver.js';

type Rejected = Extract<DeliveryOutcome, { kind: 'rejected' }>;
type Deferred = Extract<DeliveryOutcome, { kind: 'deferred' }>;

const longestDetail = 500;
/** A provider that names a date further away is asked again by our own schedule. */
const longestWaitMs = 24 * 60 * 60 * 1000;

/** One line of at most 500 characters. */
const oneSentence = (detail: string): string => detail.replace(/[\s\x00-\x1f\x7f]+/g, ' ').trim().slice(0, longestDetail);

/** The provider's words without any of `secrets`, which some of them repeat in their answers. */
export function withoutSecrets(detail: string, secrets: readonly string[]): string {
  let safe = detail;
  for (const secret of secrets) if (secret.length >= 4) safe = safe.replaceAll(secret, '***');
  return safe;
}

export const sent = (detail: string, providerMessageId?: string): DeliveryOutcome =>
  ({ kind: 'sent', detail: oneSentence(detail), ...(providerMessageId === undefined ? {} : { providerMessageId }) });

/** The receiving side refused this recipient or this content. */
export const bounced = (detail: string, code?: string): Rejected =>
  ({ kind: 'rejected', status: 'bounced', detail: oneSentence(detail), ...(code === undefined ? {} : { code }) });

/** The provider refused this recipient or this content. */
export const dropped = (detail: string, code?: string): Rejected =>
  ({ kind: 'rejected', status: 'dropped', detail: oneSentence(detail), ...(code === undefined ? {} : { code }) });

type DeferredExtras = { readonly code?: string | undefined; readonly retryAt?: Date | undefined; readonly unknown?: boolean | undefined; readonly outage?: boolean | undefined };

const deferred = (scope: Deferred['scope'], detail: string, { code, retryAt, unknown, outage }: DeferredExtras): Deferred => ({
  kind: 'deferred', scope, detail: oneSentence(detail),
  ...(code === undefined ? {} : { code }),
  ...(unknown ? { unknown } : {}),
  ...(outage ? { outage } : {}),
  ...(retryAt && retryAt.getTime() > Date.now() && retryAt.getTime() - Date.now() <= longestWaitMs ? { retryAt } : {}),
});

/** Not now, for this message alone. */
export const tryAgain = (detail: string, extras: DeferredExtras = {}): Deferred => deferred('message', detail, extras);

/** Not with this account as it is: nothing is said about the recipient. */
export const accountTrouble = (detail: string, extras: DeferredExtras = {}): Deferred => deferred('account', detail, extras);

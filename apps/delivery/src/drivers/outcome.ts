import type { ConnectionCheck, DeliveryOutcome } from './driver.js';

type Rejected = Extract<DeliveryOutcome, { kind: 'rejected' }>;
type Deferred = Extract<DeliveryOutcome, { kind: 'deferred' }>;

const maxDetailLength = 500;
const maxNameLength = 255;
/** A provider that names a date further away is asked again by our own schedule. */
const maxWaitMs = 24 * 60 * 60 * 1000;

/** One line that a database takes, whatever a server put into it: no control characters, no half of a surrogate pair. */
const oneLine = (text: string, longest: number): string =>
  text
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();

/** Some providers repeat the credentials in their answers, as they were or in JSON. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets)
    if (secret.length >= 4)
      safe = safe.replaceAll(secret, '***').replaceAll(JSON.stringify(secret).slice(1, -1), '***');
  return safe;
}

/** An outcome as it may be stored and shown: what the provider said, in short lines and without any of `secrets`. */
export function presentable(outcome: DeliveryOutcome, secrets: readonly string[]): DeliveryOutcome {
  return {
    ...outcome,
    detail: oneLine(withoutSecrets(outcome.detail, secrets), maxDetailLength),
    ...('code' in outcome && outcome.code !== undefined ? { code: oneLine(outcome.code, maxNameLength) } : {}),
    ...('providerMessageId' in outcome && outcome.providerMessageId !== undefined
      ? { providerMessageId: oneLine(outcome.providerMessageId, maxNameLength) }
      : {}),
    ...(outcome.hardBounces && {
      hardBounces: outcome.hardBounces.map(({ address, response }) => ({
        address,
        response: oneLine(withoutSecrets(response, secrets), maxDetailLength),
      })),
    }),
  };
}

/** What a provider said, as it may be shown: one line without any of `secrets`. */
export const presentableText = (text: string, secrets: readonly string[]): string =>
  oneLine(withoutSecrets(text, secrets), maxDetailLength);

/** The same of a check. */
export const presentableCheck = (check: ConnectionCheck, secrets: readonly string[]): ConnectionCheck => ({
  ...check,
  tried: presentableText(check.tried, secrets),
  answer: presentableText(check.answer, secrets),
});

export const sent = (detail: string, providerMessageId?: string): DeliveryOutcome => ({
  kind: 'sent',
  detail,
  ...(providerMessageId === undefined ? {} : { providerMessageId }),
});

/** The receiving side refused this recipient or this content. */
export const bounced = (detail: string, code?: string): Rejected => ({
  kind: 'rejected',
  status: 'bounced',
  detail,
  ...(code === undefined ? {} : { code }),
});

/** The provider refused this recipient or this content. */
export const dropped = (detail: string, code?: string): Rejected => ({
  kind: 'rejected',
  status: 'dropped',
  detail,
  ...(code === undefined ? {} : { code }),
});

type DeferredExtras = {
  readonly code?: string | undefined;
  readonly retryAt?: Date | undefined;
  readonly unknown?: boolean | undefined;
  readonly outage?: boolean | undefined;
};

const deferred = (
  scope: Deferred['scope'],
  detail: string,
  { code, retryAt, unknown, outage }: DeferredExtras,
): Deferred => ({
  kind: 'deferred',
  scope,
  detail,
  ...(code === undefined ? {} : { code }),
  ...(unknown ? { unknown } : {}),
  ...(outage ? { outage } : {}),
  ...(retryAt && retryAt.getTime() > Date.now() && retryAt.getTime() - Date.now() <= maxWaitMs ? { retryAt } : {}),
});

/** Not now, for this message alone. */
export const tryAgain = (detail: string, extras: DeferredExtras = {}): Deferred => deferred('message', detail, extras);

/** Not with this account as it is: nothing is said about the recipient. */
export const accountFailure = (detail: string, extras: DeferredExtras = {}): Deferred =>
  deferred('account', detail, extras);

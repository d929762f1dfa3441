import type { ConnectionCheck, DeliveryOutcome } from './driver.js';

type Rejected = Extract<DeliveryOutcome, { kind: 'rejected' }>;
type Deferred = Extract<DeliveryOutcome, { kind: 'deferred' }>;

const maxDetailLength = 500;
const maxNameLength = 255;
/** A later date of a provider is ignored; the retry schedule applies. */
const maxWaitMs = 24 * 60 * 60 * 1000;

/** One line that PostgreSQL can store: no control characters, no unpaired surrogates. */
const oneLine = (text: string, maxLength: number): string =>
  text
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();

/** Some providers repeat the credentials in their responses, literally or in JSON. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets)
    if (secret.length >= 4)
      safe = safe.replaceAll(secret, '***').replaceAll(JSON.stringify(secret).slice(1, -1), '***');
  return safe;
}

/** An outcome that is safe to store and show: on one line, of limited length and without `secrets`. */
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

/** A provider's text that is safe to show: on one line and without `secrets`. */
export const presentableText = (text: string, secrets: readonly string[]): string =>
  oneLine(withoutSecrets(text, secrets), maxDetailLength);

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

/** The receiving side rejected this recipient or this content. */
export const bounced = (detail: string, code?: string): Rejected => ({
  kind: 'rejected',
  status: 'bounced',
  detail,
  ...(code === undefined ? {} : { code }),
});

/** The provider rejected this recipient or this content. */
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

/** Temporary, for this message only. */
export const tryAgain = (detail: string, extras: DeferredExtras = {}): Deferred => deferred('message', detail, extras);

/** Temporary, because of the account; it says nothing about the recipient. */
export const accountFailure = (detail: string, extras: DeferredExtras = {}): Deferred =>
  deferred('account', detail, extras);

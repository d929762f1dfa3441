import type { Span } from '@opentelemetry/api';
import { Counter } from 'prom-client';
import type { DeliveryOutcome } from '../drivers/driver.js';
import { unusableAccount } from '../esp-accounts/esp-account.entity.js';
import type { Conclusion } from './conclusion.js';
import { internalError } from './conclusion.js';
import type { LeasedMessage } from './leased-message.js';

const attempts = new Counter({
  name: 'postrider_attempts_total',
  help: 'Attempts to hand a message to an ESP, by outcome and ESP account',
  labelNames: ['outcome', 'esp_account'],
});

/** Counts an attempt by its outcome and sets the outcome on the attempt's span. */
export function countAttempt({ espAccountId }: LeasedMessage, conclusion: Conclusion, span: Span | undefined): void {
  const outcome = getLabel(conclusion);
  attempts.inc({ outcome, esp_account: espAccountId });
  span?.setAttribute('postrider.outcome', outcome);
  if ('outcome' in conclusion && 'code' in conclusion.outcome && conclusion.outcome.code !== undefined)
    span?.setAttribute('postrider.code', conclusion.outcome.code);
}

/** The ESP accounts that have an attempts series. */
export async function accountsWithAttempts(): Promise<string[]> {
  const { values } = await attempts.get();
  return [...new Set(values.map(({ labels }) => String(labels.esp_account)))];
}

/** Removes the series of deleted ESP accounts, so that the number of series does not grow without bound. */
export async function removeAttemptSeries(espAccountIds: ReadonlySet<string>): Promise<void> {
  const { values } = await attempts.get();
  for (const { labels } of values) if (espAccountIds.has(String(labels.esp_account))) attempts.remove(labels);
}

function getLabel(conclusion: Conclusion): string {
  if ('outcome' in conclusion) return labelOfOutcome(conclusion.outcome);
  return { exhausted: 'exhausted', late: 'late', waiting: 'not_now', interrupted: 'interrupted' }[conclusion.kind];
}

function labelOfOutcome(outcome: DeliveryOutcome): string {
  if (outcome.kind !== 'deferred') return outcome.kind;
  if (outcome.code === internalError) return 'internal';
  if (outcome.code === unusableAccount) return 'unusable_account';
  return outcome.unknown ? 'unknown' : `deferred_${outcome.outage ? 'outage' : outcome.scope}`;
}

import type { DeliveryOutcome } from '../drivers/driver.js';
import { sent, tryAgain } from '../drivers/outcome.js';

/**
 * How one attempt ended.
 * - `responded`: the ESP was called, so the outcome also says something about its account.
 * - `settled`: the outcome was clear without calling the ESP. Both count as attempts. `subject` is set when the email
 *   was rendered.
 * - `exhausted`: no attempt is left; the process that made the last one died.
 * - `waiting`: one of our own services could not be reached, for `reason`; no ESP was called and no attempt is used up.
 * - `late`: too little of the lease remained to start an attempt.
 * - `interrupted`: this process stops. `ambiguous`: the ESP may have received the message.
 */
export type Conclusion =
  | {
      readonly kind: 'responded' | 'settled';
      readonly outcome: DeliveryOutcome;
      readonly subject?: string | undefined;
    }
  | { readonly kind: 'exhausted' | 'late' }
  | { readonly kind: 'waiting'; readonly reason: string }
  | { readonly kind: 'interrupted'; readonly ambiguous: boolean };

export const internalError = 'internal_error';

/** `notes` are remarks of the rendering and of the suppressions about the email as it was sent. */
export const responded = (outcome: DeliveryOutcome, notes: readonly string[], subject?: string): Conclusion => ({
  kind: 'responded',
  outcome: notes.length === 0 ? outcome : { ...outcome, detail: `${outcome.detail}. ${notes.join(' ')}` },
  subject,
});

export const settled = (outcome: DeliveryOutcome, subject?: string): Conclusion => ({
  kind: 'settled',
  outcome,
  subject,
});

export const exhausted: Conclusion = { kind: 'exhausted' };

export const late: Conclusion = { kind: 'late' };

export const waiting = (reason: string): Conclusion => ({ kind: 'waiting', reason });

/** Reported events show that an attempt with an unknown outcome did send the email. */
export const reportedAsSent = settled(
  sent('An earlier attempt had sent it, as events of the email show; it is not sent again'),
);

/** Internal errors follow the retry schedule too, so that retries end. */
export const failedInternally = settled(tryAgain('An internal error prevented delivery', { code: internalError }));

/** A conclusion that was final before the stop stays final. */
export const abortedByStop = (conclusion?: Conclusion): Conclusion => {
  if (conclusion && conclusion.kind !== 'responded') return conclusion;
  if (conclusion && conclusion.outcome.kind !== 'deferred') return conclusion;
  return {
    kind: 'interrupted',
    ambiguous: conclusion?.outcome.kind === 'deferred' && conclusion.outcome.unknown === true,
  };
};

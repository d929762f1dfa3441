import type { DeliveryOutcome } from '../drivers/driver.js';
import { sent, tryAgain } from '../drivers/outcome.js';

/**
 * How one attempt ended.
 * - `answered`: the ESP was asked, and the outcome tells something about its account.
 * - `settled`: the outcome was clear without asking it. Both count as attempts. `subject`: of the mail, where it was rendered.
 * - `exhausted`: there is no attempt left; the last one ended with its process.
 * - `waiting`: one of our own services could not be reached, for `reason`; nobody was asked and nothing was used up.
 * - `late`: too little was left of the lease for an attempt to begin.
 * - `cut off`: this process stops. `ambiguous`: the ESP may have the message all the same.
 */
export type Conclusion =
  | {
      readonly kind: 'answered' | 'settled';
      readonly outcome: DeliveryOutcome;
      readonly subject?: string | undefined;
    }
  | { readonly kind: 'exhausted' | 'late' }
  | { readonly kind: 'waiting'; readonly reason: string }
  | { readonly kind: 'cut off'; readonly ambiguous: boolean };

export const internalError = 'internal_error';

/** `notes` are what the rendering has to say about the mail as it was sent. */
export const answered = (outcome: DeliveryOutcome, notes: readonly string[], subject?: string): Conclusion => ({
  kind: 'answered',
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

/** An attempt whose outcome was unknown had sent it: what was heard of the mail since shows that. */
export const knownToBeSent = settled(
  sent('An earlier attempt had sent it, as events of the mail show; it is not sent again'),
);

/** An error of our own is tried again by the schedule, too, so that it has an end. */
export const failedInside = settled(tryAgain('An internal error prevented delivery', { code: internalError }));

/** What was clear before the stop stays so. */
export const cutOff = (conclusion?: Conclusion): Conclusion => {
  if (conclusion && conclusion.kind !== 'answered') return conclusion;
  if (conclusion && conclusion.outcome.kind !== 'deferred') return conclusion;
  return { kind: 'cut off', ambiguous: conclusion?.outcome.kind === 'deferred' && conclusion.outcome.unknown === true };
};

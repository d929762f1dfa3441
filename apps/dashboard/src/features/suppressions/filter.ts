import type { components } from '@postrider/client';

export type Reason = components['schemas']['SuppressionReason'];
export type SuppressionFilter = { readonly search?: string; readonly reason?: Reason };

export const reasons = ['hard_bounce', 'spam_report', 'unsubscribe', 'manual'] as const satisfies readonly Reason[];

/** What the address bar says of the list. */
export const suppressionFilter = ({ search, reason }: Record<string, unknown>): SuppressionFilter => ({
  ...(typeof search === 'string' && search !== '' ? { search } : {}),
  ...(reasons.includes(reason as Reason) ? { reason: reason as Reason } : {}),
});

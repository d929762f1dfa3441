import type { AccountTracking } from '@postrider/contracts';
import { trackingDomain } from '@postrider/contracts';
import { z } from 'zod';

/** Undefined takes what the account says away. */
type TrackingChange = Partial<Record<keyof AccountTracking, boolean | string | undefined>>;

const asked = 'must be opens=on, clicks=off, domain=links.acme.example or one of the names with =default';

/** `opens=on`, `domain=links.acme.example`, `clicks=default`. */
export const trackingChange = z.string().transform((text, context): TrackingChange => {
  const [, name = '', value = ''] = /^(opens|clicks|domain)=(.+)$/.exec(text) ?? [];
  if (name !== '' && value === 'default') return { [name]: undefined };
  if (name === 'domain') {
    const domain = trackingDomain.safeParse(value);
    if (domain.success) return { domain: domain.data };
    context.addIssue({ code: 'custom', message: `domain ${domain.error.issues[0]!.message}` });
    return z.NEVER;
  }
  if (name !== '' && (value === 'on' || value === 'off')) return { [name]: value === 'on' };
  context.addIssue({ code: 'custom', message: asked });
  return z.NEVER;
});

/** Null where the account says nothing any more. */
export function changedTracking(
  tracking: AccountTracking | null,
  changes: readonly TrackingChange[],
): AccountTracking | null {
  const said = Object.entries(Object.assign({}, tracking, ...changes) as TrackingChange);
  const kept = said.filter(([, value]) => value !== undefined);
  return kept.length > 0 ? (Object.fromEntries(kept) as AccountTracking) : null;
}

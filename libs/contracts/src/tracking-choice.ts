import { z } from 'zod';
import { optionalOrEmpty } from './primitives.js';

const choice = (what: string) => optionalOrEmpty(z.boolean({ error: 'must be true or false' })).describe(what);

/** What is tracked (docs/tracking.md#on-and-off). Omitted fields inherit from the template, then from the account. */
export const trackingChoice = z
  .object(
    { opens: choice('Whether opens are tracked.'), clicks: choice('Whether clicks are tracked.') },
    { error: 'must be an object' },
  )
  .meta({ id: 'Tracking', description: 'What is tracked.' });
export type TrackingChoice = z.output<typeof trackingChoice>;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** An account's own host name for the links in its emails; in lower case, without a port. */
export const trackingDomain = z
  .string()
  .max(253, 'must be at most 253 characters')
  .regex(
    new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`),
    'must be a host name in lower case, such as links.acme.example',
  );

/** The account's setting for all its emails. */
export const accountTracking = trackingChoice.extend({ domain: trackingDomain.optional() });
export type AccountTracking = z.output<typeof accountTracking>;

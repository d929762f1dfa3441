import type { reportHeaders } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';

/** What a provider posted, as it came. */
export interface Report {
  readonly url: string;
  readonly headers: Readonly<Partial<Record<(typeof reportHeaders)[number], string>>>;
  readonly body: Buffer;
}

/** One thing that a provider says of a mail, before it is known what that means (`meanings` of its reader). */
export interface ProviderEvent {
  /** The same when the provider says the same thing again, and of no other thing. */
  readonly key: string;
  /** In the provider's own words: its event, and where that does not say enough, a slash and what kind of it. */
  readonly type: string;
  readonly logId: string | undefined;
  readonly atMs: number | undefined;
  /** The recipient, where the report names one. */
  readonly address?: string | undefined;
  /** What the receiver or the provider said. */
  readonly text?: string | undefined;
  readonly code?: string | undefined;
  readonly url?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly isBot?: boolean | undefined;
}

export interface VerifiedReport {
  readonly events: readonly ProviderEvent[];
  /** A signature that does not cover the report is accepted once. */
  readonly nonce?: string;
}

export const unverified = (why: string): ServiceError => new ServiceError('unauthenticated', `Not verified: ${why}`);

export const unreadable = (why: string): ServiceError =>
  new ServiceError('invalid_request', `Invalid request: the report ${why}`);

import type { reportHeaders } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';

/** The request of a provider, unparsed. */
export interface Report {
  readonly url: string;
  readonly headers: Readonly<Partial<Record<(typeof reportHeaders)[number], string>>>;
  readonly body: Buffer;
}

/** An event of a provider before it is mapped to a log event (`logEventByType` of its reader). */
export interface ProviderEvent {
  /** Equal for repetitions of the event, and unique otherwise. */
  readonly key: string;
  /** The provider's name of the event, with a subtype after a slash where needed. */
  readonly type: string;
  readonly logId: string | undefined;
  readonly atMs: number | undefined;
  /** The recipient, if the report has one. */
  readonly address?: string | undefined;
  /** The text of the receiver or the provider. */
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

import type { FoundSuppression } from '../suppressions/suppressions.repository.js';
import type { MessageContent } from '../mail/message-content.js';

/** A message could not even be put before an ESP: nothing was tried, and the recipient has no part in it. */
export class DependencyUnavailable extends Error {
  override readonly name = 'DependencyUnavailable';
}

/** A message this process owns until its lease ends, with all that sending it takes. */
export interface LeasedMessage {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  /** Fences the result: whoever lost the lease meanwhile writes nothing. */
  readonly leaseToken: string;
  /** By `performance.now()`, before the database was asked for the lease: it ends LEASE_SECONDS later at the earliest. */
  readonly leasedAt: number;
  /** By `performance.now()`, when it was due at the latest; absent where it was just accepted. */
  readonly dueAt?: number | undefined;
  /** Of the request that is being accepted; later attempts are traces of their own. */
  readonly traceparent?: string | undefined;
  readonly espAccountId: string;
  readonly artifactId: string;
  readonly templateId: string;
  /** As its log has them: what was planned, until `withVersion` puts in what is sent. */
  readonly templateName: string | null;
  readonly versionName: string | null;
  readonly locale: string | null;
  readonly test: boolean;
  readonly content: MessageContent;
  /** What the suppressions said of its addresses when it was leased; null or absent where nobody has looked. */
  readonly suppressed?: readonly FoundSuppression[] | null | undefined;
  /** Which attempt this is, from 1. */
  readonly attempt: number;
  /** How often in a row it could not even be put before an ESP. */
  readonly waits: number;
  /** An earlier owner died: the ESP may have the message already. */
  readonly ambiguous: boolean;
}

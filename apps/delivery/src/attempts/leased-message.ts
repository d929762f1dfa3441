import type { FoundSuppression } from '../suppressions/suppressions.repository.js';
import type { Artifact } from '@postrider/rendering';
import type { MessageContent } from '../mail/message-content.js';

/** A dependency failed before any ESP was called. It is not a failure of the recipient and does not count as an attempt. */
export class DependencyUnavailable extends Error {
  override readonly name = 'DependencyUnavailable';
}

/** A message that this process owns until its lease expires, with everything needed to send it. */
export interface LeasedMessage {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  /** Fences the result: a process that lost the lease cannot write one. */
  readonly leaseToken: string;
  /**
   * Time of `performance.now()` before the lease was requested: the lease expires LEASE_SECONDS later at the earliest.
   */
  readonly leasedAt: number;
  /** Time of `performance.now()` by which it was due; absent when it was just accepted. */
  readonly dueAt?: number | undefined;
  /** Trace of the request that is being accepted; later attempts have their own traces. */
  readonly traceparent?: string | undefined;
  readonly espAccountId: string;
  readonly artifactId: string;
  /** The content of an email without a template that was just accepted; later attempts read it. */
  readonly artifact?: Artifact | undefined;
  /** Such content as it is stored, if it is short and was read with the message. */
  readonly packedArtifact?: Buffer | null | undefined;
  readonly templateId: string;
  /** As in the log: the planned values, until `withVersion` sets those of the version that is sent. */
  readonly templateName: string | null;
  readonly versionName: string | null;
  readonly locale: string | null;
  readonly test: boolean;
  readonly content: MessageContent;
  /** Suppressions of its addresses at the time of the lease. */
  readonly suppressed: readonly FoundSuppression[];
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  /** Number of consecutive waits in which a dependency failed before an ESP was called. */
  readonly waits: number;
  /** An earlier owner died: the ESP may have received the message already. */
  readonly ambiguous: boolean;
}

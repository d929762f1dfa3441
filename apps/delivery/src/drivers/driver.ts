import type { ContentStream, OutgoingMessage } from '../mail/outgoing-message.js';

/**
 * The outcome of one attempt.
 * - `sent`: the provider accepted the message.
 * - `rejected`: permanent, because of this recipient or this content. `bounced` when the receiving side rejected it,
 *   `dropped` when the provider did (docs/guides/statuses.md).
 * - `deferred`: temporary. Scope `message`: retry by the schedule. Scope `account`: credentials, quota, suspension or
 *   TLS; the circuit breaker of the account counts it, and it says nothing about the recipient.
 *   - `unknown`: the message may have been sent (connection lost after the data was handed over).
 *   - `outage`: the provider itself fails (not reached, no response, a server error); the breaker counts it too.
 *   - `retryAt`: the provider's own date.
 * `code` is the most specific code available: an enhanced SMTP code (RFC 3463), an HTTP status, the provider's error
 * name, or Node's code of a failed connection (`ECONNREFUSED`, `ETIMEDOUT`, ...). `detail` is the provider's response
 * for a support engineer, without secrets, at most 500 characters.
 */
export type DeliveryOutcome = (
  | { readonly kind: 'sent'; readonly detail: string; readonly providerMessageId?: string | undefined }
  | {
      readonly kind: 'rejected';
      readonly status: 'bounced' | 'dropped';
      readonly detail: string;
      readonly code?: string | undefined;
    }
  | {
      readonly kind: 'deferred';
      readonly scope: 'message' | 'account';
      readonly detail: string;
      readonly code?: string | undefined;
      readonly retryAt?: Date | undefined;
      readonly unknown?: boolean | undefined;
      readonly outage?: boolean | undefined;
    }
) & {
  /** Addresses that the receiving side rejects permanently, with its response. */
  readonly hardBounces?: readonly HardBounce[] | undefined;
};

export interface HardBounce {
  readonly address: string;
  readonly response: string;
}

/** A message whose attachments are in memory or, if the driver supports it, streams. */
export type MessageToSend = OutgoingMessage<Buffer | ContentStream>;

/**
 * Result of testing an ESP account without sending an email. `unknown`: the response shows neither success nor failure.
 */
export interface ConnectionCheck {
  readonly outcome: 'works' | 'fails' | 'unknown';
  /** What was tested, in a sentence. */
  readonly tried: string;
  /** The provider's response without secrets, at most 500 characters. */
  readonly answer: string;
}

/** Sends through one ESP account. Never throws for a provider's behaviour; `signal` is the attempt's deadline. */
export interface EspDriver {
  /** Whether attachments may be streams. A stream that throws before its end must not result in an email. */
  readonly streams?: boolean | undefined;
  /** Whether email is sent as MIME, so that it can be passed on as it is. */
  readonly takesMime?: boolean | undefined;
  send(message: MessageToSend, signal: AbortSignal): Promise<DeliveryOutcome>;
  /**
   * Tests the credentials over a new connection as far as possible without sending an email. Never throws, like `send`.
   */
  check(signal: AbortSignal): Promise<ConnectionCheck>;
  /** Releases pooled connections; a driver is not used afterwards. */
  close(): Promise<void>;
}

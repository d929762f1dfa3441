import type { ContentStream, OutgoingMessage } from '../mail/outgoing-message.js';

/**
 * What a provider made of one attempt.
 * - `sent`: it took the message.
 * - `rejected`: it never will, for a reason that lies in this recipient or this content. `bounced` when the receiving
 *   side refused, `dropped` when the provider did (docs/guides/statuses.md).
 * - `deferred`: not now. `scope` says whose fault it is: `message` (try this one again by the schedule), `account` (credentials,
 *   quota, suspension, TLS: the recipient is never blamed and the account's breaker counts it). `unknown` marks an attempt
 *   that may have succeeded (connection lost after the data was handed over), `outage` one that shows the provider itself in trouble (not
 *   reached, no answer, an error of its own): the breaker counts that, too. `retryAt` is the provider's own date.
 * `code` is the most telling one there was: an enhanced SMTP code (RFC 3463), an HTTP status, the provider's own error name, or
 * Node's for a connection that failed (`ECONNREFUSED`, `ETIMEDOUT`, ...).
 * `detail` is a sentence for a support engineer: the provider's answer without secrets, at most 500 characters.
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
  /** Of the addresses of this mail those that the receiving side says will never work, with its words. */
  readonly hardBounces?: readonly HardBounce[] | undefined;
};

export interface HardBounce {
  readonly address: string;
  readonly response: string;
}

/** A message with its attachments in memory or, for a driver that takes them so, as streams. */
export type MessageToSend = OutgoingMessage<Buffer | ContentStream>;

/** What came of trying an ESP account without sending a mail. `unknown`: what was answered says neither that it works nor that it does not. */
export interface ConnectionCheck {
  readonly outcome: 'works' | 'fails' | 'unknown';
  /** What was done, in a sentence. */
  readonly tried: string;
  /** What was answered: the provider's own words without secrets, at most 500 characters. */
  readonly answer: string;
}

/** One ESP account's way out. Never throws for anything a provider does; `signal` is the attempt's deadline. */
export interface EspDriver {
  /** Whether attachments may be streams: one that ends before its time, by whatever it throws, leaves no mail behind. */
  readonly streams?: boolean | undefined;
  send(message: MessageToSend, signal: AbortSignal): Promise<DeliveryOutcome>;
  /** Tries the credentials over a connection of its own, as far as that can be done without a mail. Never throws, as `send`. */
  check(signal: AbortSignal): Promise<ConnectionCheck>;
  /** Releases pooled connections; a driver is not used afterwards. */
  close(): Promise<void>;
}

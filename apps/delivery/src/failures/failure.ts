/** Which failures: all that meet each condition that is given. */
export interface FailureFilter {
  readonly accountId?: string | undefined;
  /** The ESP account it failed through. */
  readonly espAccountId?: string | undefined;
  readonly status?: 'bounced' | 'dropped' | undefined;
  /** The provider's; null: those without one. */
  readonly code?: string | null | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly logIds?: readonly string[] | undefined;
  /** The newest so many of them. */
  readonly limit?: number | undefined;
}

/** A failure with what its log knows of it; that is null where somebody dropped the log's month. */
export interface Failure {
  readonly failed_at: string;
  readonly account_id: string;
  readonly log_id: string;
  readonly recipient: string | null;
  readonly template: string | null;
  readonly esp_account_id: string;
  readonly status: string;
  readonly code: string | null;
  readonly reason: string;
}

export interface FailureGroup {
  readonly esp_account_id: string;
  readonly status: string;
  readonly code: string | null;
  readonly count: number;
}

/** Where a failure stands among the others. */
export interface FailurePlace {
  readonly failed_at: string;
  readonly message_id: string;
}

/** A failure as its account reads it; what its log knows is null where that is gone. */
export interface ReadFailure {
  readonly place: string;
  readonly failed: number;
  readonly log_id: string;
  readonly esp_account: string;
  readonly status: 'bounced' | 'dropped';
  readonly code: string | null;
  readonly reason: string;
  readonly recipient_address: string | null;
  readonly email_id: string | null;
  readonly email_name: string | null;
}

export interface FailureCause {
  readonly esp_account: string;
  readonly status: 'bounced' | 'dropped';
  readonly code: string | null;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly log_id: string;
  readonly reason: string;
  /** All of them together. */
  readonly counted: number;
}

export interface Replayed {
  readonly log_id: string;
  /** When it failed: where a replay goes on. */
  readonly failed_at: string;
  /** The log of the new message; absent when there is none, because of what `skipped` says. */
  readonly new_log_id?: string;
  readonly skipped?: string;
}

/** Selects failures; all conditions that are set must hold. */
export interface FailureFilter {
  readonly accountId?: string | undefined;
  /** The ESP account whose attempt failed. */
  readonly espAccountId?: string | undefined;
  readonly status?: 'bounced' | 'dropped' | undefined;
  /** The provider's code; null: failures without one. */
  readonly code?: string | null | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly logIds?: readonly string[] | undefined;
  /** At most this many, newest first. */
  readonly limit?: number | undefined;
}

/** A failure with fields of its log, which are null when the log was deleted. */
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

/** Position of a failure in the list. */
export interface FailurePosition {
  readonly failed_at: string;
  readonly message_id: string;
}

/** A failure for its account; fields of the log are null when the log was deleted. */
export interface ReadFailure {
  readonly failed_at: string;
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
  /** Number of failures that were counted in all causes together. */
  readonly counted: number;
}

export interface Replayed {
  readonly log_id: string;
  /** Time of the failure, which is the cursor for the next replay. */
  readonly failed_at: string;
  /** Log of the new message; absent when none was created, for the reason in `skipped`. */
  readonly new_log_id?: string;
  readonly skipped?: string;
}

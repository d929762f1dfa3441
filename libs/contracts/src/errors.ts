import { z } from 'zod';
import type { QuotaName } from './limits.js';
import { limits } from './limits.js';

interface ErrorRule {
  /** HTTP status outside of a batch. */
  readonly status: number;
  /** When it occurs, for callers. */
  readonly meaning: string;
  /** Whether the same request may succeed later. */
  readonly retryable?: true;
  /** Seconds before a retry, unless the error has its own delay. */
  readonly retryAfter?: number;
}

/**
 * Every `status` of an error in the public API (docs/guides/errors.md#error-codes). Services use the same codes, so
 * that nothing is translated.
 */
export const errorTable = {
  invalid_request: {
    status: 400,
    meaning: 'a field, the path or the query string is missing, has the wrong type or breaks a limit',
  },
  unauthenticated: { status: 401, meaning: 'there is no API key' },
  session_required: { status: 401, meaning: 'there is no session, or it has ended' },
  invalid_api_key: { status: 403, meaning: 'the key is unknown, revoked or expired' },
  forbidden: { status: 403, meaning: 'the key lacks the scope, or the user the role' },
  csrf_refused: { status: 403, meaning: 'the page is of another origin, or its origin is unknown' },
  wrong_credentials: { status: 403, meaning: 'the email address or the password is wrong' },
  invalid_token: { status: 403, meaning: 'the link is unknown, used or expired' },
  https_required: { status: 403, meaning: 'plain HTTP where HTTPS is required' },
  template_not_found: { status: 400, meaning: 'the body names a template that does not exist' },
  version_not_found: { status: 400, meaning: 'the body names a version that does not exist, or none is published' },
  esp_account_not_found: { status: 400, meaning: 'the body names an ESP account that does not exist' },
  log_not_found: { status: 400, meaning: 'the body names a log that does not exist' },
  no_esp_account: { status: 400, meaning: 'there is neither an ESP account nor a default mail server' },
  sender_required: { status: 400, meaning: 'no sender given, and no default sender configured' },
  drip_campaign_not_found: { status: 400, meaning: 'the drip campaign does not exist' },
  drip_campaign_disabled: { status: 400, meaning: 'the drip campaign is disabled' },
  missing_template_data: {
    status: 400,
    meaning: 'a strict rendering lacks data; the message lists every missing name',
  },
  invalid_template: { status: 400, meaning: 'a template does not parse or compile; the message says where and why' },
  not_found: { status: 404, meaning: 'what the path names does not exist' },
  method_not_allowed: { status: 405, meaning: 'the path exists with other methods' },
  in_use: { status: 409, meaning: 'something else needs what you delete, rename or unpublish' },
  review_required: { status: 409, meaning: 'the version needs the approval of another user' },
  last_admin: { status: 409, meaning: 'the account would have no administrator left' },
  not_cancellable: { status: 409, meaning: 'the email was already handed to a provider, or has ended' },
  proposal_closed: { status: 409, meaning: 'the proposal was approved or rejected, or has expired' },
  provider_refused: {
    status: 409,
    meaning:
      'the provider of an ESP account rejected the request or did not respond; the message contains its response',
  },
  webhook_disabled: { status: 409, meaning: 'the webhook is disabled' },
  idempotency_in_progress: {
    status: 409,
    meaning: 'the first request with this Idempotency-Key is still in progress',
    retryable: true,
    retryAfter: 1,
  },
  precondition_failed: { status: 412, meaning: 'the object has changed since `If-Match` or `replaces`' },
  payload_too_large: { status: 413, meaning: 'the body or the response is too large' },
  idempotency_mismatch: { status: 422, meaning: 'the Idempotency-Key was used with another request' },
  rate_limited: {
    status: 429,
    meaning: 'too many requests, renders, bytes of request bodies or seconds of compiling MJML',
    retryable: true,
  },
  quota_exceeded: { status: 429, meaning: 'the account has as much as it may have' },
  internal: { status: 500, meaning: 'unexpected server error; the log has details under the request id' },
  unavailable: {
    status: 503,
    meaning:
      'a service is unavailable or too slow; `carried_out` says whether the call can have been carried out, `reason` why',
    retryable: true,
    retryAfter: 5,
  },
} as const satisfies Record<string, ErrorRule>;

export type ErrorCode = keyof typeof errorTable;
export const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];
export const errorRule = (code: ErrorCode): ErrorRule => errorTable[code];

/** Why a request is `unavailable`, in machine-readable form (docs/guides/errors.md#reasons). */
export const unavailableReasons = {
  service_not_running: 'the service named in `service` is not running',
  service_timeout: 'the service named in `service` timed out',
  dependency_unreachable:
    'the service named in `service`, or the gateway, cannot reach a dependency such as its database',
  broker_unreachable: 'the message broker cannot be reached, or the connection to it was lost',
  broker_blocked: 'the message broker accepts no messages',
  login_unchecked: 'the session or API key cannot be checked',
  oidc_unreachable: 'the OIDC provider cannot be reached',
  out_of_time: 'the request ran out of time before it was carried out',
  overloaded: 'too many requests at once',
  account_busy: 'the account has too many requests of this kind in progress',
  turn_missed: 'other requests for the same kind of work came first',
  streams_full: 'the gateway accepts no more streams',
  handover_under_way: 'an email to this recipient is being handed to the provider',
  attachments_not_stored: 'large attachments cannot be stored at the moment',
  change_not_spread: 'the change is stored, but not every service knows it yet',
} as const satisfies Record<string, string>;
export type UnavailableReason = keyof typeof unavailableReasons;
const reasons = Object.keys(unavailableReasons) as [UnavailableReason, ...UnavailableReason[]];

/** Whether the request was carried out. */
export const carriedOut = z.enum(['yes', 'no', 'unknown']);
export type CarriedOut = z.infer<typeof carriedOut>;

/** Machine-readable facts about a server-side failure. */
export interface FailureFacts {
  /** Default: `unknown` for `internal`, otherwise `no`. */
  readonly carriedOut?: CarriedOut | undefined;
  readonly reason?: UnavailableReason | undefined;
  /** The service that the reason is about. */
  readonly service?: string | undefined;
}
export const failureFacts = z.object({
  carried_out: carriedOut.optional(),
  // A later release may have further reasons.
  reason: z.enum(reasons).optional().catch(undefined),
  service: z.string().optional(),
});

/** An invalid field: its path in the request (`recipient.address`) and what it must be. */
export const fieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldError>;

/** Maximum number of fields in one error (docs/operate/limits.md#requests); a body may have thousands. */
const maxFieldErrors = 50;
/** Maximum length of a field name in an error; a name may be as long as the body. */
const maxFieldLength = 200;

/**
 * A failed call as transported. `retryable`: whether the same request may succeed later; `retry_after`: after how many
 * seconds, if known.
 */
export const wireError = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  retryable: z.boolean(),
  details: z.array(fieldError).optional(),
  retry_after: z.int().positive().optional(),
  ...failureFacts.shape,
});
export type WireError = z.infer<typeof wireError>;

/** An expected error: a service throws it, transports carry it unchanged, and API callers see it as it is. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: readonly FieldError[],
    /** Seconds. */
    readonly retryAfter?: number,
    private readonly facts: FailureFacts = {},
  ) {
    super(message);
  }

  get carriedOut(): CarriedOut {
    return this.facts.carriedOut ?? (this.code === 'internal' ? 'unknown' : 'no');
  }

  /** The fields of an API error. */
  get failure(): z.infer<typeof failureFacts> {
    const { reason, service } = this.facts;
    return {
      carried_out: this.carriedOut,
      ...(reason === undefined ? {} : { reason }),
      ...(service === undefined ? {} : { service }),
    };
  }

  get retryable(): boolean {
    return errorRule(this.code).retryable ?? false;
  }

  toWire(): WireError {
    const { code, message, retryable, details, retryAfter } = this;
    return {
      code,
      message,
      retryable,
      ...(details ? { details: [...details] } : {}),
      ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
      ...(errorRule(code).status >= 500 ? this.failure : {}),
    };
  }

  static fromWire(error: WireError): ServiceError {
    const { code, message, details, retry_after, carried_out, reason, service } = error;
    return new ServiceError(code, message, details, retry_after, { carriedOut: carried_out, reason, service });
  }

  /** 429 for too many requests; `retryAfter` in seconds. */
  static rateLimited(message: string, retryAfter: number): ServiceError {
    return new ServiceError('rate_limited', message, undefined, retryAfter);
  }

  /** 429 for an exhausted quota. Waiting helps only with `retryAfter`. */
  static quotaExceeded(quota: QuotaName, max: number, retryAfter?: number): ServiceError {
    const { unit, objects } = limits[quota];
    const message = `This account may have at most ${unit === 'bytes' ? `${max} bytes of ` : `${max} `}${objects}`;
    return new ServiceError('quota_exceeded', message, undefined, retryAfter);
  }

  /** 400 for a value that violates its schema, with the invalid fields. */
  static invalid(error: z.ZodError, root = 'body'): ServiceError {
    const details = error.issues.map((issue) => ({
      field: issue.path.join('.') || root,
      message: describeIssue(issue),
    }));
    return ServiceError.invalidFields(details);
  }

  static invalidField(field: string, message: string): ServiceError {
    return ServiceError.invalidFields([{ field, message }]);
  }

  static invalidFields(details: readonly FieldError[]): ServiceError {
    const listed = details.slice(0, maxFieldErrors).map(({ field, message }) => ({ field: clipped(field), message }));
    const summary = listed.map(({ field, message }) => `${field} ${message}`).join('; ');
    const rest = details.length > listed.length ? `; and ${details.length - listed.length} more` : '';
    return new ServiceError('invalid_request', `Invalid request: ${summary}${rest}`, listed);
  }
}

/** Does not end with half a surrogate pair. */
const clipped = (field: string): string =>
  field.length <= maxFieldLength ? field : `${field.slice(0, maxFieldLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

const typeMismatch = /^Invalid input: expected (\w+), received (\w+)$/;

/**
 * What a field must be. Most messages come from the schemas; for invalid keys and types, zod's own messages are
 * replaced.
 */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  const [, expected, received] = typeMismatch.exec(issue.message) ?? [];
  if (expected === undefined) return issue.message;
  if (received === 'undefined') return 'is required';
  return `must be ${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`;
}

export function notFound(what: string): never {
  throw new ServiceError('not_found', `${what} not found`);
}

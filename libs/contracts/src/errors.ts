import { z } from 'zod';
import type { QuotaName } from './limits.js';
import { limits } from './limits.js';

/**
 * Every `status` an error of the public API can carry (docs/api.md#error-codes), with its HTTP status outside a batch.
 * Services answer with the same codes, so that nothing is translated on the way out.
 */
export const httpStatusOf = {
  invalid_request: 400,
  unauthenticated: 401,
  invalid_api_key: 403,
  forbidden: 403,
  https_required: 403,
  template_not_found: 400,
  version_not_found: 400,
  esp_account_not_found: 400,
  log_not_found: 400,
  no_esp_account: 400,
  sender_required: 400,
  drip_campaign_not_found: 400,
  drip_campaign_disabled: 400,
  missing_template_data: 400,
  invalid_template: 400,
  not_found: 404,
  method_not_allowed: 405,
  in_use: 409,
  not_cancellable: 409,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  idempotency_mismatch: 422,
  rate_limited: 429,
  quota_exceeded: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof httpStatusOf;
export const errorCodes = Object.keys(httpStatusOf) as [ErrorCode, ...ErrorCode[]];

/** One field at fault: its path as the caller wrote it (`recipient.address`) and what it must be. */
export const fieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldError>;

/** Fields at fault that one error names (docs/limits.md#requests): a body may have thousands. */
const maxFieldErrors = 50;

/** A failed call on the wire. `retryable` says whether the same request may succeed later, `retry_after` in how many seconds where that is known. */
export const wireError = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  retryable: z.boolean(),
  details: z.array(fieldError).optional(),
  retry_after: z.int().positive().optional(),
});
export type WireError = z.infer<typeof wireError>;

const retryableCodes: readonly ErrorCode[] = ['unavailable', 'idempotency_in_progress', 'rate_limited'];

/** An expected refusal: thrown by a service, carried over the wire unchanged, shown to the API's caller as it is. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: readonly FieldError[],
    /** Seconds. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  get retryable(): boolean {
    return retryableCodes.includes(this.code);
  }

  toWire(): WireError {
    const { code, message, retryable, details, retryAfter } = this;
    return {
      code,
      message,
      retryable,
      ...(details ? { details: [...details] } : {}),
      ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    };
  }

  static fromWire(error: WireError): ServiceError {
    return new ServiceError(error.code, error.message, error.details, error.retry_after);
  }

  /** The 429 of whoever asks too often; `retryAfter` in seconds. */
  static rateLimited(message: string, retryAfter: number): ServiceError {
    return new ServiceError('rate_limited', message, undefined, retryAfter);
  }

  /** The 429 of whoever has as much as the account may have. Waiting helps only where `retryAfter` says so. */
  static quotaExceeded(quota: QuotaName, most: number, retryAfter?: number): ServiceError {
    const { unit, what } = limits[quota];
    const message = `This account may have at most ${unit === 'bytes' ? `${most} bytes of ` : `${most} `}${what}`;
    return new ServiceError('quota_exceeded', message, undefined, retryAfter);
  }

  /** The 400 of a value that breaks its schema; the fields at fault are named. */
  static invalid(error: z.ZodError, root = 'body'): ServiceError {
    const details = error.issues.map((issue) => ({ field: issue.path.join('.') || root, message: faultOf(issue) }));
    return ServiceError.invalidFields(details);
  }

  static invalidFields(details: readonly FieldError[]): ServiceError {
    const shown = details.slice(0, maxFieldErrors);
    const summary = shown.map(({ field, message }) => `${field} ${message}`).join('; ');
    const rest = details.length > shown.length ? `; and ${details.length - shown.length} more` : '';
    return new ServiceError('invalid_request', `Invalid request: ${summary}${rest}`, shown);
  }
}

const typeMismatch = /^Invalid input: expected (\w+), received (\w+)$/;

/** What a field must be. Schemas say most of it themselves; of a key at fault zod shows only the record's message, and of a type its own. */
function faultOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  const [, expected, received] = typeMismatch.exec(issue.message) ?? [];
  if (expected === undefined) return issue.message;
  if (received === 'undefined') return 'is required';
  return `must be ${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`;
}

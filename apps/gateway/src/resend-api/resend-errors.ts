import type { ErrorCode, FieldError } from '@postrider/contracts';
import { errorRule, ServiceError } from '@postrider/contracts';
import type { ErrorForm } from '../http/api-error.filter.js';
import { isForResend } from './resend.middleware.js';
import { fieldOfBody } from './resend-fields.js';

/** An error in the format of Resend, with its names: its PHP libraries treat unknown names as success. */
export interface ResendError {
  readonly statusCode: number;
  readonly name: string;
  readonly message: string;
}

type StatusAndName = readonly [status: number, name: string];

/** Codes whose status or name differs from the rules of `toResendError`. */
const exceptions: Partial<Record<ErrorCode, StatusAndName>> = {
  unauthenticated: [401, 'missing_api_key'],
  session_required: [401, 'missing_api_key'],
  invalid_api_key: [403, 'invalid_api_key'],
  forbidden: [401, 'restricted_api_key'],
  sender_required: [422, 'missing_required_field'],
  template_not_found: [422, 'validation_error'],
  version_not_found: [422, 'validation_error'],
  esp_account_not_found: [422, 'validation_error'],
  no_esp_account: [422, 'validation_error'],
  invalid_template: [422, 'validation_error'],
  missing_template_data: [422, 'validation_error'],
  not_cancellable: [422, 'validation_error'],
  not_found: [404, 'not_found'],
  method_not_allowed: [405, 'method_not_allowed'],
  idempotency_in_progress: [409, 'concurrent_idempotent_requests'],
  idempotency_mismatch: [409, 'invalid_idempotent_request'],
  rate_limited: [429, 'rate_limit_exceeded'],
  quota_exceeded: [429, 'daily_quota_exceeded'],
  internal: [500, 'internal_server_error'],
  unavailable: [503, 'application_error'],
};

/** The message names each field. The first one determines the name. */
function invalidFields(details: readonly FieldError[]): ResendError {
  const [{ field, message }] = details as [FieldError];
  const [statusCode, name] = errorForField(field, message);
  return { statusCode, name, message: details.map(formatFieldError).join(' ') };
}

function errorForField(field: string, message: string): StatusAndName {
  const root = field.replace(/^emails\.\d+\./, '').split('.')[0];
  if (root === 'Idempotency-Key') return [400, 'invalid_idempotency_key'];
  if (message.startsWith('is required')) return [422, 'missing_required_field'];
  if (root === 'from') return [422, 'invalid_from_address'];
  if (root === 'attachments') return [422, 'invalid_attachment'];
  return [422, 'validation_error'];
}

function formatFieldError({ field, message }: FieldError): string {
  if (message === 'is required') return `Missing \`${field}\` field.`;
  return message.startsWith('is required')
    ? `The \`${field}\` field ${message}.`
    : `Invalid \`${field}\` field: ${message}.`;
}

export function toResendError({ code, message, details = [] }: ServiceError, body: unknown): ResendError {
  if (code === 'invalid_request' && details.length > 0)
    return invalidFields(details.map((detail) => ({ ...detail, field: fieldOfBody(detail.field, body) })));
  const [statusCode, name] = exceptions[code] ?? [errorRule(code).status, 'validation_error'];
  return { statusCode, name, message };
}

/** The errors of the Resend-compatible API. */
export const resendErrors: ErrorForm = {
  fits: isForResend,
  respond: (request, response, error) => {
    const body = toResendError(error, request.body);
    if (body.name === 'missing_api_key') response.setHeader('WWW-Authenticate', 'Bearer realm="Postrider"');
    response.removeHeader('Content-Type');
    response.status(body.statusCode).json(
      body.name === 'missing_api_key'
        ? {
            ...body,
            message: 'Missing API key in the authorization header: send `Authorization: Bearer YOUR_API_KEY`',
          }
        : body,
    );
  },
};

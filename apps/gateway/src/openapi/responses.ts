import type { ErrorCode } from '@postrider/contracts';
import { errorCodes, fieldError, httpStatusOf } from '@postrider/contracts';
import { z } from 'zod';
import type { EndpointMetadata } from '../http/endpoint-metadata.js';
import type { Components, Json } from './components.js';

/** When an error is answered, for a caller (docs/api.md#error-codes). */
const meanings: Record<ErrorCode, string> = {
  invalid_request: 'a field, the path or the query string is missing, has the wrong type or breaks a limit',
  unauthenticated: 'there is no API key',
  invalid_api_key: 'the key is unknown, revoked or expired',
  forbidden: 'the key lacks the scope',
  https_required: 'plain HTTP where HTTPS is required',
  template_not_found: 'the body names a template that does not exist',
  version_not_found: 'the body names a version that does not exist, or none is published',
  esp_account_not_found: 'the body names an ESP account that does not exist',
  log_not_found: 'the body names a log that does not exist',
  no_esp_account: 'there is nothing to send through',
  sender_required: 'nobody says whom the mail is from',
  drip_campaign_not_found: 'the drip campaign does not exist',
  drip_campaign_disabled: 'the drip campaign is disabled',
  missing_template_data: 'a strict rendering lacks data; the message lists every missing name',
  invalid_template: 'a template does not parse or compile; the message says where and why',
  not_found: 'what the path names does not exist',
  method_not_allowed: 'the path exists, with other methods',
  in_use: 'something else needs what is to be deleted or renamed',
  not_cancellable: 'a provider was handed the mail already, or it has ended',
  idempotency_in_progress: 'the first request with this Idempotency-Key is still being answered',
  payload_too_large: 'the body or the answer is too large',
  idempotency_mismatch: 'the Idempotency-Key was used with another request',
  rate_limited: 'too many requests, renders or seconds of compiling MJML',
  quota_exceeded: 'the account has as much of something as it may',
  internal: 'nobody foresaw it; details are in the log under the request id',
  unavailable: 'a service is away or too slow; the message says whether the call can have been carried out',
};

const errorBody = z
  .object({
    success: z.literal(false).describe('Always false.'),
    status: z.enum(errorCodes).describe('What is wrong, for programs: codes do not change.'),
    message: z.string().describe('What is wrong, for people.'),
    errors: z
      .array(
        z.object({
          field: fieldError.shape.field.describe('Its path, as the caller wrote it.'),
          message: fieldError.shape.message.describe('What it must be.'),
        }),
      )
      .optional()
      .describe('The fields at fault, where fields are; at most 50.'),
    request_id: z.string().describe('As in `X-Request-Id`; in the log lines of every service that took part.'),
  })
  .meta({ id: 'Error', description: 'Why a request failed. In a batch, the message alone.' });

const integer = { type: 'integer', minimum: 0 };
const refTo = (header: string): Json => ({ $ref: `#/components/headers/${header}` });
const everywhere = { 'X-Request-Id': refTo('X-Request-Id') };

/** Header fields of answers. */
export const headers: Record<string, Json> = {
  'X-Request-Id': {
    description: 'That of the request, or a new one.',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': { description: 'The most requests at once.', schema: integer },
  'RateLimit-Remaining': { description: 'How many requests are left now.', schema: integer },
  'RateLimit-Reset': { description: 'Seconds until all of them are back.', schema: integer },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: integer },
  'Idempotency-Replayed': {
    description: '`true` where this is the answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
};

const rateLimits = {
  'RateLimit-Limit': refTo('RateLimit-Limit'),
  'RateLimit-Remaining': refTo('RateLimit-Remaining'),
  'RateLimit-Reset': refTo('RateLimit-Reset'),
};

/** What every operation can answer. */
const anywhere: readonly ErrorCode[] = [
  'invalid_request',
  'unauthenticated',
  'invalid_api_key',
  'https_required',
  'rate_limited',
  'internal',
  'unavailable',
];

const headersOf: Partial<Record<number, Json>> = {
  401: { 'WWW-Authenticate': refTo('WWW-Authenticate') },
  429: { ...rateLimits, 'Retry-After': refTo('Retry-After') },
  503: { 'Retry-After': refTo('Retry-After') },
};

/** The answers of an operation by their status: its success, and every error that it can end with. */
export function responsesOf(endpoint: EndpointMetadata, content: Json, components: Components): Json {
  const codes: readonly ErrorCode[] = [
    ...anywhere,
    ...(endpoint.scope === null ? [] : (['forbidden'] as const)),
    ...(endpoint.method === 'POST' || endpoint.method === 'PUT' ? (['payload_too_large'] as const) : []),
    ...(endpoint.asks?.errors ?? []),
  ];
  const success = {
    ...everywhere,
    ...rateLimits,
    ...(endpoint.idempotent ? { 'Idempotency-Replayed': refTo('Idempotency-Replayed') } : {}),
  };
  return {
    200: { description: 'Done.', headers: success, content },
    ...Object.fromEntries(
      [...new Set(codes.map((code) => httpStatusOf[code]))].map((status) => {
        const ofStatus = [...new Set(codes)].filter((code) => httpStatusOf[code] === status);
        return [status, components.response(nameOf(ofStatus), () => errorOf(status, ofStatus, components))];
      }),
    ),
  };
}

const nameOf = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())).join('.');

const errorOf = (status: number, codes: readonly ErrorCode[], components: Components): Json => ({
  description: codes.map((code) => `\`${code}\`: ${meanings[code]}.`).join('\n\n'),
  headers: { ...everywhere, ...headersOf[status] },
  content: {
    'application/json': {
      schema: components.schemaOf(errorBody),
      example: { success: false, status: codes[0], message: sentence(meanings[codes[0]!]), request_id: 'req_01KQV5' },
    },
  },
});

const sentence = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

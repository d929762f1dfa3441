import type { ErrorCode } from '@postrider/contracts';
import { carriedOut, errorCodes, errorRule, failureFacts, fieldError } from '@postrider/contracts';
import { z } from 'zod';
import type { EndpointMetadata } from '../http/endpoint-metadata.js';
import type { Components, Json } from './components.js';

const errorBody = z
  .object({
    success: z.literal(false).describe('Always false.'),
    status: z.enum(errorCodes).describe('The error code. Codes do not change.'),
    message: z.string().describe('A sentence for people.'),
    errors: z
      .array(
        z.object({
          field: fieldError.shape.field.describe('The path of the field, as sent.'),
          message: fieldError.shape.message.describe('What is wrong with it.'),
        }),
      )
      .optional()
      .describe('The fields at fault, at most 50.'),
    carried_out: carriedOut
      .optional()
      .describe('Whether the request took effect; only for 500 and above. After other errors it did not.'),
    reason: failureFacts.shape.reason.unwrap().describe('Why something is `unavailable`, if known.'),
    service: z.string().optional().describe('The service that the reason is about.'),
    request_id: z.string().describe('As in `X-Request-Id`.'),
  })
  .meta({ id: 'Error', description: 'An error. In a batch, the message alone.' });

const integer = { type: 'integer', minimum: 0 };
const refTo = (header: string): Json => ({ $ref: `#/components/headers/${header}` });
const commonHeaders = { 'X-Request-Id': refTo('X-Request-Id') };

/** Header fields of responses. */
export const headers: Record<string, Json> = {
  'X-Request-Id': {
    description: 'The id of the request: its own, or a new one.',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': { description: 'The burst: how many requests are possible at once.', schema: integer },
  'RateLimit-Remaining': { description: 'How many requests are left.', schema: integer },
  'RateLimit-Reset': { description: 'Seconds until the whole burst is available.', schema: integer },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: integer },
  'Idempotency-Replayed': {
    description: '`true`: this is the response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  ETag: {
    description: 'The revision of the object, for `If-Match`.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
};

const rateLimits = {
  'RateLimit-Limit': refTo('RateLimit-Limit'),
  'RateLimit-Remaining': refTo('RateLimit-Remaining'),
  'RateLimit-Reset': refTo('RateLimit-Reset'),
};

/** The errors that every operation can return. */
const anywhere: readonly ErrorCode[] = [
  'invalid_request',
  'unauthenticated',
  'session_required',
  'invalid_api_key',
  'csrf_refused',
  'https_required',
  'rate_limited',
  'internal',
  'unavailable',
];

const headersByStatus: Partial<Record<number, Json>> = {
  401: { 'WWW-Authenticate': refTo('WWW-Authenticate') },
  429: rateLimits,
};

/** The responses of an operation by their status: its success, and every error that it can return. */
export function describeResponses(endpoint: EndpointMetadata, content: Json, components: Components): Json {
  const codes: readonly ErrorCode[] = [
    ...anywhere,
    ...(endpoint.scope === null ? [] : (['forbidden'] as const)),
    ...(['POST', 'PUT', 'PATCH'].includes(endpoint.method) ? (['payload_too_large'] as const) : []),
    ...(endpoint.calls?.errors ?? []),
    ...(endpoint.errors ?? []),
  ];
  const success = {
    ...commonHeaders,
    ...rateLimits,
    ...(endpoint.idempotent ? { 'Idempotency-Replayed': refTo('Idempotency-Replayed') } : {}),
    ...(endpoint.revised ? { ETag: refTo('ETag') } : {}),
  };
  return {
    200: { description: 'Success.', headers: success, content },
    ...(showsRevision(endpoint)
      ? { 304: { description: 'Not modified since `If-None-Match`.', headers: success, content: {} } }
      : {}),
    ...Object.fromEntries(
      [...new Set(codes.map((code) => errorRule(code).status))].map((status) => {
        const ofStatus = [...new Set(codes)].filter((code) => errorRule(code).status === status);
        return [status, components.response(buildName(ofStatus), () => describeError(status, ofStatus, components))];
      }),
    ),
  };
}

/** A read of an object with a revision can return 304 without a body. */
export const showsRevision = ({ method, revised }: EndpointMetadata): boolean => method === 'GET' && revised === true;

const buildName = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())).join('.');

const describeError = (status: number, codes: readonly ErrorCode[], components: Components): Json => ({
  description: codes.map((code) => `\`${code}\`: ${errorRule(code).meaning}.`).join('\n\n'),
  headers: {
    ...commonHeaders,
    ...headersByStatus[status],
    ...(codes.some((code) => errorRule(code).retryable) ? { 'Retry-After': refTo('Retry-After') } : {}),
  },
  content: {
    'application/json': {
      schema: components.toSchema(errorBody),
      example: {
        success: false,
        status: codes[0],
        message: capitalize(errorRule(codes[0]!).meaning),
        request_id: 'req_01KQV5',
      },
    },
  },
});

const capitalize = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

import type { ErrorCode } from '@postrider/contracts';
import { carriedOut, errorCodes, errorRule, failureFacts, fieldError } from '@postrider/contracts';
import { z } from 'zod';
import type { EndpointMetadata } from '../http/endpoint-metadata.js';
import type { Components, Json } from './components.js';

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
    carried_out: carriedOut
      .optional()
      .describe('Whether what was asked for has happened; in answers with 500 and more. After others it has not.'),
    reason: failureFacts.shape.reason
      .unwrap()
      .describe('Why something is `unavailable`, for programs, where that is known.'),
    service: z.string().optional().describe('The service that the reason is about.'),
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
  ETag: {
    description: 'The revision of what is answered, for `If-Match`.',
    schema: { type: 'string' },
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
  'session_required',
  'invalid_api_key',
  'csrf_refused',
  'https_required',
  'rate_limited',
  'internal',
  'unavailable',
];

const headersOf: Partial<Record<number, Json>> = {
  401: { 'WWW-Authenticate': refTo('WWW-Authenticate') },
  429: rateLimits,
};

/** The answers of an operation by their status: its success, and every error that it can end with. */
export function responsesOf(endpoint: EndpointMetadata, content: Json, components: Components): Json {
  const codes: readonly ErrorCode[] = [
    ...anywhere,
    ...(endpoint.scope === null ? [] : (['forbidden'] as const)),
    ...(['POST', 'PUT', 'PATCH'].includes(endpoint.method) ? (['payload_too_large'] as const) : []),
    ...(endpoint.asks?.errors ?? []),
    ...(endpoint.errors ?? []),
  ];
  const success = {
    ...everywhere,
    ...rateLimits,
    ...(endpoint.idempotent ? { 'Idempotency-Replayed': refTo('Idempotency-Replayed') } : {}),
    ...(endpoint.revised ? { ETag: refTo('ETag') } : {}),
  };
  return {
    200: { description: 'Done.', headers: success, content },
    ...(showsRevision(endpoint)
      ? { 304: { description: 'It is what `If-None-Match` says: nothing is answered.', headers: success, content: {} } }
      : {}),
    ...Object.fromEntries(
      [...new Set(codes.map((code) => errorRule(code).status))].map((status) => {
        const ofStatus = [...new Set(codes)].filter((code) => errorRule(code).status === status);
        return [status, components.response(nameOf(ofStatus), () => errorOf(status, ofStatus, components))];
      }),
    ),
  };
}

/** A read of what has a revision may be answered with nothing. */
export const showsRevision = ({ method, revised }: EndpointMetadata): boolean => method === 'GET' && revised === true;

const nameOf = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())).join('.');

const errorOf = (status: number, codes: readonly ErrorCode[], components: Components): Json => ({
  description: codes.map((code) => `\`${code}\`: ${errorRule(code).meaning}.`).join('\n\n'),
  headers: {
    ...everywhere,
    ...headersOf[status],
    ...(codes.some((code) => errorRule(code).retryable) ? { 'Retry-After': refTo('Retry-After') } : {}),
  },
  content: {
    'application/json': {
      schema: components.schemaOf(errorBody),
      example: {
        success: false,
        status: codes[0],
        message: sentence(errorRule(codes[0]!).meaning),
        request_id: 'req_01KQV5',
      },
    },
  },
});

const sentence = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

import { types } from 'node:util';
import type { UnavailableReason } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';

/**
 * In UTF-8 bytes, on every transport. The broker closes a channel that sends a larger message than it accepts (16 MB in
 * RabbitMQ 4), with all calls in flight on it. The largest valid payload is a zip of translations of 10 MB in base64.
 */
const maxBytes = 15 * 1_048_576;
const maxBytesEach = 3;

/**
 * Returns the JSON unchanged if it fits into a message.
 * @throws ServiceError `payload_too_large`
 */
export function withinMessage(json: string, what: 'request' | 'response'): string {
  // Skips counting the bytes of texts that cannot exceed the limit.
  if (json.length * maxBytesEach > maxBytes && Buffer.byteLength(json) > maxBytes)
    throw new ServiceError(
      'payload_too_large',
      `The ${what} is larger than ${maxBytes / 1_048_576} MB, the maximum between services; ${remedies[what]}`,
    );
  return json;
}

const remedies = { request: 'send less at a time', response: 'request less at a time' };

/**
 * Error codes of Node, the PostgreSQL driver and PostgreSQL (SQLSTATE) that indicate a temporary failure, not a bug.
 */
const temporaryCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  '08000',
  '08001',
  '08003',
  '08006', // connection exceptions
  '53000',
  '53100',
  '53200',
  '53300', // insufficient resources: disk, memory, connections
  '40001',
  '40P01', // serialization failure, deadlock
  '55P03',
  '57014', // lock not available, statement timeout
  '57P01',
  '57P02',
  '57P03', // server is stopping, crashed, starting
]);
const passingMessage =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not connected|server conn crashed/i;

/** Whether a later retry may succeed: the database or the broker is unavailable, full or overloaded. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ServiceError) return error.retryable;
  if (!types.isNativeError(error)) return false;
  const { code, driverError } = error as Error & { code?: unknown; driverError?: unknown };
  return (
    (typeof code === 'string' && temporaryCodes.has(code)) ||
    passingMessage.test(error.message) ||
    (driverError !== error && isTemporary(driverError))
  );
}

/**
 * Whether the statement timeout cancelled a statement. Temporary for a caller, but if it recurs the statement itself is
 * too slow.
 */
export function isStatementTimeout(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const { code, driverError } = error as Error & { code?: unknown; driverError?: unknown };
  return code === '57014' || (driverError !== error && isStatementTimeout(driverError));
}

/**
 * Whether PostgreSQL cannot store the text: U+0000 (SQLSTATE 22021, in JSON 22P05) or, in JSON, half a surrogate pair
 * (22P02).
 */
export function isUnstorable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const { code, detail, driverError } = error as Error & { code?: unknown; detail?: unknown; driverError?: unknown };
  return (
    code === '22021' ||
    code === '22P05' ||
    (code === '22P02' && /surrogate/.test(String(detail))) ||
    (driverError !== error && isUnstorable(driverError))
  );
}

/** An error for a request that certainly was not carried out, because it never reached the service. */
export const unavailable = (what: string, reason?: UnavailableReason, service?: string): ServiceError =>
  new ServiceError('unavailable', `${what}; nothing was accepted, try again later`, undefined, undefined, {
    carriedOut: 'no',
    reason,
    service,
  });

/** An error for a request without a response: it may have been carried out, or may still be. */
export const unanswered = (what: string, reason?: UnavailableReason, service?: string): ServiceError =>
  new ServiceError(
    'unavailable',
    `${what}; it may have been carried out, so repeat it with the same Idempotency-Key`,
    undefined,
    undefined,
    { carriedOut: 'unknown', reason, service },
  );

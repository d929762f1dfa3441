import { types } from 'node:util';
import type { UnavailableReason } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';

/**
 * In UTF-8, on every transport. The broker closes the channel of whoever sends it a larger message than it takes (16 MB in
 * RabbitMQ 4), with all calls that are under way on it. The largest that is meant to travel is a zip of translations of 10 MB,
 * in base64.
 */
const maxBytes = 15 * 1_048_576;
const maxBytesEach = 3;

/**
 * What may go over the wire, as it came.
 * @throws ServiceError `payload_too_large`
 */
export function withinMessage(json: string, what: 'request' | 'answer'): string {
  // Hardly anything is large enough to be counted.
  if (json.length * maxBytesEach > maxBytes && Buffer.byteLength(json) > maxBytes)
    throw new ServiceError(
      'payload_too_large',
      `The ${what} is larger than ${maxBytes / 1_048_576} MB, which is more than services hand each other; ${remedies[what]}`,
    );
  return json;
}

const remedies = { request: 'send less at a time', answer: 'ask for less at a time' };

/** Codes of Node, of the Postgres driver and of Postgres itself (SQLSTATE) that mean "not now" rather than "a bug". */
const passing = new Set([
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
  '40P01', // lost against a concurrent transaction
  '55P03',
  '57014', // lock not available, statement cancelled by its time limit
  '57P01',
  '57P02',
  '57P03', // server is stopping, crashed, starting
]);
const passingMessage =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not connected|server conn crashed/i;

/** Whether trying the same thing later may succeed: the database or the broker is away, full or overloaded. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ServiceError) return error.retryable;
  if (!types.isNativeError(error)) return false;
  const { code, driverError } = error as Error & { code?: unknown; driverError?: unknown };
  return (
    (typeof code === 'string' && passing.has(code)) ||
    passingMessage.test(error.message) ||
    (driverError !== error && isPassing(driverError))
  );
}

/** Whether a statement was cancelled by its time limit. Passing for a caller; if it happens again and again it is the statement's own affair. */
export function isStatementTimeout(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const { code, driverError } = error as Error & { code?: unknown; driverError?: unknown };
  return code === '57014' || (driverError !== error && isStatementTimeout(driverError));
}

/** Whether the database refused text that it cannot hold: U+0000 (SQLSTATE 22021, in JSON 22P05) or, in JSON, half a surrogate pair (22P02). */
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

/** Certain not to have happened: the request never reached anybody. */
export const unavailable = (what: string, reason?: UnavailableReason, service?: string): ServiceError =>
  new ServiceError('unavailable', `${what}; nothing was accepted, try again later`, undefined, undefined, {
    carriedOut: 'no',
    reason,
    service,
  });

/** It left, and no answer came: it may have been carried out, or still be. */
export const unanswered = (what: string, reason?: UnavailableReason, service?: string): ServiceError =>
  new ServiceError(
    'unavailable',
    `${what}; it may have been carried out, so repeat it with the same Idempotency-Key`,
    undefined,
    undefined,
    { carriedOut: 'unknown', reason, service },
  );

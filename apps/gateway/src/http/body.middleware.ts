import { ServiceError } from '@postrider/contracts';
import type { NextFunction, Response } from 'express';
import type { RawBodyError } from 'raw-body';
import getRawBody from 'raw-body';
import type { ArrivingRequest } from './api-request.js';
import { parseJson } from './json-body.js';

const withBody = new Set(['POST', 'PUT']);

/** Reads the body and parses it, as the operation says. Nobody without a key that may do it makes us hold one. */
export async function readBody(request: ArrivingRequest, _response: Response, next: NextFunction): Promise<void> {
  const { endpoint } = request;
  if (endpoint && withBody.has(endpoint.method) && request.body === undefined) {
    const bytes = await bytesOf(request, endpoint.body.maxBytes);
    request.body = endpoint.body.format === 'file' ? bytes : parseJson(bytes);
  }
  next();
}

/**
 * The body's bytes, however they are framed; empty where there are none.
 * @throws ServiceError `payload_too_large` as soon as the declared or the counted length passes the limit.
 */
async function bytesOf(request: ArrivingRequest, maxBytes: number): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': framing, 'content-encoding': encoding } = request.headers;
  if (length === undefined ? framing === undefined : length === '0') return Buffer.alloc(0);
  if (Number(length) > maxBytes) throw tooLarge(maxBytes);
  if (encoding !== undefined && encoding !== 'identity')
    throw new ServiceError('invalid_request', 'Invalid request: compressed bodies are not supported');
  return getRawBody(request, { length: length ?? null, limit: maxBytes }).catch(({ type }: RawBodyError) => {
    throw type === 'entity.too.large'
      ? tooLarge(maxBytes)
      : new ServiceError('invalid_request', 'Invalid request: the body ended early');
  });
}

const tooLarge = (maxBytes: number): ServiceError =>
  new ServiceError('payload_too_large', `The request body is larger than ${inWords(maxBytes)}`);

const inWords = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`);

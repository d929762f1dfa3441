import { ServiceError } from '@postrider/contracts';
import type { NextFunction, Response } from 'express';
import type { RawBodyError } from 'raw-body';
import getRawBody from 'raw-body';
import type { ArrivingRequest } from './api-request.js';
import { parseJson } from './json-body.js';

const maxBytes = 12 * 1024 * 1024;
const withBody = new Set(['POST', 'PUT', 'PATCH']);
/** Uploads, which are no JSON. */
const filePaths = /^\/api\/v1\/i18n\/po\//i;

/** Reads the body and parses it. After authentication: nobody without a key makes us hold 12 MB. */
export async function readBody(request: ArrivingRequest, _response: Response, next: NextFunction): Promise<void> {
  if (withBody.has(request.method) && request.body === undefined) {
    const bytes = await bytesOf(request);
    request.body = filePaths.test(request.path) ? bytes : parseJson(bytes);
  }
  next();
}

/**
 * The body's bytes, however they are framed; empty where there are none.
 * @throws ServiceError `payload_too_large` as soon as the declared or the counted length passes the limit.
 */
async function bytesOf(request: ArrivingRequest): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': framing, 'content-encoding': encoding } = request.headers;
  if (length === undefined ? framing === undefined : length === '0') return Buffer.alloc(0);
  if (Number(length) > maxBytes) throw tooLarge();
  if (encoding !== undefined && encoding !== 'identity')
    throw new ServiceError('invalid_request', 'Invalid request: compressed bodies are not supported');
  return getRawBody(request, { length: length ?? null, limit: maxBytes }).catch(({ type }: RawBodyError) => {
    throw type === 'entity.too.large'
      ? tooLarge()
      : new ServiceError('invalid_request', 'Invalid request: the body ended early');
  });
}

const tooLarge = (): ServiceError =>
  new ServiceError('payload_too_large', `The request body is larger than ${maxBytes / 1024 / 1024} MB`);

import { newId } from '@postrider/contracts';
import type { Response } from 'express';
import type { ApiRequest } from './api-request.js';

const acceptableId = /^[\x20-\x7e]{1,128}$/;

/** Gives the request its id (the caller's where usable, API.md section 2) and its deadline, and every answer its headers. */
export function identify(request: ApiRequest, response: Response, timeoutMs: number): void {
  const given = request.headers['x-request-id'];
  request.requestId = typeof given === 'string' && acceptableId.test(given) ? given : newId('request');
  request.deadline = Date.now() + timeoutMs;
  response.setHeader('X-Request-Id', request.requestId);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
}

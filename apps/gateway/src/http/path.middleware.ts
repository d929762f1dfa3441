import { ServiceError } from '@postrider/contracts';
import type { NextFunction, Response } from 'express';
import type { ArrivingRequest } from './api-request.js';
import { MethodNotAllowed } from './http-errors.js';
import { version } from './version.js';

const apiPath = /^\/api\/v1(?=[/?]|$)/i;
const controlCharacter = /[\x00-\x1f\x7f]|%(?:[01][0-9a-f]|7f)/i;

/** What the root of the port says to whoever does not know what is there. */
const index = {
  name: 'Postrider',
  version,
  api: '/api/v1',
  openapi: '/api/v1/openapi.json',
  docs: '/docs/',
};

/**
 * There is nothing beside the API and its description but the index; and no name or id in an address holds a control character, where a database would choke on
 * NUL.
 */
export function checkPath(request: ArrivingRequest, response: Response, next: NextFunction): void {
  const { url } = request;
  if (request.path === '/') answerIndex(request, response);
  else if (!apiPath.test(url)) throw new ServiceError('not_found', 'No such address');
  else if (controlCharacter.test(url))
    throw new ServiceError('invalid_request', 'Invalid request: the address holds control characters');
  else next();
}

function answerIndex({ method }: ArrivingRequest, response: Response): void {
  if (method !== 'GET' && method !== 'HEAD') throw new MethodNotAllowed(method, ['GET', 'HEAD']);
  response.json(index);
}

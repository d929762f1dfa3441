import { ServiceError } from '@postrider/contracts';
import type { NextFunction, Response } from 'express';
import type { IncomingApiRequest } from './api-request.js';
import { MethodNotAllowed } from './api-request.js';
import { existsSync, readFileSync } from 'node:fs';

/** The nearest package.json above this file, in the source as in the build. */
function packageJson(directory = new URL('.', import.meta.url)): { readonly version: string } {
  const file = new URL('package.json', directory);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return packageJson(new URL('..', directory));
}

export const { version } = packageJson();

const apiPath = /^\/(?:api\/v1|resend|mcp)(?=[/?]|$)/i;
const controlCharacter = /[\x00-\x1f\x7f]|%(?:[01][0-9a-f]|7f)/i;
const oneLine = 'must be one line without control characters';

/** The response to GET /. */
const index = {
  name: 'Postrider',
  version,
  api: '/api/v1',
  openapi: '/api/v1/openapi.json',
  docs: '/docs/',
};

/** Serves the index, and rejects unknown paths and control characters in URLs. PostgreSQL cannot store NUL. */
export function checkPath(request: IncomingApiRequest, response: Response, next: NextFunction): void {
  const { url } = request;
  if (request.path === '/') respondWithIndex(request, response);
  else if (!apiPath.test(url)) throw new ServiceError('not_found', 'No such path');
  else if (controlCharacter.test(url)) throw namingControlCharacters(url);
  else next();
}

/** Names the query parameter, whose value was probably pasted, or else the path. */
function namingControlCharacters(url: string): ServiceError {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  if (controlCharacter.test(path))
    return new ServiceError('invalid_request', 'Invalid request: the path must not hold control characters');
  const names = query
    .split('&')
    .filter((part) => controlCharacter.test(part))
    .map((part) => /^[\w-]{1,64}(?==)/.exec(part)?.[0] ?? 'query');
  return ServiceError.invalidFields([...new Set(names)].map((field) => ({ field, message: oneLine })));
}

function respondWithIndex({ method }: IncomingApiRequest, response: Response): void {
  if (method !== 'GET' && method !== 'HEAD') throw new MethodNotAllowed(method, ['GET', 'HEAD']);
  response.json(index);
}

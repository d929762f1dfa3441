import { ServiceError } from '@postrider/contracts';
import type { NextFunction, Response } from 'express';
import type { ArrivingRequest } from './api-request.js';
import { MethodNotAllowed } from './api-request.js';
import { existsSync, readFileSync } from 'node:fs';

/** The nearest one above this file is that of the installation, in the sources as in the build. */
function packageJson(directory = new URL('.', import.meta.url)): { readonly version: string } {
  const file = new URL('package.json', directory);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return packageJson(new URL('..', directory));
}

/** Of the installation: the version of its package.json. */
const { version } = packageJson();

const apiPath = /^\/api\/v1(?=[/?]|$)/i;
const controlCharacter = /[\x00-\x1f\x7f]|%(?:[01][0-9a-f]|7f)/i;
const oneLine = 'must be one line without control characters';

/** What the root of the port says to whoever does not know what is there. */
const index = {
  name: 'Postrider',
  version,
  api: '/api/v1',
  openapi: '/api/v1/openapi.json',
  docs: '/docs/',
};

/**
 * There is nothing beside the API and its description but the index; and no name, id or text in a URL holds a control character, where a database would choke
 * on NUL.
 */
export function checkPath(request: ArrivingRequest, response: Response, next: NextFunction): void {
  const { url } = request;
  if (request.path === '/') answerIndex(request, response);
  else if (!apiPath.test(url)) throw new ServiceError('not_found', 'No such address');
  else if (controlCharacter.test(url)) throw namingControlCharacters(url);
  else next();
}

/** What is looked for is often pasted: whoever did that is told of the text, not of the URL it went into. */
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

function answerIndex({ method }: ArrivingRequest, response: Response): void {
  if (method !== 'GET' && method !== 'HEAD') throw new MethodNotAllowed(method, ['GET', 'HEAD']);
  response.json(index);
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Middleware } from '../http/api-request.js';
import { MethodNotAllowed } from '../http/api-request.js';
import type { ApiDescription } from './openapi.js';

const own = join(import.meta.dirname, 'page');
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** What the page is made of: nothing is fetched from another host. */
const files: Readonly<Record<string, readonly [folder: string, type: string]>> = {
  'index.html': [own, 'text/html'],
  'page.css': [own, 'text/css'],
  'page.js': [own, 'text/javascript'],
  'swagger-ui.css': [swaggerUi, 'text/css'],
  'swagger-ui-bundle.js': [swaggerUi, 'text/javascript'],
};

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const address = /^\/docs(?:\/(?<name>[\w.-]*))?(?:\?|$)/;

interface Content {
  readonly identity: Buffer;
  readonly gzip: Buffer;
}

/** The page on `/docs` that shows the description of the API and tries its calls (docs/reference/api-description.md). It needs no key: a try does. */
export function serveDocs(description: ApiDescription): Middleware {
  const contents = new Map<string, Promise<Content>>();
  const contentOf = (name: string): Promise<Content> => {
    const known = contents.get(name) ?? read(name, description);
    contents.set(name, known);
    known.catch(() => contents.delete(name));
    return known;
  };

  return (request, response, next) => {
    const found = address.exec(request.url);
    const name = found?.groups?.['name'] || 'index.html';
    if (!found || !(Object.hasOwn(files, name) || name === 'openapi.json')) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new MethodNotAllowed(request.method, ['GET', 'HEAD']);
    if (request.path === '/docs') return response.redirect(308, '/docs/');
    return contentOf(name).then((content) =>
      answer(request, response, files[name]?.[1] ?? 'application/json', content),
    );
  };
}

async function read(name: string, description: ApiDescription): Promise<Content> {
  const [folder] = files[name] ?? [];
  const identity = folder ? await readFile(join(folder, name)) : Buffer.from(JSON.stringify(description.get()));
  return { identity, gzip: await promisify(gzip)(identity) };
}

function answer(request: Request, response: Response, type: string, content: Content): void {
  const encoding = request.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : 'identity';
  response.setHeader('Content-Security-Policy', contentSecurityPolicy);
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Vary', 'Accept-Encoding');
  if (encoding === 'gzip') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Cache-Control', 'public, max-age=3600');
  response.end(content[encoding]);
}

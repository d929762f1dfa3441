import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Response } from 'express';
import { MethodNotAllowed } from '../http/http-errors.js';
import type { Middleware } from '../http/in-order.js';
import type { ApiDescription } from './api-description.js';

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

/** The page on `/docs` that shows the description of the API and tries its calls (docs/api.md#the-description-of-the-api). It needs no key: a try does. */
export function serveDocs(description: ApiDescription): Middleware {
  const compressed = new Map<string, Promise<Buffer>>();
  const contentOf = (name: string): Promise<Buffer> => {
    const known = compressed.get(name) ?? compress(name, description);
    compressed.set(name, known);
    known.catch(() => compressed.delete(name));
    return known;
  };

  return (request, response, next) => {
    const found = address.exec(request.url);
    const name = found?.groups?.['name'] || 'index.html';
    if (!found || !(Object.hasOwn(files, name) || name === 'openapi.json')) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new MethodNotAllowed(request.method, ['GET', 'HEAD']);
    if (request.path === '/docs') return response.redirect(308, '/docs/');
    return contentOf(name).then((content) => answer(response, files[name]?.[1] ?? 'application/json', content));
  };
}

async function compress(name: string, description: ApiDescription): Promise<Buffer> {
  const [folder] = files[name] ?? [];
  return promisify(gzip)(folder ? await readFile(join(folder, name)) : JSON.stringify(description.get()));
}

function answer(response: Response, type: string, content: Buffer): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy);
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Cache-Control', 'public, max-age=3600');
  response.end(content);
}

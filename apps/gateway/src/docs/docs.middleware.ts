import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { IncomingApiRequest, Middleware } from '../http/api-request.js';
import { MethodNotAllowed } from '../http/api-request.js';
import type { ApiDescription } from '../openapi/openapi.js';
import type { DocsFile } from './docs-site.js';
import { DocsSite } from './docs-site.js';

const pageFolder = join(import.meta.dirname, 'page');
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
/** The Markdown files: in the sources the folder `docs`, in a build its copy. */
const markdown = join(import.meta.dirname, '..', '..', '..', '..', 'docs');

/** Files of the site and of the API explorer; nothing is fetched from another host. */
const files = new Map<string, readonly [folder: string, name: string, type: string]>(
  Object.entries({
    'site.css': [pageFolder, 'site.css', 'text/css'],
    'site.js': [pageFolder, 'site.js', 'text/javascript'],
    'explorer/': [pageFolder, 'explorer.html', 'text/html'],
    'explorer/explorer.css': [pageFolder, 'explorer.css', 'text/css'],
    'explorer/explorer.js': [pageFolder, 'explorer.js', 'text/javascript'],
    'explorer/swagger-ui.css': [swaggerUi, 'swagger-ui.css', 'text/css'],
    'explorer/swagger-ui-bundle.js': [swaggerUi, 'swagger-ui-bundle.js', 'text/javascript'],
  }),
);

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

const address = /^\/docs\/(?<path>.*)$/;

interface Content {
  readonly type: string;
  readonly etag: string;
  readonly identity: Buffer;
  readonly gzip: Buffer;
}

/**
 * The documentation under `/docs/`, with an explorer that tries calls of the API (docs/reference/api-description.md). It needs no key; a call that is
 * tried does. Pages are rendered when they are first requested.
 */
export function serveDocs(description: ApiDescription): Middleware {
  let site: Promise<DocsSite> | undefined;
  const contents = new Map<string, Promise<Content | undefined>>();

  const load = async (path: string): Promise<Content | undefined> => {
    const file = await fileAt(path);
    return file && compress(file);
  };
  const fileAt = async (path: string): Promise<DocsFile | undefined> => {
    if (path === 'openapi.json')
      return { type: 'application/json', content: Buffer.from(JSON.stringify(description.get())) };
    const file = files.get(path);
    if (file) return { type: file[2], content: await readFile(join(file[0], file[1])) };
    return (await (site ??= DocsSite.load(markdown))).fileAt(path);
  };
  /** Caches only pages that exist. */
  const contentAt = async (path: string): Promise<Content | undefined> => {
    const loading = contents.get(path) ?? load(path);
    contents.set(path, loading);
    const content = await loading.catch((error: unknown) => {
      contents.delete(path);
      throw error;
    });
    if (!content) contents.delete(path);
    return content;
  };

  return async (request, response, next) => {
    if (request.path === '/docs' || request.path === '/docs/explorer')
      return response.redirect(308, `${request.path}/`);
    const path = request.path === '/llms.txt' ? 'llms.txt' : address.exec(request.path)?.groups?.['path'];
    if (path === undefined) return next();
    const found = await contentAt(path);
    if (!found && !request.headers.accept?.includes('text/html')) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new MethodNotAllowed(request.method, ['GET', 'HEAD']);
    response.statusCode = found ? 200 : 404;
    respond(request, response, found ?? (await compress((await site!).notFound())));
  };
}

async function compress({ type, content }: DocsFile): Promise<Content> {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  return { type, etag, identity: content, gzip: await promisify(gzip)(content) };
}

function respond(request: IncomingApiRequest | Request, response: Response, content: Content): void {
  const isPicture = content.type.startsWith('image/');
  const encoding = !isPicture && request.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : 'identity';
  // The route label of the access log and the metrics.
  request.route = { path: '/docs/*' };
  response.setHeader('Content-Security-Policy', contentSecurityPolicy);
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('ETag', content.etag);
  if (response.statusCode === 200 && request.headers['if-none-match'] === content.etag) response.statusCode = 304;
  if (response.statusCode === 304) {
    response.end();
    return;
  }
  if (encoding === 'gzip') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', isPicture ? content.type : `${content.type}; charset=utf-8`);
  response.setHeader('Content-Length', content[encoding].length);
  response.end(request.method === 'HEAD' ? undefined : content[encoding]);
}

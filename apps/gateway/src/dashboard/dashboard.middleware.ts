import { join } from 'node:path';
import type { Response } from 'express';
import type { IncomingApiRequest, Middleware } from '../http/api-request.js';
import { takeCspReports } from './csp-reports.js';
import type { DashboardFile } from './dashboard-files.js';
import { dashboardFiles } from './dashboard-files.js';

const policy = (...directives: readonly string[]): string => directives.join('; ');

/** Only files of this origin, and no strings as scripts (docs/dashboard.md#content-security-policy). */
const pagePolicy = policy(
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // For the worker that renders drafts (docs/dashboard.md#the-preview).
  'trusted-types preview-worker',
  'report-uri /csp',
);

/**
 * The policy of the preview of an email: a sandbox with an opaque origin, which runs only the script that inserts the
 * email.
 */
const framePolicyWith = (images: string, fonts: string): string =>
  policy(
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    `img-src ${images}`,
    `font-src ${fonts}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  );

const framePolicies: Readonly<Record<string, string>> = {
  '/frame/preview.html': framePolicyWith('https: http: data:', 'https: data:'),
  '/frame/preview-images-off.html': framePolicyWith('data:', 'data:'),
};

const getPolicy = (path: string): string => framePolicies[path] ?? pagePolicy;

/** The output folder of `npm run build`, relative to this file. */
export const builtDashboard = join(import.meta.dirname, '..', '..', '..', 'dashboard');

/** Paths that are never pages of the dashboard: a missing one is 404. */
const nonPagePaths = /^\/(?:api|assets|docs|frame|mcp|resend|t|webhooks\/esp)(?:[/?]|$)/i;
const api = /^\/api(?:[/?]|$)/i;
const notBuilt = 'The dashboard is not built: run npm run build. The API answers under /api/v1.\n';

/** Serves the dashboard under `/` without authentication (docs/dashboard.md#how-it-is-served). */
export function serveDashboard(folder: string): Middleware {
  const files = dashboardFiles(folder);
  const takeReport = takeCspReports();
  return async (request, response, next) => {
    if (api.test(request.url)) return next();
    if (request.method === 'POST' && request.path === '/csp') return takeReport(request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const isPage = wantsPage(request);
    const built = await files();
    const path = isPage && !built?.has(request.path) ? '/index.html' : request.path;
    const file = path === '/' ? undefined : built?.get(path);
    if (file) return respond(request, response, path, file);
    return isPage && !built ? sendNotBuilt(response) : next();
  };
}

/** Whether a browser opens a page, which may look like a file: /customers/ada@example.com. Programs get the index. */
const wantsPage = ({ url, headers }: IncomingApiRequest): boolean =>
  !nonPagePaths.test(url) && (headers.accept?.includes('text/html') ?? false);

function respond(request: IncomingApiRequest, response: Response, path: string, file: DashboardFile): void {
  const isHashed = path.startsWith('/assets/');
  // The route label of the access log and the metrics.
  request.route = { path: isHashed ? '/assets/:name' : path };
  response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('Content-Security-Policy', getPolicy(path));
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('ETag', file.etag);
  if (request.headers['if-none-match'] === file.etag) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const [encoding, content] = encoded(file, request.headers['accept-encoding']);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Length', content.length);
  response.end(request.method === 'HEAD' ? undefined : content);
}

function encoded(
  { br, gzip, identity }: DashboardFile,
  accepted = '',
): [encoding: string | undefined, content: Buffer] {
  if (br && /\bbr\b/.test(accepted)) return ['br', br];
  if (gzip && /\bgzip\b/.test(accepted)) return ['gzip', gzip];
  return [undefined, identity];
}

function sendNotBuilt(response: Response): void {
  response.statusCode = 404;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(notBuilt);
}

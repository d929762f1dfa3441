import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { HttpRejection, decodeSegment, isMissingFile, notFound, send } from './exchange.js';
import { authority, listen } from './listen.js';
import type { Mailbox } from './mailbox.js';
import { Routes } from './routes.js';
import { isIP, isIPv4 } from 'node:net';

/**
 * Whether the Host header names this catcher. With DNS rebinding a web page can point its own name at 127.0.0.1 to read
 * emails, but its name stays in the Host header. An IP address cannot be rebound, so a catcher bound to all interfaces
 * accepts any IP address.
 */
function isOwnHost(header: string | undefined, boundHost: string): boolean {
  const name = hostName(header);
  if (name === undefined) return false;
  if (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIPv4(name) && name.startsWith('127.'))
  )
    return true;
  if (name === boundHost.toLowerCase()) return true;
  return (boundHost === '0.0.0.0' || boundHost === '::') && isIP(name) !== 0;
}

function hostName(header: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(header?.toLowerCase() ?? '') ?? [];
  return bracketed ?? plain;
}

const stopMs = 700;

export interface WebServerOptions {
  host: string;
  port: number;
  mailbox: Mailbox;
  apiUrl: string;
  log: (line: string) => void;
}

/** Serves the page and Mailpit's API for one mailbox. */
export async function startWebServer(options: WebServerOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const routes = new Routes(options.mailbox, options.apiUrl);
  const server = createServer((request, response) => {
    handle(routes, options.host, request, response).catch((error: unknown) => reject(response, error, options.log));
  });
  const port = await listen(server, 'The mail catcher (HTTP)', options.host, options.port, 'CATCHER_HTTP_PORT');
  return {
    url: `http://${authority(options.host, port)}`,
    stop: () =>
      new Promise((resolve) => {
        const deadline = setTimeout(() => server.closeAllConnections(), stopMs);
        server.close(() => {
          clearTimeout(deadline);
          resolve();
        });
        routes.endEventStreams();
      }),
  };
}

async function handle(
  routes: Routes,
  boundHost: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cache-Control', 'no-store');
  if (!isOwnHost(request.headers.host, boundHost)) {
    throw new HttpRejection(403, 'The mail catcher answers only to localhost and to the host it is bound to');
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const onPath = routes.table.filter(([, pattern]) => pattern.test(pathname));
  if (onPath.length === 0) throw notFound();
  const route = onPath.find(([routeMethod]) => routeMethod === method);
  if (!route) throw new HttpRejection(405, 'method not allowed');
  const segments = route[1].exec(pathname)!.slice(1).map(decodeSegment);
  await route[2]({ request, response, query: searchParams, segments });
}

function reject(response: ServerResponse, error: unknown, log: (line: string) => void): void {
  const rejection = error instanceof HttpRejection ? error : isMissingFile(error) ? notFound() : undefined;
  if (!rejection) log(`The mail catcher could not answer a request: ${String(error)}`);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  send(response, rejection?.status ?? 500, 'text/plain; charset=utf-8', rejection?.message ?? 'internal error');
}

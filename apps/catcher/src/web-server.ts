import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { decodeSegment, HttpRefusal, isMissingFile, notFound, send } from './exchange.js';
import { isOwnHost } from './host-guard.js';
import { authority, listen } from './listen.js';
import type { Mailbox } from './mailbox.js';
import { Routes } from './routes.js';

const stopMs = 700;

export interface WebServerOptions {
  host: string;
  port: number;
  mailbox: Mailbox;
  apiUrl: string;
  log: (line: string) => void;
}

/** The page and Mailpit's API over one mailbox. */
export async function startWebServer(options: WebServerOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const routes = new Routes(options.mailbox, options.apiUrl);
  const server = createServer((request, response) => {
    answer(routes, options.host, request, response).catch((error: unknown) => refuse(response, error, options.log));
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

async function answer(
  routes: Routes,
  boundHost: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cache-Control', 'no-store');
  if (!isOwnHost(request.headers.host, boundHost)) {
    throw new HttpRefusal(403, 'The mail catcher answers only to localhost and to the host it is bound to');
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const onPath = routes.table.filter(([, pattern]) => pattern.test(pathname));
  if (onPath.length === 0) throw notFound();
  const route = onPath.find(([routeMethod]) => routeMethod === method);
  if (!route) throw new HttpRefusal(405, 'method not allowed');
  const segments = route[1].exec(pathname)!.slice(1).map(decodeSegment);
  await route[2]({ request, response, query: searchParams, segments });
}

function refuse(response: ServerResponse, error: unknown, log: (line: string) => void): void {
  const refusal = error instanceof HttpRefusal ? error : isMissingFile(error) ? notFound() : undefined;
  if (!refusal) log(`The mail catcher could not answer a request: ${String(error)}`);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  send(response, refusal?.status ?? 500, 'text/plain; charset=utf-8', refusal?.message ?? 'internal error');
}

import type { Socket } from 'node:net';
import type { Response } from 'express';
import type { IncomingApiRequest } from './api-request.js';
import type { BodyRateLimiter } from './body-rate-limiter.js';
import { mayBeLarge } from './body-rate-limiter.js';

/** How long a caller may keep sending after the response. Closing at once could lose the response (RFC 9112, 9.6). */
const closeDelayMs = 2_000;
/** Connections that are no longer read and wait for their timeout; the kernel buffers what they have sent. */
const maxUnread = 128;
const unread = new Set<Socket>();

/** Drains the rest of a body after the response was decided, for a short time. */
export function discardRest(request: IncomingApiRequest, response: Response, limiter: BodyRateLimiter): void {
  if (request.complete) return;
  const { socket } = request;
  if (mayBeLarge(request)) drainOrClose(request, response, limiter);
  request.resume();
  const timer = setTimeout(() => socket.destroy(), closeDelayMs);
  timer.unref();
  (mayBeLarge(request) ? socket : request).once('close', () => clearTimeout(timer));
}

/**
 * Drains only as fast as the rate allows. The connection cannot be reused, so the response half-closes it; a full close
 * could lose the response while the caller is still sending.
 */
function drainOrClose(request: IncomingApiRequest, response: Response, limiter: BodyRateLimiter): void {
  const { socket } = request;
  if (!response.headersSent) response.setHeader('Connection', 'close');
  socket.destroySoon = () => {
    socket.end();
  };
  socket.once('close', () => unread.delete(socket));
  request.on('data', ({ length }: Buffer) => {
    if (!limiter.canDrain(request, length)) stopReading(request, socket);
  });
}

function stopReading(request: IncomingApiRequest, socket: Socket): void {
  request.pause();
  unread.add(socket);
  if (unread.size <= maxUnread) return;
  const [oldest] = unread;
  unread.delete(oldest!);
  oldest!.destroy();
}

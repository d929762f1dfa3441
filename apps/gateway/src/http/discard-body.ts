import type { Socket } from 'node:net';
import type { Response } from 'express';
import type { ArrivingRequest } from './api-request.js';
import type { BodyPace } from './body-pace.js';
import { mayBeLarge } from './body-pace.js';

/** How long an answered caller may go on sending before the connection is cut: cutting at once could cost it the answer. */
const lingerMs = 2_000;
/** Connections from which nothing is read any more, and which are cut when their time is up: the system keeps what they have sent. */
const maxUnread = 128;
const unread = new Set<Socket>();

/** Reads on without keeping anything, and not for long: what a caller still sends after its answer is decided. */
export function discardRest(request: ArrivingRequest, response: Response, pace: BodyPace): void {
  if (request.complete) return;
  const { socket } = request;
  if (mayBeLarge(request)) drainOrClose(request, response, pace);
  request.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  timer.unref();
  (mayBeLarge(request) ? socket : request).once('close', () => clearTimeout(timer));
}

/**
 * Not even that is read of what comes too fast. Nothing can follow on its connection, so the answer ends our side of it; cut at once, it would be lost
 * to a caller that is still sending.
 */
function drainOrClose(request: ArrivingRequest, response: Response, pace: BodyPace): void {
  const { socket } = request;
  if (!response.headersSent) response.setHeader('Connection', 'close');
  socket.destroySoon = () => {
    socket.end();
  };
  socket.once('close', () => unread.delete(socket));
  request.on('data', ({ length }: Buffer) => {
    if (!pace.mayDrop(request, length)) stopReading(request, socket);
  });
}

function stopReading(request: ArrivingRequest, socket: Socket): void {
  request.pause();
  unread.add(socket);
  if (unread.size <= maxUnread) return;
  const [longest] = unread;
  unread.delete(longest!);
  longest!.destroy();
}

import type { IncomingMessage } from 'node:http';

/** How long an answered caller may go on sending before the connection is cut: cutting at once could cost it the answer. */
const lingerMs = 2_000;

/** Reads on without keeping anything, and not for long: what a caller still sends after its answer is decided. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), lingerMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}

import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { newId } from '@postrider/contracts';
import { httpsRequired } from './request.middleware.js';

/** For what a caller sends first, and for the answer to be read: the peer may be slow, or silent. */
const patienceMs = 20_000;

/**
 * Answers whoever speaks plain HTTP where HTTPS is served with 403 `https_required` (docs/api.md#error-codes), in place of a connection that breaks.
 * A first byte that begins the name of a method begins no TLS record (RFC 8446, 5.1); nothing else of the request is looked at.
 */
export function refusePlainHttp(server: Server): void {
  const handshakes = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const giveUp = (): void => void socket.destroy();
    // One that breaks, or is silent, before it has said anything concerns nobody.
    socket.setTimeout(patienceMs, giveUp).once('error', giveUp);
    socket.once('readable', () => {
      const [first] = (socket.read(1) as Buffer | null) ?? [];
      if (first === undefined) return giveUp();
      socket.unshift(Buffer.of(first));
      if (first >= 0x41 && first <= 0x5a) return refuse(socket);
      socket.setTimeout(0).off('timeout', giveUp).off('error', giveUp);
      for (const shake of handshakes) shake.call(server, socket);
    });
  });
}

function refuse(socket: Socket): void {
  const { code, message } = httpsRequired();
  const body = JSON.stringify({ success: false, status: code, message, request_id: newId('request') });
  const head = ['HTTP/1.1 403 Forbidden', 'Content-Type: application/json; charset=utf-8', 'Connection: close'];
  socket.end([...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
  // What is left unread would break the connection before the answer has arrived.
  socket.resume();
}

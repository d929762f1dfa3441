import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { testCertificate } from './certificates.js';

/** PostgreSQL's SSLRequest message: the length 8 and its code. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Puts TLS with the test certificate in front of a plain server, like a managed database or broker with a private CA.
 */
export class TlsFront {
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => void this.take(socket).catch(() => socket.destroy()));

  private constructor(private readonly target: URL) {}

  /** @param address of the server, such as postgres://… or amqp://… */
  static async of(address: string): Promise<TlsFront> {
    const front = new TlsFront(new URL(address));
    front.server.listen(0, '127.0.0.1');
    await once(front.server, 'listening');
    return front;
  }

  /** The address with the host and port of this front. */
  url(address: string, host = 'localhost'): string {
    const { port } = this.server.address() as AddressInfo;
    return Object.assign(new URL(address.replace(/^amqp:/, 'amqps:')), { host: `${host}:${port}` }).toString();
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private async take(socket: Socket): Promise<void> {
    this.keep(socket);
    if (this.target.protocol.startsWith('postgres')) {
      const [first] = (await once(socket, 'data')) as [Buffer];
      // Clients without TLS are rejected, as with only `hostssl` entries in pg_hba.conf.
      if (!first.equals(sslRequest)) {
        socket.destroy();
        return;
      }
      socket.pause();
      socket.write('S');
    }
    const secure = new TLSSocket(socket, { isServer: true, ...testCertificate });
    const server = connect(Number(this.target.port), this.target.hostname);
    this.keep(secure);
    this.keep(server);
    secure.pipe(server).pipe(secure);
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
  }
}

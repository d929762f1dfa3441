import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { waitFor } from './wait-for.js';

/**
 * A proxy between a client and a server that simulates network faults and frozen peers: it rejects, freezes or cuts
 * connections.
 */
export class TcpProxy {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;
  private frozen = false;
  /** Number of connections so far. */
  opened = 0;

  private constructor(private readonly target: { readonly host: string; readonly port: number }) {}

  /** Reserves a port; rejects connections until `open`. */
  static async to(host: string, port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy({ host, port });
    await proxy.open();
    await proxy.shut();
    return proxy;
  }

  /** The address with the proxy's host and port. */
  url(address: string): string {
    const url = new URL(address);
    url.host = `127.0.0.1:${this.port}`;
    return url.toString();
  }

  async open(): Promise<void> {
    // An outgoing connection of this machine may briefly use the port while the proxy is shut.
    await waitFor(() => this.listen(), { what: `port ${this.port} to be free again` });
  }

  /** Like a stopped server: closes connections and rejects new ones. */
  async shut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const closed = server?.listening ? once(server, 'close') : undefined;
    server?.close();
    this.cut();
    await closed;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Like a peer under SIGSTOP: connections stay open and new ones are accepted, but no data is sent until `thaw`. */
  freeze(): void {
    this.frozen = true;
    for (const socket of this.sockets) socket.pause();
  }

  thaw(): void {
    this.frozen = false;
    for (const socket of this.sockets) socket.resume();
  }

  private async listen(): Promise<true> {
    const server = createServer((client) => this.join(client));
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
    return true;
  }

  private join(client: Socket): void {
    this.opened++;
    const server = connect(this.target.port, this.target.host);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (bytes) => {
        to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      if (this.frozen) from.pause();
    }
  }
}

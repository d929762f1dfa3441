import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { waitFor } from './wait-for.js';

/** Stands between a client and a server and breaks what is between them: refuses, falls silent, cuts. For faults of the network and of frozen peers. */
export class TcpProxy {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;
  private frozen = false;
  /** Connections there have been so far. */
  opened = 0;

  private constructor(private readonly target: { readonly host: string; readonly port: number }) {}

  /** Reserves a port; refuses connections until `open`. */
  static async to(host: string, port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy({ host, port });
    await proxy.open();
    await proxy.shut();
    return proxy;
  }

  /** The same address by way of this proxy. */
  url(address: string): string {
    const url = new URL(address);
    url.host = `127.0.0.1:${this.port}`;
    return url.toString();
  }

  async open(): Promise<void> {
    // While nobody listens on it, any outgoing connection of this machine may have the port for a moment.
    await waitFor(() => this.listen(), { what: `port ${this.port} to be free again` });
  }

  /** As a server that is stopped: connections end and new ones are refused. */
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

  /** As a peer under SIGSTOP: connections stay and are even accepted, nothing moves until `thaw`. */
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

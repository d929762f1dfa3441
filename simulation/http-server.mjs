// HTTP/1.1 of an external server (RFC 9112): the base of webhooks and of the APIs of providers.
import { connectTo, give } from './sockets.mjs';

/** @typedef {import('./simulation.mjs').Simulation} Simulation */
/** @typedef {{ method: string, path: string, headers: Readonly<Record<string, string>>, body: string }} Request */
/** @typedef {{ status: number, body?: string, headers?: Readonly<Record<string, string>> }} Reply */
/**
 * What a server does with a request: it responds after `delayMs`, closes the connection, or never responds.
 *
 * @typedef {{ delayMs: number, reply: Reply | 'close' | 'nothing' }} ApiResponse
 */

export class HttpServer {
  /**
   * @param {Simulation} simulation
   * @param {string} name
   */
  constructor(simulation, name) {
    this.simulation = simulation;
    this.name = name;
  }

  /** The client's end of a new connection. */
  connect() {
    return connectTo(this);
  }

  rejects() {
    return false;
  }

  /** @returns {ApiResponse} */
  respond(/** @type {Request} */ _request) {
    throw new Error('Not implemented');
  }

  /** The client did not wait for the response. */
  unread(/** @type {Request} */ _request) {}

  begin(/** @type {import('./sockets.mjs').Socket} */ client) {
    let text = '';
    client.deliver = (data) => {
      text += data.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [first = '', ...lines] = text.slice(0, end).split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.replace(/^.*?:\s*/, '')]),
      );
      const length = Number(headers['content-length'] ?? 0);
      if (text.length < end + 4 + length) return;
      const body = Buffer.from(text.slice(end + 4, end + 4 + length), 'latin1').toString();
      text = text.slice(end + 4 + length);
      const [method = '', path = ''] = first.split(' ');
      this.simulation.outside(() => void this.#reply(client, { method, path, headers, body }));
    };
  }

  async #reply(/** @type {import('./sockets.mjs').Socket} */ client, /** @type {Request} */ request) {
    const { simulation, name } = this;
    await simulation.step(`${name} reads ${request.method} ${request.path}`, simulation.random.below(10));
    const { delayMs, reply } = this.respond(request);
    if (reply === 'nothing') return;
    await simulation.step(`${name} answers ${reply === 'close' ? 'nothing' : reply.status}`, delayMs);
    if (client.destroyed) this.unread(request);
    if (reply === 'close') client.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    else {
      const { status, headers = {}, body = '' } = reply;
      const all = { ...headers, 'content-length': Buffer.byteLength(body) };
      const lines = Object.entries(all).map(([field, value]) => `${field}: ${value}\r\n`);
      give(simulation, client, `HTTP/1.1 ${status} Simulated\r\n${lines.join('')}\r\n${body}`);
      if (headers.connection === 'close') give(simulation, client, null);
    }
  }
}

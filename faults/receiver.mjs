import { createServer } from 'node:http';
import { getPort } from '../scripts/lib/ports.mjs';

/** @typedef {{ id: string, path: string, type: string, log: string }} Post */

/** The webhook endpoint of a caller, at a constant address: records the posts in order. */
export class Receiver {
  /** @type {Post[]} */
  taken = [];
  port = 0;
  /** @type {import('node:http').Server} */
  server;

  async listen() {
    this.server = createServer((request, response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const { type, data } = JSON.parse(Buffer.concat(chunks).toString());
        const id = String(request.headers['webhook-id']);
        this.taken.push({ id, path: request.url ?? '', type, log: data.log_id });
        response.end();
      });
    });
    await new Promise((resolve) => this.server.listen(this.port, '127.0.0.1', () => resolve(undefined)));
    this.port = getPort(this.server);
  }

  async close() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  url(/** @type {string} */ path) {
    return `http://127.0.0.1:${this.port}${path}`;
  }
}

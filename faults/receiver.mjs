// The server that a webhook leads to.
import { createServer } from 'node:http';

/** The caller's server, at one address all the time: the ids it was told of, in order, and those it took. */
export class Receiver {
  taken = [];

  async listen() {
    this.server = createServer((request, response) => {
      const chunks = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const { type, data } = JSON.parse(Buffer.concat(chunks).toString());
        this.taken.push({ id: request.headers['webhook-id'], path: request.url, type, log: data.log_id });
        response.end();
      });
    });
    await new Promise((resolve) => this.server.listen(this.port ?? 0, '127.0.0.1', resolve));
    this.port = this.server.address().port;
  }

  async close() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  url(path) {
    return `http://127.0.0.1:${this.port}${path}`;
  }
}

// A simulated network between two local processes: slow, lossy, narrow, or cut in one or both directions.
import { connect, createServer } from 'node:net';
import { getPort } from '../scripts/lib/ports.mjs';

/** Delay of a lost piece: TCP delivers nothing else until its retransmission. */
const retransmitMs = 200;

/** @typedef {import('node:net').Socket} Socket @typedef {{ piece?: Buffer, end?: boolean }} Piece */

const normal = { delayMs: 0, loss: 0, bytesPerSecond: Infinity, cut: /** @type {Set<string>} */ (new Set()) };

export class Network {
  /** Delay one way; share of lost and retransmitted pieces; bandwidth each way; blocked directions. */
  conditions = { ...normal };
  /** @type {Set<Link>} */
  links = new Set();
  target = 0;
  port = 0;
  /** @type {import('node:net').Server} */
  server;

  static async to(/** @type {number} */ port) {
    const network = new Network();
    network.target = port;
    network.server = createServer({ allowHalfOpen: true }, (near) => network.join(near));
    await new Promise((resolve) => network.server.listen(0, '127.0.0.1', () => resolve(undefined)));
    network.port = getPort(network.server);
    return network;
  }

  set(/** @type {Partial<typeof normal>} */ conditions = {}) {
    this.conditions = { ...normal, ...conditions };
    for (const link of this.links) link.deliver();
  }

  join(/** @type {Socket} */ near) {
    const far = connect({ port: this.target, host: '127.0.0.1', allowHalfOpen: true });
    for (const [from, to, way] of /** @type {const} */ ([
      [near, far, 'out'],
      [far, near, 'back'],
    ])) {
      from.setNoDelay(true);
      const link = new Link(this, from, to, way);
      this.links.add(link);
      from.on('close', () => {
        to.destroy();
        this.links.delete(link);
      });
    }
  }

  url(/** @type {string} */ address) {
    const url = new URL(address);
    url.host = `127.0.0.1:${this.port}`;
    return url.toString();
  }

  async close() {
    for (const { from } of this.links) from.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** One direction: pieces arrive in order, each when it is due. */
class Link {
  /** @type {(Piece & { at: number })[]} */
  waiting = [];
  /** @type {NodeJS.Timeout | undefined} */
  timer;
  freeAt = 0;

  /**
   * @param {Network} network
   * @param {Socket} from
   * @param {Socket} to
   * @param {string} way
   */
  constructor(network, from, to, way) {
    this.network = network;
    this.from = from;
    this.to = to;
    this.way = way;
    from.on('error', () => to.destroy());
    from.on('data', (piece) => this.take({ piece }));
    from.on('end', () => this.take({ end: true }));
  }

  take(/** @type {Piece} */ each) {
    const { delayMs, loss, bytesPerSecond } = this.network.conditions;
    const now = Date.now();
    const lost = Math.random() < loss ? retransmitMs : 0;
    const takes = ((each.piece?.length ?? 0) / bytesPerSecond) * 1_000;
    this.freeAt = Math.max(now + delayMs + lost, this.freeAt) + takes;
    this.waiting.push({ ...each, at: this.freeAt });
    // Backpressure for the sender.
    if (this.waiting.length > 64) this.from.pause();
    this.deliver();
  }

  deliver() {
    clearTimeout(this.timer);
    if (this.network.conditions.cut.has(this.way)) return;
    for (let [next] = this.waiting; next && next.at <= Date.now(); [next] = this.waiting) {
      this.waiting.shift();
      if (next.end) this.to.end();
      else if (next.piece) this.to.write(next.piece);
    }
    if (this.waiting.length <= 64) this.from.resume();
    if (this.waiting.length > 0) this.timer = setTimeout(() => this.deliver(), this.waiting[0].at - Date.now());
  }
}

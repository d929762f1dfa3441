// A network between two parties, on this machine: slow, lossy, narrow, cut one way or gone.
import { connect, createServer } from 'node:net';

/** How TCP shows what it has lost: nothing else arrives until it was sent again. */
const againMs = 200;

export class Network {
  /** Milliseconds one way; share of the pieces that are lost and sent again; bytes a second each way; which ways nothing comes through. */
  conditions = { delayMs: 0, loss: 0, bytesPerSecond: Infinity, cut: new Set() };
  links = new Set();

  static async to(port) {
    const network = new Network();
    network.target = port;
    network.server = createServer({ allowHalfOpen: true }, (near) => network.join(near));
    await new Promise((resolve) => network.server.listen(0, '127.0.0.1', resolve));
    network.port = network.server.address().port;
    return network;
  }

  is(conditions = {}) {
    this.conditions = { delayMs: 0, loss: 0, bytesPerSecond: Infinity, cut: new Set(), ...conditions };
    for (const link of this.links) link.goOn();
  }

  join(near) {
    const far = connect({ port: this.target, host: '127.0.0.1', allowHalfOpen: true });
    for (const [from, to, way] of [
      [near, far, 'out'],
      [far, near, 'back'],
    ]) {
      from.setNoDelay(true);
      const link = new Link(this, from, to, way);
      this.links.add(link);
      from.on('close', () => {
        to.destroy();
        this.links.delete(link);
      });
    }
  }

  url(address) {
    const url = new URL(address);
    url.host = `127.0.0.1:${this.port}`;
    return url.toString();
  }

  async close() {
    for (const { from } of this.links) from.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** One way: pieces arrive in order, each when it is due. */
class Link {
  waiting = [];
  freeAt = 0;

  constructor(network, from, to, way) {
    Object.assign(this, { network, from, to, way });
    from.on('error', () => to.destroy());
    from.on('data', (piece) => this.take({ piece }));
    from.on('end', () => this.take({ end: true }));
  }

  take(each) {
    const { delayMs, loss, bytesPerSecond } = this.network.conditions;
    const now = Date.now();
    const lost = Math.random() < loss ? againMs : 0;
    const takes = ((each.piece?.length ?? 0) / bytesPerSecond) * 1_000;
    this.freeAt = Math.max(now + delayMs + lost, this.freeAt) + takes;
    this.waiting.push({ ...each, at: this.freeAt });
    // A narrow network slows who sends.
    if (this.waiting.length > 64) this.from.pause();
    this.goOn();
  }

  goOn() {
    clearTimeout(this.timer);
    if (this.network.conditions.cut.has(this.way)) return;
    for (let [next] = this.waiting; next && next.at <= Date.now(); [next] = this.waiting) {
      this.waiting.shift();
      if (next.end) this.to.end();
      else this.to.write(next.piece);
    }
    if (this.waiting.length <= 64) this.from.resume();
    if (this.waiting.length > 0) this.timer = setTimeout(() => this.goOn(), this.waiting[0].at - Date.now());
  }
}

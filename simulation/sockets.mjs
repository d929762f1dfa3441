// Connections of the services to external systems: mail servers, webhooks, providers.
import { Duplex } from 'node:stream';

/** @typedef {import('./simulation.mjs').Simulation} Simulation */
/**
 * @typedef {object} Party
 * @property {Simulation} simulation
 * @property {string} name
 * @property {() => boolean} rejects connections
 * @property {(client: Socket) => void} begin talks with an accepted client
 */

/** Sockets of the services, to end them with a crash. @type {Set<Socket>} */
const open = new Set();

/** The socket that a service sees. */
export class Socket extends Duplex {
  /** @type {import('./simulation.mjs').Instance | undefined} */
  owner;
  remoteAddress = '11.0.0.1';
  /** Data that the service has written before the connection was accepted. */
  early = /** @type {Buffer[]} */ ([]);
  /** @type {(data: Buffer) => void} */
  deliver = (data) => void this.early.push(data);

  constructor() {
    super({ allowHalfOpen: false });
    open.add(this);
    this.once('close', () => open.delete(this));
  }

  /** @override */
  _read() {}

  /** @override */
  _write(/** @type {Buffer} */ data, /** @type {string} */ _encoding, /** @type {() => void} */ done) {
    this.deliver(Buffer.from(data));
    done();
  }

  setKeepAlive() {
    return this;
  }
  setNoDelay() {
    return this;
  }
  setTimeout() {
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
}

/** The client's end of a new connection. */
export function connectTo(/** @type {Party} */ party) {
  const { simulation, name } = party;
  const owner = simulation.instance;
  simulation.note(`a connection to ${name}`);
  const client = new Socket();
  if (owner) client.owner = owner;
  const respond = async () => {
    await simulation.step(`connect to ${name}`, simulation.random.below(30));
    if (client.destroyed) return;
    if (party.rejects()) client.destroy(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    else {
      // That of TLS, of which nothing is simulated.
      for (const event of ['connect', 'secureConnect']) client.emit(event);
      party.begin(client);
      for (const data of client.early.splice(0)) client.deliver(data);
    }
  };
  void respond();
  return client;
}

/** Gives data, or the end, to a service, which reads it in its own context. */
export function give(
  /** @type {Simulation} */ simulation,
  /** @type {Socket} */ client,
  /** @type {string | null} */ text,
) {
  if (client.destroyed) return;
  if (client.owner) simulation.within(client.owner, () => void client.push(text));
  else client.push(text);
}

/** Ends the connections of a service that crashed: the party sees the end. */
export function cutConnections(/** @type {import('./simulation.mjs').Instance} */ instance) {
  for (const socket of open) if (socket.owner === instance) socket.destroy();
}

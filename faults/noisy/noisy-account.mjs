// The attacking account, with ordinary keys.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const timeoutMs = 60_000;
/** Time to prepare an attack, which then uses what it has. */
const prepareMs = 40_000;
const sender = { address: 'billing@noisy.example', reply_to: 'help@noisy.example', name: 'Noisy' };
const authorization = (/** @type {string} */ key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

/**
 * @typedef {object} Target
 * @property {number} port
 * @property {Record<string, string>} keys live and test
 * @property {{ fast: number, mute: number, slow: number }} mailPorts of the mail servers
 *
 * @typedef {{ status: number, retryAfter: number, text: string }} ApiResponse
 */

export class NoisyAccount {
  /** @type {Map<number, number>} count of responses by status */
  responses = new Map();
  agent = new Agent({ keepAlive: true });
  recipients = 0;

  note = '';

  constructor(/** @type {Target} */ { port, keys, mailPorts }) {
    this.port = port;
    this.keys = keys;
    this.mailPorts = mailPorts;
    this.until = Date.now() + prepareMs;
  }

  /**
   * Sends one request of the attack. Resolves to the status, or 0 without a response.
   *
   * @param {string} method
   * @param {string} path
   * @param {string | Buffer} [body]
   * @param {{ key?: string, secret?: string | undefined, headers?: Record<string, string> }} [options]
   */
  async hit(method, path, body, { key = 'live', secret = this.keys[key], headers = {} } = {}) {
    const { status } = await this.call(method, path, body, secret ?? '', headers);
    this.responses.set(status, (this.responses.get(status) ?? 0) + 1);
    return status;
  }

  /**
   * Creates an object for the attack and retries temporary failures. Rejects on other failures, and when there is no
   * time left.
   *
   * @param {string} path
   * @param {object} fields
   * @returns {Promise<any>}
   */
  async make(path, fields) {
    const body = JSON.stringify(fields);
    while (Date.now() < this.until) {
      const { status, retryAfter, text } = await this.call('POST', path, body, this.keys['live'] ?? '', {}, true);
      if (status === 200) return JSON.parse(text);
      if (status !== 0 && status !== 429 && status < 500) throw new Error(`POST ${path}: ${status} ${text}`);
      await sleep(Math.max(200, retryAfter * 1_000));
    }
    throw new Error(`POST ${path}: not within ${prepareMs / 1_000} s`);
  }

  /**
   * Creates `count` objects, `atATime` in parallel, or as many as the time allows.
   *
   * @template T
   * @param {number} count
   * @param {(n: number) => Promise<T>} make
   */
  async makeMany(count, make, atATime = 4) {
    /** @type {T[]} */
    const created = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: atATime }, async () => {
        while (next < count && Date.now() < this.until) {
          next += 1;
          await make(next - 1).then(
            (each) => created.push(each),
            (error) => {
              if (Date.now() < this.until) throw error;
            },
          );
        }
      }),
    );
    return created;
  }

  /** @returns {Promise<string>} */
  async espAccount(/** @type {string} */ name, /** @type {number} */ port) {
    const credentials = { host: '127.0.0.1', port, username: '', password: '', use_tls: false };
    return (await this.make('/esp_accounts', { name, esp_type: 'smtp', credentials })).esp_account.id;
  }

  /** @returns {Promise<string>} */
  async plainTemplate() {
    return (await this.make('/templates', { name: 'Plain', subject: 'No. {{n}}', text: 'No. {{n}}' })).id;
  }

  /** The body of a send to a new recipient. */
  mail(/** @type {string} */ template, fields = {}) {
    this.recipients += 1;
    const recipient = { address: `r${this.recipients}@noisy.example` };
    return JSON.stringify({ template, recipient, sender, ...fields });
  }

  /**
   * Announces a body but sends none of it. Resolves when the gateway closes the connection, or after
   * `maxMs`.
   *
   * @param {string} path
   * @param {number} length
   * @param {number} maxMs
   */
  async stall(path, length, maxMs) {
    const socket = connect(this.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const head = [
      `POST /api/v1${path} HTTP/1.1`,
      'host: localhost',
      `authorization: ${authorization(this.keys['live'] ?? '')}`,
    ];
    socket.write([...head, 'content-type: application/json', `content-length: ${length}`, '', ''].join('\r\n'));
    let status = 0;
    socket.on('data', (chunk) => {
      status ||= Number(chunk.toString('latin1', 9, 12));
    });
    await Promise.race([once(socket, 'close'), sleep(maxMs, undefined, { ref: false })]);
    socket.destroy();
    this.responses.set(status, (this.responses.get(status) ?? 0) + 1);
    return status;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {string | Buffer | undefined} body
   * @param {string} secret
   * @param {Record<string, string>} headers
   * @returns {Promise<ApiResponse>}
   */
  call(method, path, body, secret, headers, keep = false) {
    const all = {
      authorization: authorization(secret),
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...headers,
    };
    return new Promise((resolve) => {
      const fail = () => resolve({ status: 0, retryAfter: 0, text: '' });
      const outgoing = request(
        { agent: this.agent, host: '127.0.0.1', port: this.port, path: `/api/v1${path}`, method, headers: all },
        (response) => {
          /** @type {Buffer[]} */
          const chunks = [];
          response.on('data', (chunk) => keep && chunks.push(chunk));
          response.once('error', fail);
          response.once('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              retryAfter: Number(response.headers['retry-after'] ?? 0),
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        },
      );
      outgoing.setTimeout(timeoutMs, () => outgoing.destroy());
      outgoing.on('error', fail);
      outgoing.end(body);
    });
  }
}

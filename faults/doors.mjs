// The other interfaces of email, as a caller of `Load`: each repeats a send with the same Idempotency-Key or
// Message-ID.
import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { project } from '../scripts/lib/project.mjs';
import { sender, post, requestTimeoutMs } from './load.mjs';

/**
 * @typedef {import('./load.mjs').Load} Load
 * @typedef {import('./load.mjs').ApiResponse} ApiResponse
 * @typedef {(load: Load, n: number) => Promise<ApiResponse | undefined>} SendMail one request of the nth send; undefined without an
 *   response
 */

const from = `${sender.name} <${sender.address}>`;
const buildSubject = (/** @type {number} */ n) => `No. ${n}`;
const buildHtml = (/** @type {number} */ n) => `<p>No. ${n}</p>\n${'<p>The same for everyone</p>\n'.repeat(100)}`;
const buildMime = (/** @type {number} */ n, /** @type {string[]} */ fields = []) =>
  [
    `From: ${from}`,
    `To: r${n}@example.com`,
    `Subject: ${buildSubject(n)}`,
    'Content-Type: text/html; charset=utf-8',
    ...fields,
    '',
    ...buildHtml(n).split('\n'),
  ].join('\r\n');

/** @type {SendMail} */
export const sendContent = ({ target }, n) =>
  post(target, '/send', n, {
    recipient: { address: `r${n}@example.com` },
    sender,
    subject: buildSubject(n),
    html: buildHtml(n),
  });

/** Its Message-ID is kept. */
export const rawMessageId = (/** @type {{ recipient: string }} */ { recipient }) => `<${recipient}>`;

/** @type {SendMail} */
export const sendRawMail = ({ target }, n) => {
  const mime = buildMime(n, [`Message-ID: ${rawMessageId({ recipient: `r${n}@example.com` })}`]);
  return post(target, '/send/raw', n, { raw: Buffer.from(mime).toString('base64') });
};

/** @type {SendMail} */
export async function sendByResend({ target: { api, headers } }, n) {
  const authorization = `Bearer ${atob(headers.authorization.replace('Basic ', '')).slice(0, -1)}`;
  const target = { api: api.replace('/api/v1', '/resend'), headers: { ...headers, authorization } };
  const response = await post(target, '/emails', n, {
    from,
    to: [`r${n}@example.com`],
    subject: buildSubject(n),
    html: buildHtml(n),
  });
  if (!response) return undefined;
  /** @type {typeof import('../libs/contracts/src/index.js')} */
  const { idOfUuid } = await import(`${project}/dist/libs/contracts/src/index.js`);
  return { ...response, body: { receipt_id: response.body.id && idOfUuid('log', response.body.id) } };
}

/** A first try of every so many emails disconnects right after the final dot. */
const cutEvery = 5;

/**
 * A session per email: 250 counts as 200, 4xx is repeated.
 *
 * @param {number} port
 * @param {{ cut: number, lost: number }} ends counts sessions that this client cut off, and those that ended without a
 *   reply to an email
 * @returns {SendMail}
 */
export const sendBySmtp = (port, ends) => {
  /** @type {Set<number>} */
  const tried = new Set();
  return async ({ target: { headers } }, n) => {
    const isCut = n % cutEvery === 0 && !tried.has(n);
    tried.add(n);
    const session = new Session(port);
    const key = atob(headers.authorization.replace('Basic ', '')).slice(0, -1);
    const commands = [
      'EHLO client.example',
      `AUTH PLAIN ${btoa(`\0postrider\0${key}`)}`,
      `MAIL FROM:<${sender.address}>`,
      `RCPT TO:<r${n}@example.com>`,
      'DATA',
    ];
    try {
      let reply = await session.reply();
      for (const command of commands) {
        if (!/^[23]/.test(reply)) return parseReply(reply);
        session.write(`${command}\r\n`);
        reply = await session.reply();
      }
      if (!reply.startsWith('354')) return parseReply(reply);
      session.write(`${buildMime(n, [`Message-ID: <fault-${n}@acme.example>`])}\r\n.\r\n`);
      if (isCut) {
        ends.cut += 1;
        await session.flushed(randomInt(3));
        return undefined;
      }
      const last = await session.reply();
      if (last === '') ends.lost += 1;
      return parseReply(last);
    } finally {
      session.end();
    }
  };
};

/** @returns {ApiResponse | undefined} */
function parseReply(/** @type {string} */ reply) {
  if (reply === '') return undefined;
  const status = Number(reply.slice(0, 3));
  const [receipt_id] = /log_\w+/.exec(reply) ?? [];
  return { status: status === 250 ? 200 : status, isLater: status >= 400 && status < 500, body: { receipt_id } };
}

/** Speaks SMTP in lines; a lost connection and a timeout are an empty reply. */
class Session {
  received = '';
  isOver = false;
  wake = () => {};

  constructor(/** @type {number} */ port) {
    this.socket = connect({ port, host: '127.0.0.1' });
    this.socket.setTimeout(requestTimeoutMs, () => this.socket.destroy());
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text) => {
      this.received += text;
      this.wake();
    });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.isOver = true;
      this.wake();
    });
  }

  async reply() {
    for (;;) {
      const [whole] = /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(this.received) ?? [];
      if (whole !== undefined) {
        this.received = this.received.slice(whole.length);
        return whole.trimEnd();
      }
      if (this.isOver) return '';
      await new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
        this.wake = resolve;
      });
    }
  }

  write(/** @type {string} */ text) {
    this.socket.write(text);
  }

  /** Resolves when the kernel has the bytes, and so many milliseconds later. */
  flushed(/** @type {number} */ ms) {
    return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      this.socket.write('', () => setTimeout(resolve, ms));
      this.socket.once('close', () => resolve());
    });
  }

  end() {
    this.socket.destroy();
  }
}

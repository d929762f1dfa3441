// The mail servers of a noisy run in their own process: one accepts email immediately and records when the
// quiet account's emails arrive, one reads email but never responds, and one responds
// after 20 s.
import { createServer } from 'node:net';
import { getPort } from '../../scripts/lib/ports.mjs';

const slowMs = 20_000;
/** @type {Map<string, number[]>} */
const arrivals = new Map();

/** @typedef {(reply: () => void) => unknown} Take */

const takeAtOnce = (/** @type {() => void} */ reply) => reply();
const takeSlowly = (/** @type {() => void} */ reply) => setTimeout(reply, slowMs).unref();
const neverRespond = () => undefined;

function mailServer(/** @type {Take} */ take) {
  return createServer((socket) => {
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('error', () => undefined);
    socket.write('220 sink ESMTP\r\n');
    let rest = '';
    let inData = false;
    /** @type {string[]} */
    let quiet = [];
    const atEndOfMail = () => {
      const now = Date.now();
      for (const recipient of quiet) arrivals.set(recipient, [...(arrivals.get(recipient) ?? []), now]);
      quiet = [];
      take(() => socket.writable && socket.write('250 2.0.0 Ok\r\n'));
    };
    const command = (/** @type {string} */ line) => {
      const verb = line.slice(0, 4).toUpperCase();
      const [, recipient] = /^RCPT TO:<([^>]+@quiet\.example)>/i.exec(line) ?? [];
      if (recipient !== undefined) quiet.push(recipient);
      if (verb === 'EHLO') socket.write('250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 52428800\r\n');
      else if (verb === 'QUIT') socket.end('221 Bye\r\n');
      else socket.write(verb === 'DATA' ? '354 Go ahead\r\n' : '250 2.0.0 Ok\r\n');
      inData = verb === 'DATA';
    };
    socket.on('data', (chunk) => {
      rest += chunk;
      for (;;) {
        const mark = inData ? '\r\n.\r\n' : '\r\n';
        const end = rest.indexOf(mark);
        if (end < 0) break;
        const before = rest.slice(0, end);
        rest = rest.slice(end + mark.length);
        if (inData) {
          inData = false;
          atEndOfMail();
        } else command(before);
      }
      // Keeps only what may be the start of the end marker.
      if (inData) rest = rest.slice(-4);
    });
  });
}

/** @type {(server: import('node:net').Server) => Promise<number>} */
const listen = (server) =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(getPort(server)));
  });

const [fast, mute, slow] = await Promise.all(
  [takeAtOnce, neverRespond, takeSlowly].map((take) => listen(mailServer(take))),
);
process.on('message', () => process.send?.({ arrivals: [...arrivals] }));
process.on('disconnect', () => process.exit(0));
process.send?.({ ports: { fast, mute, slow } });

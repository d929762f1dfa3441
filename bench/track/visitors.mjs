// Keeps connections busy with GET for some seconds, in its own process. Uses plain sockets, because an HTTP client
// costs as much as the server.
import { connect } from 'node:net';

const { VISIT_PORT: port, VISIT_CONNECTIONS: connections, VISIT_SECONDS: seconds, VISIT_STATUS: status } = process.env;
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.4.0';
const endOfHead = Buffer.from('\r\n\r\n');

process.once('message', async (/** @type {string[]} */ paths) => {
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: ${agent}\r\nAccept: */*\r\n\r\n`),
  );
  const until = performance.now() + Number(seconds) * 1_000;
  let answered = 0;
  let failed = 0;
  let next = 0;
  const visit = () =>
    new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.setNoDelay(true);
      let rest = Buffer.alloc(0);
      const requestNext = () => {
        if (performance.now() >= until) return socket.destroy();
        next = (next + 1) % requests.length;
        return socket.write(requests[next]);
      };
      socket.on('connect', requestNext);
      socket.on('data', (chunk) => {
        rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        const end = rest.indexOf(endOfHead);
        if (end < 0) return;
        const head = rest.toString('latin1', 0, end);
        const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
        if (rest.length < end + endOfHead.length + length) return;
        rest = rest.subarray(end + endOfHead.length + length);
        if (head.startsWith(`HTTP/1.1 ${status}`)) answered += 1;
        else failed += 1;
        requestNext();
      });
      socket.on('error', () => {
        failed += 1;
      });
      socket.on('close', resolve);
    });
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: Number(connections) }, visit));
  process.send?.({ perSecond: answered / ((performance.now() - startedAt) / 1_000), answered, failed });
  process.disconnect();
});

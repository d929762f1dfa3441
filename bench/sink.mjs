// A mail server that accepts everything with minimal work per email, so that the sender is the bottleneck.
import { createServer } from 'node:net';
import { getPort } from '../scripts/lib/ports.mjs';

let count = 0;
const { SINK_IDS: keepsIds } = process.env;
/** @type {string[]} */
const ids = [];
const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.write('220 sink ESMTP\r\n');
  let inData = false;
  let rest = '';
  socket.on('data', (chunk) => {
    rest += chunk;
    for (;;) {
      if (inData) {
        const end = rest.indexOf('\r\n.\r\n');
        if (end < 0) {
          if (!keepsIds) rest = rest.slice(-4);
          return;
        }
        if (keepsIds) ids.push(/^x-bench-id: *(\S+)/im.exec(rest.slice(0, end))?.[1] ?? '');
        rest = rest.slice(end + 5);
        inData = false;
        count += 1;
        socket.write('250 2.0.0 Ok\r\n');
        continue;
      }
      const end = rest.indexOf('\r\n');
      if (end < 0) return;
      const command = rest.slice(0, Math.min(end, 4)).toUpperCase();
      rest = rest.slice(end + 2);
      if (command === 'EHLO') socket.write('250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 52428800\r\n');
      else if (command === 'DATA') {
        inData = true;
        socket.write('354 Go ahead\r\n');
      } else if (command === 'QUIT') socket.end('221 Bye\r\n');
      else socket.write('250 2.0.0 Ok\r\n');
    }
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: getPort(server) }));
process.on('message', (requests) => process.send?.(requests === 'ids' ? { ids } : { count }));
process.on('disconnect', () => process.exit(0));

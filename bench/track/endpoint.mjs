// A webhook endpoint that accepts and discards every post.
import { createServer } from 'node:http';
import { getPort } from '../../scripts/lib/ports.mjs';

let count = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    count += 1;
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: getPort(server) }));
process.on('message', () => process.send?.({ count }));
process.on('disconnect', () => process.exit(0));

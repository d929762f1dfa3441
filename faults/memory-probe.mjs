// Loaded into every app: reports memory in use after a collection, since RSS includes memory not yet returned.
// Allocates on `grow`.
const pieceBytes = 16 * 1024 * 1024;
/** Twice the limit of any container. */
const maxPieces = 64;
/** @type {Buffer[]} */
const held = [];
process.on('message', (request) => {
  if (request === 'grow') setInterval(() => held.length < maxPieces && held.push(Buffer.alloc(pieceBytes, 1)), 20);
  if (request !== 'memory') return;
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ memory: { used: heapUsed + external, rss } });
});
process.channel?.unref();

// Loaded into every app: says how much memory is really in use. RSS alone would show what the collector has not given back. Takes more where it is asked to.
const pieceBytes = 16 * 1024 * 1024;
/** Twice what any container has. */
const maxPieces = 64;
/** @type {Buffer[]} */
const held = [];
process.on('message', (asked) => {
  if (asked === 'grow') setInterval(() => held.length < maxPieces && held.push(Buffer.alloc(pieceBytes, 1)), 20);
  if (asked !== 'memory') return;
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ memory: { used: heapUsed + external, rss } });
});
process.channel?.unref();

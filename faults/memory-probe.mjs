// Loaded into every app: says how much memory is really in use. RSS alone would show what the collector has not given back.
process.on('message', (asked) => {
  if (asked !== 'memory') return;
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ memory: { used: heapUsed + external, rss } });
});
process.channel?.unref();

/** The Node globals that the template language uses: byte lengths and processor time. Imported before it. */

const encoder = new TextEncoder();

const globals = {
  Buffer: { byteLength: (text: string) => encoder.encode(text).length },
  // A worker has no other work in the meantime.
  process: { cpuUsage: () => ({ user: performance.now() * 1_000, system: 0 }) },
};

for (const [name, value] of Object.entries(globals))
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value });

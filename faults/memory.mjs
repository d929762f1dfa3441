// Measures the memory of each app through the IPC channel of memory-probe.mjs.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const timeoutMs = 10_000;

/** Variables that load the probe into an app. */
export const memoryProbe = {
  NODE_OPTIONS: `--expose-gc --import ${fileURLToPath(new URL('./memory-probe.mjs', import.meta.url))}`,
};

/**
 * Bytes in use after a full collection and resident bytes, by instance and process id.
 *
 * @param {import('../scripts/lib/installation.mjs').Installation} installation
 */
export async function measureMemory(installation) {
  const responses = installation.names.map(async (name) => {
    const { child, pid } = installation.process(name);
    /** @type {Promise<{ memory: { used: number, rss: number } | undefined }>} */
    const response = new Promise((resolve) => {
      child.once('message', resolve);
    });
    child.send('memory');
    const { memory } = await Promise.race([response, sleep(timeoutMs, { memory: undefined }, { ref: false })]);
    if (memory === undefined) throw new Error(`${name} does not report its memory`);
    return /** @type {const} */ ([`${name}:${pid}`, memory]);
  });
  return new Map(await Promise.all(responses));
}

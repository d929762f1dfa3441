// How much memory each app uses: asked over the channel of its process, answered by what is loaded into it.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const answerWithinMs = 10_000;

/** The variables that make an app able to answer. */
export const memoryProbe = {
  NODE_OPTIONS: `--expose-gc --import ${fileURLToPath(new URL('./memory-probe.mjs', import.meta.url))}`,
};

/**
 * Bytes in use after a full collection and resident, by instance and process id.
 *
 * @param {import('../scripts/lib/installation.mjs').Installation} installation
 */
export async function memoryOf(installation) {
  const asked = installation.names.map(async (name) => {
    const { child, pid } = installation.process(name);
    /** @type {Promise<{ memory: { used: number, rss: number } | undefined }>} */
    const answer = new Promise((resolve) => {
      child.once('message', resolve);
    });
    child.send('memory');
    const { memory } = await Promise.race([answer, sleep(answerWithinMs, { memory: undefined }, { ref: false })]);
    if (memory === undefined) throw new Error(`${name} does not say how much memory it uses`);
    return /** @type {const} */ ([`${name}:${pid}`, memory]);
  });
  return new Map(await Promise.all(asked));
}

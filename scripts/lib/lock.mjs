import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf, guardId, isGuard } from './processes.mjs';

/**
 * Who holds the lock: `{ holder, dying }`, or undefined. A process id that now belongs to something else than one of our scripts is stale;
 * while the guard of a killed script still stops what that one had started, the lock is held and dying.
 *
 * @param {string} path
 */
export function holderOf(path) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const [holder, guard] = text.split(' ').map(Number);
  if (holder !== process.pid && /\bscripts\/\w+\.mjs\b/.test(commandOf(holder) ?? '')) return { holder, dying: false };
  return isGuard(guard) ? { holder, dying: true } : undefined;
}

/**
 * Takes the lock file if no live script holds it; answers the process id of the one that does.
 *
 * @param {string} path
 * @returns {{ release: () => void, holder?: never, dying?: never } | { release?: never, holder?: number, dying: boolean }}
 */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const own = `${path}.${process.pid}`;
  writeFileSync(own, `${process.pid} ${guardId()}`);
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      try {
        linkSync(own, path); // all at once, so that nobody ever reads a lock without its holder
        return { release: () => rmSync(path, { force: true }) };
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
        const held = holderOf(path);
        if (held !== undefined) return held;
        rmSync(path, { force: true });
      }
    }
    return holderOf(path) ?? { dying: true };
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Runs the action while no other script runs one under the same lock; waits for its turn.
 *
 * @param {string} path
 * @param {() => Promise<void>} action
 */
export async function withLock(path, action) {
  let lock = tryLock(path);
  while (lock.release === undefined) {
    await sleep(200);
    lock = tryLock(path);
  }
  try {
    await action();
  } finally {
    lock.release();
  }
}

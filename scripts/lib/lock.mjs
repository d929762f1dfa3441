import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findCommand, guardId, isGuard } from './processes.mjs';

/**
 * The holder of the lock: `{ holder, dying }`, or undefined. A process id that now belongs to another program is stale.
 * While the guard of a killed script still stops its processes, the lock is held and `dying`.
 *
 * @param {string} path
 */
export function readHolder(path) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const [holder, guard] = text.split(' ').map(Number);
  if (holder !== process.pid && /\bscripts\/\w+\.mjs\b/.test(findCommand(holder) ?? ''))
    return { holder, dying: false };
  return isGuard(guard) ? { holder, dying: true } : undefined;
}

/**
 * Takes the lock file if no live script holds it; else returns the holder's process id.
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
        linkSync(own, path); // atomic, so that no reader sees a lock without its holder
        return { release: () => rmSync(path, { force: true }) };
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
        const held = readHolder(path);
        if (held !== undefined) return held;
        rmSync(path, { force: true });
      }
    }
    return readHolder(path) ?? { dying: true };
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Runs the action under an exclusive lock, after waiting for it.
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

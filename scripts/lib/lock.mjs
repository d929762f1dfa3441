import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf, guardId, isGuard } from './processes.mjs';

/**
 * Who holds the lock: `{ holder, dying }`, or undefined. A process id that now belongs to something else than one of our scripts is stale;
 * while the guard of a killed script still stops what that one had started, the lock is held and dying.
 */
export function holderOf(path) {
  let holder;
  let guard;
  try {
    [holder, guard] = readFileSync(path, 'utf8').split(' ').map(Number);
  } catch {
    return undefined;
  }
  if (holder !== process.pid && /\bscripts\/\w+\.mjs\b/.test(commandOf(holder) ?? '')) return { holder, dying: false };
  return isGuard(guard) ? { holder, dying: true } : undefined;
}

/**
 * Takes the lock file if no live script holds it.
 *
 * @returns `{ release() }`, or `{ holder, dying }` with the process id of who has it.
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
        if (error.code !== 'EEXIST') throw error;
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

/** Runs the action while no other script runs one under the same lock; waits for its turn. */
export async function withLock(path, action) {
  let lock = tryLock(path);
  while (lock.release === undefined) {
    await sleep(200);
    lock = tryLock(path);
  }
  try {
    return await action();
  } finally {
    lock.release();
  }
}

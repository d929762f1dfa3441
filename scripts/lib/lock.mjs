import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf } from './processes.mjs';

/** The process that holds the lock, or undefined: a process id that now belongs to something else than one of our scripts is stale. */
function holderOf(path) {
  let pid;
  try {
    pid = Number(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
  return pid !== process.pid && /\bscripts\/\w+\.mjs\b/.test(commandOf(pid) ?? '') ? pid : undefined;
}

/**
 * Takes the lock file if no live script holds it.
 *
 * @returns `{ release() }`, or `{ holder }` with the process id of who has it.
 */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      try {
        linkSync(own, path); // atomic, so that nobody ever reads a lock without its holder
        return { release: () => rmSync(path, { force: true }) };
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
        const holder = holderOf(path);
        if (holder !== undefined) return { holder };
        rmSync(path, { force: true });
      }
    }
    return { holder: holderOf(path) };
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

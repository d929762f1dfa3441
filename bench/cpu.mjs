// CPU time of every process of a benchmark. Linux only; elsewhere the results are empty.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../scripts/lib/failure.mjs';
import { findDescendants } from '../scripts/lib/processes.mjs';

const tickMs = 10;
const idleMs = 500;
const drainTimeoutMs = 120_000;
/** CPU share of the idle services and servers. */
const idleShare = 0.15;

const getName = (/** @type {string} */ command) =>
  /dist\/apps\/(\w+)\//.exec(command)?.[1] ??
  /bench\/([\w-]+)\.mjs/.exec(command)?.[1] ??
  (/beam\.smp/.test(command) ? 'rabbitmq' : /postgres/.test(command) ? 'postgres' : 'other');

/** Like `getName`, but names PostgreSQL sessions by the service of their role; background work stays `postgres`. */
export const byRole = (/** @type {string} */ command) => {
  const [, role] = /^postgres: postrider_(\w+) /.exec(command) ?? [];
  return role === undefined ? getName(command) : `postgres for ${role}`;
};

/** @typedef {import('./stack.mjs').Load & { cpu: Record<string, number> }} Measured */

/** CPU milliseconds of all descendants by name. Exited children count towards their parents. */
export function cpuTimes(named = getName) {
  /** @type {Record<string, number>} */
  const times = {};
  for (const { pid, command } of findDescendants(process.pid)) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [user, system, childrenUser, childrenSystem] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 15)
        .map(Number);
      const name = named(command);
      times[name] = (times[name] ?? 0) + (user + system + childrenUser + childrenSystem) * tickMs;
    } catch {
      // It has exited, or there is no /proc.
    }
  }
  return times;
}

const sum = (/** @type {Record<string, number>} */ times) => Object.values(times).reduce((total, ms) => total + ms, 0);

/** Waits until all processes are idle, so that follow-up work counts towards the current measurement. */
export async function settled() {
  for (let before = sum(cpuTimes()), round = 0; round < 40; round += 1) {
    await sleep(idleMs);
    const now = sum(cpuTimes());
    // A lower sum means that a process exited.
    if (now >= before && now - before < idleMs * idleShare) return;
    before = now;
  }
}

/** Waits until all email is sent and all processes are idle. */
export async function emptied(/** @type {Sql} */ sql) {
  const until = Date.now() + drainTimeoutMs;
  while ((await sql.query('select 1 from delivery.work limit 1')).rows.length > 0) {
    if (Date.now() > until) throw new Failure(`The queue was not drained within ${drainTimeoutMs / 1_000} s.`);
    await sleep(100);
  }
  await settled();
}

/**
 * Adds `cpu` to the result: milliseconds per response by process, and their `total`.
 *
 * @template {{ answered: number, cpuMs: number }} Run
 * @param {() => Promise<Run>} run
 */
export async function withCpu(run) {
  const before = cpuTimes();
  const result = await run();
  await settled();
  const after = cpuTimes();
  const perResponse = (/** @type {number} */ ms) => ms / result.answered;
  /** @type {Record<string, number>} */
  const cpu = { load: perResponse(result.cpuMs) };
  for (const [name, ms] of Object.entries(after)) cpu[name] = perResponse(ms - (before[name] ?? 0));
  cpu.total = sum(cpu);
  return { ...result, cpu };
}

/** One line per run, e.g. `gateway 0.52  delivery 0.31 … total 2.10`. */
export const cpuLine = (/** @type {Record<string, number>} */ cpu) =>
  Object.entries(cpu)
    .filter(([, ms]) => ms >= 0.005)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
    .join('  ');

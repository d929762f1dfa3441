import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';

const modules = new URL('.', import.meta.url).href;
/**
 * A script that waits forever, with a child that ignores SIGTERM; `clearUp` runs after the stop, for `endAfterMs` at
 * most.
 */
const run = (clearUp: string, endAfterMs: number): string => `
  import { startProcess } from '${modules}processes.mjs';
  import { Stoppable } from '${modules}stoppable.mjs';
  const stoppable = new Stoppable({ killAfterMs: 100, endAfterMs: ${endAfterMs} }).listen();
  const { child, pid, exited } = startProcess('sh', ['-c', 'trap "" TERM; echo up; while :; do sleep 0.05; done'], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.once('data', () => console.log(pid));
  setInterval(() => undefined, 1_000);
  try {
    await stoppable.unlessStopped(new Promise(() => undefined));
  } catch (error) {
    ${clearUp}
    console.log(error.message, stoppable.isStopped);
    process.exit(130);
  }`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a stopped run', () => {
  const cleanups: (() => void)[] = [];
  afterEach(() => {
    for (const end of cleanups.splice(0)) end();
  });

  it.each([
    ['exits after its clean-up, together with its processes', 'await exited;', 60_000, 'Stopped. true'],
    ['exits even when its clean-up never ends', 'await new Promise(() => undefined);', 1_500, ''],
  ])('%s', async (_case, clearUp, endAfterMs, printed) => {
    const environment = { ...process.env, NODE_OPTIONS: '', npm_lifecycle_event: undefined };
    const runner = spawn(process.execPath, ['--input-type=module', '-e', run(clearUp, endAfterMs)], {
      env: environment,
    });
    cleanups.push(() => runner.kill('SIGKILL'));
    let output = '';
    runner.stdout.on('data', (chunk) => (output += String(chunk)));
    await once(runner.stdout, 'data');
    const pid = Number(output);
    expect(isAlive(pid)).toBe(true);
    runner.kill('SIGTERM');
    expect(await once(runner, 'exit')).toEqual([130, null]);
    expect(output.trim().split('\n').slice(1).join()).toBe(printed);
    await waitFor(() => !isAlive(pid), { what: 'its process to exit' });
  });
});

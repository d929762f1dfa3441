import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { noteRunning, runningVariables } from './running.mjs';

describe('the variables of a command next to npm start', () => {
  const before = process.env;
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'postrider-running-'));
    writeFileSync(join(directory, 'secrets.json'), '{"secretsKey":"kept","trackingKey":"kept too"}');
    process.env = { PATH: before.PATH, DATA_DIR: directory };
  });
  afterEach(() => {
    process.env = before;
    rmSync(directory, { recursive: true });
  });

  const servers = { DATABASE_URL: 'postgres://x', AMQP_URL: 'memory:', PUBLIC_URL: 'http://localhost:3000' };

  /** Calls the action while a process with the command line of npm start holds the lock. */
  function whileRunning<Value>(action: () => Value): Value {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)', 'scripts/start.mjs']);
    try {
      writeFileSync(join(directory, 'start.lock'), `${child.pid} 0`);
      return action();
    } finally {
      child.kill('SIGKILL');
    }
  }

  it('come from the running npm start until it stops', () => {
    const forget = noteRunning(directory, servers);
    expect(whileRunning(runningVariables)).toEqual({ ...servers, SECRETS_KEY: 'kept', TRACKING_KEY: 'kept too' });
    forget();
    expect(whileRunning(runningVariables)).toEqual({});
  });

  it('are empty after npm start was killed', () => {
    noteRunning(directory, servers);
    expect(runningVariables()).toEqual({});
  });

  it('do not override set variables, and are empty when DATABASE_URL is set', () => {
    noteRunning(directory, servers);
    Object.assign(process.env, { AMQP_URL: 'amqp://broker', PUBLIC_URL: '' });
    expect(whileRunning(runningVariables)).toEqual({
      DATABASE_URL: 'postgres://x',
      PUBLIC_URL: 'http://localhost:3000',
      SECRETS_KEY: 'kept',
      TRACKING_KEY: 'kept too',
    });
    process.env.DATABASE_URL = 'postgres://other';
    expect(whileRunning(runningVariables)).toEqual({});
  });

  it('are stored readable only by the owner, and without configured secrets', () => {
    noteRunning(directory, { ...servers, SECRETS_KEY: 'given', BOOTSTRAP_LIVE_KEY: 'given' });
    expect(statSync(join(directory, 'running.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(directory, 'running.json'), 'utf8')).not.toContain('given');
    expect(whileRunning(runningVariables)).toEqual({ ...servers, TRACKING_KEY: 'kept too' });
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { provide, tools } from './machine-tools.mjs';
import { findRabbitmqServer, startRabbitmq } from './rabbitmq.mjs';

describe.each(Object.entries(tools))('%s for the tests', (_name, tool) => {
  const provided = async (uid: number, code: number, { hasPackages = true, there = false } = {}) => {
    const order: string[] = [];
    let isThere = there;
    const path = await provide(
      { ...tool, find: () => (isThere ? '/usr/bin/tool' : undefined) },
      (line) => order.push(`says: ${line}`),
      {
        uid,
        hasPackages,
        run: async (command, args) => {
          order.push(`runs: ${command}`);
          if (args.includes(tool.script)) isThere = code === 0;
          return { code, output: 'E: no such package' };
        },
      },
    );
    return { order, path };
  };
  const installs = `says: Installing ${tool.name} (package ${tool.packages})`;

  it('is taken as it is where there is one', async () => {
    expect(await provided(0, 0, { there: true })).toEqual({ order: [], path: '/usr/bin/tool' });
  });

  it('is installed by root without sudo', async () => {
    expect(await provided(0, 0)).toEqual({ order: [installs, 'runs: sh'], path: '/usr/bin/tool' });
  });

  it('is announced before sudo is asked for it', async () => {
    expect((await provided(1000, 0)).order).toEqual([
      expect.stringMatching(/^says: .*sudo/),
      'runs: sudo',
      installs,
      'runs: sudo',
    ]);
  });

  it('is not installed where sudo wants a password', async () => {
    expect(await provided(1000, 1)).toEqual({ order: [expect.stringMatching(/^says: .*sudo/), 'runs: sudo'] });
  });

  it('says why its packages cannot be had', async () => {
    expect(await provided(0, 100)).toEqual({ order: [installs, 'runs: sh', 'says: E: no such package'] });
  });

  it('is not there where there are no packages', async () => {
    expect(await provided(0, 0, { hasPackages: false })).toEqual({ order: [] });
  });
});

describe('a RabbitMQ for tests, benchmarks and faults', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rabbitmq-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const put = (...names: string[]): void => names.forEach((name) => writeFileSync(join(folder, name), ''));

  it.each([[['rabbitmq-server']], [['epmd']], [[]]])('is not there where there is only %j', (names) => {
    put(...names);
    expect(findRabbitmqServer([folder], [folder])).toBeUndefined();
  });

  it('is there with all its parts', () => {
    put('rabbitmq-server', 'epmd');
    expect(findRabbitmqServer([folder], [folder])).toBe(join(folder, 'rabbitmq-server'));
  });

  it('says how to get one, and not that it is here, where there is none', async () => {
    const starting = startRabbitmq({ directory: join(folder, 'data'), server: undefined, find: () => undefined });
    await expect(starting).rejects.toThrow('There is no RabbitMQ on this machine: install it');
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { installRabbitmq } from './rabbitmq-install.mjs';
import { findRabbitmqServer, startRabbitmq } from './rabbitmq.mjs';

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

  const installed = (uid: number, codeOf: (command: string) => number) => {
    const order: string[] = [];
    const installing = installRabbitmq((line) => order.push(`says: ${line}`), {
      uid,
      hasPackages: true,
      find: () => undefined,
      run: async (command) => {
        order.push(`runs: ${command}`);
        return { code: codeOf(command), output: '' };
      },
    });
    return installing.then(() => order);
  };

  it('is announced before sudo is asked for it', async () => {
    const order = await installed(1000, () => 0);
    expect(order).toEqual([
      expect.stringMatching(/^says: .*sudo/),
      'runs: sudo',
      expect.stringMatching(/^says: Installing RabbitMQ/),
      'runs: sudo',
    ]);
  });

  it('is not installed where sudo wants a password', async () => {
    expect(await installed(1000, () => 1)).toEqual([expect.stringMatching(/^says: .*sudo/), 'runs: sudo']);
  });

  it('is installed by root without sudo', async () => {
    expect(await installed(0, () => 0)).toEqual([expect.stringMatching(/^says: Installing RabbitMQ/), 'runs: sh']);
  });
});

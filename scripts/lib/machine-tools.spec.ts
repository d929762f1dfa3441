import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { confirm, provide, tools } from './machine-tools.mjs';
import { findRabbitmqServer, startRabbitmq } from './rabbitmq.mjs';

describe('tools that tests need', () => {
  const wanted = [tools.rabbitmq, tools.chromium, tools.promtool];
  const list = [
    'says:   RabbitMQ                  rabbitmq-server',
    'says:   Chromium                  chromium-headless-shell fonts-dejavu-core',
  ];

  /** Runs `provide` on a machine that has promtool; `code` is the exit code of every installation. */
  const provided = async ({
    uid = 0,
    code = 0,
    sudo = 0,
    hasPackages = true,
    there = ['promtool'],
    yes = undefined as boolean | undefined,
  } = {}) => {
    const order: string[] = [];
    const found = new Set(there);
    await provide(
      wanted.map((tool) => ({ ...tool, find: () => (found.has(tool.name) ? '/usr/bin/tool' : undefined) })),
      (line) => order.push(`says: ${line}`),
      {
        uid,
        hasPackages,
        confirm:
          yes === undefined
            ? undefined
            : async (question) => {
                order.push(`asks: ${question}`);
                return yes;
              },
        run: async (command, args) => {
          order.push(`runs: ${[command, ...args].join(' ').split('\n')[0]!.trim()}`);
          const tool = wanted.find(({ script }) => args.includes(script));
          if (tool === undefined) return { code: sudo, output: '' };
          if (code === 0) found.add(tool.name);
          return { code, output: 'E: no such package' };
        },
      },
    );
    return { order, found: [...found].toSorted() };
  };

  it('are not installed when they exist', async () => {
    expect((await provided({ there: wanted.map(({ name }) => name) })).order).toEqual([]);
  });

  it('are listed with their packages, then installed without a question when there is no terminal', async () => {
    expect(await provided()).toEqual({
      order: [
        'says: Missing tools, with the packages that apt-get installs for them:',
        ...list,
        'says: Installing RabbitMQ',
        'runs: sh -ec',
        'says: Installing Chromium',
        'runs: sh -ec',
      ],
      found: ['Chromium', 'RabbitMQ', 'promtool'],
    });
  });

  it('are installed on a terminal after a yes', async () => {
    const { order, found } = await provided({ yes: true });
    expect(order.slice(1, 5)).toEqual([...list, 'asks: Install them? [Y/n] ', 'says: Installing RabbitMQ']);
    expect(found).toEqual(['Chromium', 'RabbitMQ', 'promtool']);
  });

  it('are not installed on a terminal after a no', async () => {
    const { order, found } = await provided({ yes: false });
    expect(order.slice(3)).toEqual(['asks: Install them? [Y/n] ', 'says: Installing nothing']);
    expect(found).toEqual(['promtool']);
  });

  it('are installed with sudo when the user is not root', async () => {
    const { order } = await provided({ uid: 1000 });
    expect(order[0]).toBe('says: Missing tools, with the packages that sudo apt-get installs for them:');
    expect(order.slice(3, 6)).toEqual(['runs: sudo -n true', 'says: Installing RabbitMQ', 'runs: sudo -n sh -ec']);
  });

  it('are not installed when sudo asks for a password', async () => {
    const { order, found } = await provided({ uid: 1000, sudo: 1 });
    expect(order.slice(3)).toEqual(['runs: sudo -n true', 'says: Installing nothing: sudo asks for a password']);
    expect(found).toEqual(['promtool']);
  });

  it('report the output when their installation fails', async () => {
    expect((await provided({ code: 100 })).order.slice(3, 6)).toEqual([
      'says: Installing RabbitMQ',
      'runs: sh -ec',
      'says: E: no such package',
    ]);
  });

  it('are not installed without apt-get', async () => {
    expect(await provided({ hasPackages: false })).toEqual({ order: [], found: ['promtool'] });
  });
});

describe('the question before an installation', () => {
  const confirmed = async (typed: string) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const response = confirm('Install them? [Y/n] ', { input, output });
    input.end(typed);
    return response;
  };

  it.each(['\n', 'y\n', 'Yes\n'])('accepts %j as yes', async (typed) => {
    expect(await confirmed(typed)).toBe(true);
  });

  it.each(['n\n', 'no\n', 'what?\n', ''])('accepts %j as no', async (typed) => {
    expect(await confirmed(typed)).toBe(false);
  });
});

describe('a RabbitMQ for tests, benchmarks and faults', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rabbitmq-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const put = (...names: string[]): void => names.forEach((name) => writeFileSync(join(folder, name), ''));

  it.each([[['rabbitmq-server']], [['epmd']], [[]]])('RabbitMQ is not found with only %j', (names) => {
    put(...names);
    expect(findRabbitmqServer([folder], [folder])).toBeUndefined();
  });

  it('RabbitMQ is found with all its parts', () => {
    put('rabbitmq-server', 'epmd');
    expect(findRabbitmqServer([folder], [folder])).toBe(join(folder, 'rabbitmq-server'));
  });

  it('explains how to install it when it is not found', async () => {
    const starting = startRabbitmq({ directory: join(folder, 'data'), server: undefined, find: () => undefined });
    await expect(starting).rejects.toThrow('RabbitMQ is not installed: install it');
  });
});

import { describe, expect, it } from '@jest/globals';
import { installPromtool } from './promtool-install.mjs';

describe('promtool for tests', () => {
  const installed = async (uid: number, sudo: number, found?: string): Promise<string[]> => {
    const order: string[] = [];
    await installPromtool((line) => order.push(`says: ${line}`), {
      uid,
      hasPackages: true,
      find: () => found,
      run: async (command) => {
        order.push(`runs: ${command}`);
        return { code: command === 'sudo' ? sudo : 0, output: '' };
      },
    });
    return order;
  };

  it('is installed by root without sudo', async () => {
    expect(await installed(0, 1)).toEqual(['says: Installing promtool (of the package prometheus)', 'runs: sh']);
  });
  it('is installed by others where sudo wants no password', async () => {
    expect(await installed(1000, 0)).toEqual([
      'runs: sudo',
      'says: Installing promtool (of the package prometheus)',
      'runs: sudo',
    ]);
    expect(await installed(1000, 1)).toEqual(['runs: sudo']);
  });
  it('is not installed where it is', async () => {
    expect(await installed(0, 0, '/usr/bin/promtool')).toEqual([]);
  });
});

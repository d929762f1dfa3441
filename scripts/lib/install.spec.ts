import { readFileSync } from 'node:fs';
import { isComplete } from './install.mjs';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')).packages;
const machine = { platform: 'linux', arch: 'x64' };

describe('the check of node_modules before npm ci', () => {
  it('accepts the result of npm ci', () => {
    expect(isComplete(read('package-lock.json'), read('node_modules/.package-lock.json'), 'all')).toBe(true);
  });

  it('accepts missing optional packages for other platforms and their dependencies', () => {
    const locked = {
      'node_modules/wasm': { version: '1.0.0', optional: true, cpu: ['wasm32'] },
      'node_modules/wasm-runtime': { version: '1.0.0', optional: true },
    };
    expect(isComplete(locked, {}, 'all', machine)).toBe(true);
  });

  it.each([
    ['another version', { version: '1.0.0' }, { version: '1.0.1' }],
    ['a missing package', { version: '1.0.0' }, undefined],
    ['a missing binary for this machine', { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] }, undefined],
    ['a missing development tool', { version: '1.0.0', dev: true }, undefined],
  ])('rejects %s', (_what, wanted, found) => {
    expect(isComplete({ 'node_modules/a': wanted }, found ? { 'node_modules/a': found } : {}, 'all', machine)).toBe(
      false,
    );
  });

  it('ignores the versions of the project and of its workspaces', () => {
    const [released, installed] = [{ version: '0.2.0' }, { version: '0.1.0' }];
    expect(isComplete({ '': released, scripts: released }, { scripts: installed }, 'all', machine)).toBe(true);
  });

  it('does not require development tools for the runtime', () => {
    expect(isComplete({ 'node_modules/a': { version: '1.0.0', dev: true } }, {}, 'runtime', machine)).toBe(true);
  });
});

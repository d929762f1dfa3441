import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { LockFile } from './lock-file.mjs';
import { entriesWithoutHash, withHashesOf } from './lock-file.mjs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;

/**
 * Bindings of developers' tools for platforms other than x64 and arm64 Linux. When they were locked the registry of the machine served no
 * such versions of them; `npm run lock:hashes` asks again. What gets its hash leaves this list.
 */
const notServed = [
  /^@oxc-parser\/binding-.+@0\.156\.0$/,
  /^@oxfmt\/binding-.+@0\.79\.0$/,
  /^@oxlint\/binding-.+@1\.94\.0$/,
  /^@swc\/core-.+@1\.16\.22$/,
  /^@unrs\/resolver-binding-.+@1\.13\.0$/,
];
const mostNotServed = 74;

const incomplete = entriesWithoutHash(lock);

describe('package-lock.json', () => {
  it('has the hash of everything that is installed in production', () => {
    expect(incomplete.filter(({ dev }) => !dev)).toEqual([]);
  });

  it('has the hash of everything that an installation cannot do without', () => {
    expect(incomplete.filter(({ optional }) => !optional)).toEqual([]);
  });

  it('lacks hashes of nothing but what is known not to have been served', () => {
    const named = incomplete.map(({ name, version }) => `${name}@${version}`);
    expect(named.filter((one) => !notServed.some((pattern) => pattern.test(one)))).toEqual([]);
    expect(named.length).toBeLessThanOrEqual(mostNotServed);
    expect(notServed.filter((pattern) => !named.some((one) => pattern.test(one)))).toEqual([]);
  });

  it('has the hash of what the machines that build and test install', () => {
    const here = /linux-(x64|arm64)-gnu$/;
    expect(incomplete.filter(({ name }) => here.test(name))).toEqual([]);
  });

  it('names no registry, so that each takes its own', () => {
    expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });
});

describe('A lock file', () => {
  const version = '1.0.0';
  const incompleteLock: LockFile = {
    packages: {
      '': { version },
      'node_modules/a': { version, integrity: 'sha512-a' },
      'node_modules/a/node_modules/@b/c': { version, dev: true },
      'node_modules/d': { version: '2.0.0', optional: true },
      'node_modules/weak': { version, integrity: 'sha1-a' },
      'node_modules/linked': { link: true },
    },
  };

  it('tells the entries whose content nobody checks', () => {
    expect(entriesWithoutHash(incompleteLock).map(({ name, dev, optional }) => [name, dev, optional])).toEqual([
      ['@b/c', true, false],
      ['d', false, true],
      ['weak', false, false],
    ]);
  });

  it('takes hashes of the same packages of the same versions alone', () => {
    const other: LockFile = {
      packages: {
        '': { version, integrity: 'sha512-never' },
        'node_modules/@b/c': { version, integrity: 'sha512-c' },
        'node_modules/d': { version, integrity: 'sha512-d' },
        'node_modules/a': { version, integrity: 'sha512-other' },
      },
    };
    const { packages } = withHashesOf(incompleteLock, other);
    expect(packages).toEqual({
      ...incompleteLock.packages,
      'node_modules/a/node_modules/@b/c': { version, integrity: 'sha512-c', dev: true },
    });
  });
});

import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const project = resolve(import.meta.dirname, '../..');

describe('npm run check', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'postrider-check-'));
    cpSync(join(project, 'scripts'), join(root, 'scripts'), { recursive: true });
    mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
    plant('oxlint', 1);
    plant('oxfmt', 0);
    plant('depcruise', 0);
    plant('knip', 1);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function plant(tool: string, code: number): void {
    const path = join(root, 'node_modules/.bin', tool);
    writeFileSync(path, `#!/bin/sh\necho ${tool}\nexit ${code}\n`);
    chmodSync(path, 0o755);
  }
  function check(...names: string[]) {
    const script = join(root, 'scripts/check.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...names], { encoding: 'utf8' });
    return { status, ran: stdout.split('\n').filter(Boolean), stderr };
  }

  it('runs each check even after a failure, and lists the failed ones', () => {
    const { status, ran, stderr } = check('lint:code', 'lint:format', 'boundaries', 'knip');
    expect(ran).toEqual(['oxlint', 'oxfmt', 'depcruise', 'knip']);
    expect(stderr).toContain('2 of 4 checks failed: npm run check -- lint:code, npm run check -- knip');
    expect(status).toBe(1);
  });

  it('runs all checks of a kind', () => {
    expect(check('lint').ran).toEqual(['oxlint', 'oxfmt']);
  });

  it('succeeds when all checks do', () => {
    expect(check('lint:format', 'boundaries')).toMatchObject({ status: 0, stderr: '' });
  });

  it('lists the checks when the name is unknown', () => {
    const { status, ran, stderr } = check('lint', 'type');
    expect(stderr).toMatch(/^There is no check "type"\. There are: lint:code, .*types:services, .*generated\n$/);
    expect({ status, ran }).toEqual({ status: 2, ran: [] });
  });
});

describe('the scripts of package.json', () => {
  const scripts = Object.keys(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).scripts as object);

  it('are at most 15 and explained in CONTRIBUTING.md', () => {
    expect(scripts.length).toBeLessThanOrEqual(15);
    const guide = readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8');
    expect(scripts.filter((name) => !new RegExp(`^\\| \`npm (run )?${name}\\b`, 'm').test(guide))).toEqual([]);
  });
});

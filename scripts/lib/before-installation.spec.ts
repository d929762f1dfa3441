import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const project = resolve(import.meta.dirname, '../..');

/** Paths and names of all modules that a script loads. */
function loadedBy(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  if (!path.startsWith(project)) return seen;
  const source = readFileSync(path, 'utf8');
  const imports = [
    ...source.matchAll(/^(?:import|export)\s(?:[^'"]*?\sfrom\s)?'([^']+)';/gm),
    ...source.matchAll(/import\('(\.[^']+)'\)/g),
  ];
  for (const [, from] of imports) loadedBy(from!.startsWith('.') ? resolve(dirname(path), from!) : from!, seen);
  return seen;
}

describe('the scripts of a fresh clone', () => {
  it.each(['start', 'dev', 'test', 'postrider', 'smoke'])('load only built-in modules: %s', (script) => {
    const loaded = [...loadedBy(join(project, `scripts/${script}.mjs`))];
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter((path) => !path.startsWith(project) && !path.startsWith('node:'))).toEqual([]);
  });
});

describe('--no-install in a fresh clone', () => {
  let clone: string;
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'postrider-clone-'));
    for (const path of ['package.json', 'package-lock.json', 'scripts'])
      cpSync(join(project, path), join(clone, path), { recursive: true });
  });
  afterEach(() => rmSync(clone, { recursive: true }));

  function getFailure(script: string, variables: Readonly<Record<string, string>> = {}): string {
    const { status, stderr } = spawnSync(process.execPath, [join(clone, 'scripts', script), '--no-install'], {
      encoding: 'utf8',
      env: { PATH: '/nowhere', DATABASE_URL: '', AMQP_URL: '', ...variables },
    });
    expect(status).toBe(1);
    expect(existsSync(join(clone, 'node_modules'))).toBe(false);
    return stderr;
  }

  it('makes npm test list what is missing and install nothing', () => {
    const stderr = getFailure('test.mjs');
    expect(stderr).toContain('Missing, and --no-install forbids installing:\n  npm packages              npm ci\n');
    expect(stderr).toContain('  kubectl 1.21 or newer     kubernetes-client\n');
  });

  it('makes npm start fail', () => {
    const ports = { PORT: '0', SMTP_PORT: '0', CATCHER_HTTP_PORT: '0', CATCHER_SMTP_PORT: '0' };
    expect(getFailure('start.mjs', { DATA_DIR: join(clone, 'data'), ...ports })).toBe(
      'npm packages are missing, and --no-install forbids installing them: run npm ci.\n',
    );
  });
});

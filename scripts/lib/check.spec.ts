import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

describe('npm run check', () => {
  it('runs each check, also after one has failed, and names those that failed', () => {
    const directory = mkdtempSync(join(tmpdir(), 'postrider-check-'));
    try {
      const npm = join(directory, 'npm.js');
      writeFileSync(
        npm,
        'console.log(process.argv.at(-1)); process.exitCode = process.argv.at(-1) === "good" ? 0 : 1;',
      );
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(project, 'scripts/check.mjs'), 'bad', 'good', 'worse'],
        { encoding: 'utf8', env: { ...process.env, npm_execpath: npm } },
      );
      expect(stdout.split('\n').filter(Boolean)).toEqual(['bad', 'good', 'worse']);
      expect(stderr).toContain('2 of 3 checks failed: npm run bad, npm run worse');
      expect(status).toBe(1);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

  it('has every part of the checks that can be run by themselves, and stops at none', () => {
    const parts = scripts['check']!.split(' ').slice(2);
    for (const name of ['lint', 'types'])
      expect(parts).toEqual(expect.arrayContaining(scripts[name]!.split(' ').slice(2)));
    expect(parts).toEqual(expect.arrayContaining(['boundaries', 'knip', 'generated']));
    expect(parts.filter((name) => scripts[name] === undefined || scripts[name].includes('&&'))).toEqual([]);
  });
});

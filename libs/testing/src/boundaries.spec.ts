import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const runMs = 60_000;

it(
  'npm run check -- boundaries fails for an app that imports another app, except for standalone',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'postrider-boundaries-'));
    try {
      for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json']) cpSync(file, join(root, file));
      const imported = "export { x } from '../../template/src/x.js';\n";
      const planted: Readonly<Record<string, string>> = {
        'package.json': '{"type":"module"}',
        'apps/template/src/x.ts': 'export const x = 1;\n',
        'apps/delivery/src/a.ts': imported,
        'apps/standalone/src/main.ts': imported,
        'libs/numbers/src/index.ts': 'export const y = 1;\n',
      };
      for (const [file, content] of Object.entries(planted)) {
        mkdirSync(dirname(join(root, file)), { recursive: true });
        writeFileSync(join(root, file), content);
      }
      const cruiser = resolve('node_modules/.bin/depcruise');
      const { status, stdout } = spawnSync(
        process.execPath,
        [cruiser, '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'apps', 'libs'],
        { cwd: root, encoding: 'utf8' },
      );
      expect(stdout).toMatch(/app-imports-app: apps\/delivery\/src\/a\.ts/);
      expect(stdout).not.toContain('apps/standalone/src/main.ts');
      expect(status).toBe(1);
    } finally {
      rmSync(root, { recursive: true });
    }
  },
  runMs,
);

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** All runtime imports of `file` within this library; `outside` collects the others. */
function reach(file: string, seen = new Set<string>(), outside = new Set<string>()): Set<string> {
  if (seen.has(file)) return outside;
  seen.add(file);
  const source = readFileSync(file, 'utf8').replace(/^(?:import|export) type [^;]*;/gm, '');
  for (const [, name = ''] of source.matchAll(/^(?:import|export) [^;]*? from '([^']+)';/gm)) {
    if (name.startsWith('.')) reach(join(dirname(file), name.replace(/\.js$/, '.ts')), seen, outside);
    else outside.add(name);
  }
  return outside;
}

describe('the code that renders drafts in the dashboard', () => {
  it('runs in a browser', () => {
    const outside = reach(join(dirname(fileURLToPath(import.meta.url)), 'pure.ts'));
    // The dashboard replaces node:crypto (apps/dashboard/src/preview/node-crypto.ts).
    expect([...outside].toSorted()).toEqual([
      '@handlebars/parser',
      '@postrider/numbers',
      'entities',
      'lru-cache',
      'mustache',
      'node:crypto',
    ]);
  });
});

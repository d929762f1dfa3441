import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
const project = resolve(import.meta.dirname, '../..');

/** Every module that a script loads, by the script's path. */
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

describe('what a fresh clone runs before anything is installed', () => {
  it.each(['start', 'dev', 'test', 'postrider', 'smoke'])('loads what Node has, alone: %s', (script) => {
    const loaded = [...loadedBy(join(project, `scripts/${script}.mjs`))];
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter((path) => !path.startsWith(project) && !path.startsWith('node:'))).toEqual([]);
  });
});

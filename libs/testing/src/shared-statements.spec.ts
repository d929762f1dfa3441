import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const findSources = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/spec\.ts$|\btesting\b/.test(file))
    .map((file) => join(root, file));

/**
 * A batch runs in the context of its first caller; with row-level security of that account it would miss the rows of
 * all others.
 */
describe('statements that concurrent calls share', () => {
  const batching = findSources('apps').filter((file) => readFileSync(file, 'utf8').includes('new Batcher'));

  it('shared statements are found', () => {
    expect(batching.length).toBeGreaterThan(5);
  });

  it.each(batching)('declare in %s that they are across accounts', (file) => {
    expect(readFileSync(file, 'utf8')).toMatch(/\b(systemPool|withoutAccount)\b/);
  });
});

describe('statements of a service', () => {
  const services = ['customer', 'delivery', 'drip', 'gateway', 'template', 'tracking'].flatMap((app) =>
    findSources(`apps/${app}/src`),
  );
  const allowed = /\.repository\.ts$|\/migrations\/|\/transactions\/edit-transactions\.ts$/;

  it('are in its repositories', () => {
    const others = services.filter((file) => !allowed.test(file) && /\.query[(<]/.test(readFileSync(file, 'utf8')));
    expect(others).toEqual([]);
  });
});

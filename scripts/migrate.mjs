// npm run migrate [-- <app> ...]: builds if anything changed, then brings the schemas of DATABASE_URL up to date, or those of the apps named.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runBuilt } from './lib/build.mjs';
import { project } from './lib/project.mjs';

const migrationOf = (/** @type {string} */ app) => join('apps', app, 'src', 'migrate.ts');
const all = readdirSync(join(project, 'apps')).filter((app) => existsSync(join(project, migrationOf(app))));
const named = process.argv.slice(2);
const unknown = named.filter((app) => !all.includes(app));
if (unknown.length > 0) {
  console.error(`There is no schema ${unknown.join(', ')}. There are: ${all.join(', ')}`);
  process.exit(1);
}
if (!process.env.DATABASE_URL) {
  console.error(
    'Set DATABASE_URL to the database whose schemas to bring up to date, with a user that owns them. What npm start runs, it brings up to date itself.',
  );
  process.exit(1);
}
for (const app of named.length > 0 ? named : all) {
  const code = await runBuilt(migrationOf(app).replace(/ts$/, 'js'), []);
  if (code !== 0) process.exit(code);
}

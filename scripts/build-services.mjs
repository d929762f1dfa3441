#!/usr/bin/env node
// The first half of npm run build: compiles the apps and libs into dist/, file by file. `npm run check` checks types.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { transformFile } from '@swc/core';
import { project } from './lib/project.mjs';

const { paths } = JSON.parse(readFileSync(join(project, 'tsconfig.json'), 'utf8')).compilerOptions;
/** Vite builds the dashboard. */
const dashboard = join('apps', 'dashboard');
const tests = join('libs', 'testing');
/** @type {import('@swc/core').Options} */
const options = {
  cwd: project,
  swcrc: false,
  sourceMaps: true,
  inlineSourcesContent: false,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, verbatimModuleSyntax: true },
    keepClassNames: true,
    baseUrl: project,
    paths,
  },
  module: { type: 'es6', resolveFully: true },
};

/**
 * Paths relative to `root`, without tests and the dashboard.
 *
 * @param {string} folder
 * @returns {Generator<string>}
 */
function* filesIn(folder, root = project) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) yield path;
    else if (entry.name !== 'testing' && path !== dashboard && path !== tests) yield* filesIn(path, root);
  }
}

const isSource = (/** @type {string} */ path) => /(?<!\.d|spec)\.ts$/.test(path);
const isAsset = (/** @type {string} */ path) =>
  (basename(dirname(path)) === 'page' && /\.(html|css|js)$/.test(path)) ||
  path.includes(join('ready-templates', 'content'));

async function compile(/** @type {string} */ path) {
  const output = join(project, 'dist', path.replace(/\.ts$/, '.js'));
  const sourceFileName = join(
    ...dirname(path)
      .split(sep)
      .map(() => '..'),
    '..',
    path,
  );
  const { code, map } = await transformFile(join(project, path), { ...options, sourceFileName });
  writeFileSync(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`);
  writeFileSync(`${output}.map`, map ?? '');
  return [output, `${output}.map`];
}

function copy(/** @type {string} */ path) {
  const output = join(project, 'dist', path);
  copyFileSync(join(project, path), output);
  return [output];
}

const files = ['apps', 'libs'].flatMap((folder) => [...filesIn(folder)]);
for (const folder of new Set(files.map(dirname))) mkdirSync(join(project, 'dist', folder), { recursive: true });
const compiled = await Promise.all(files.filter(isSource).map(compile));
/** The gateway serves the documentation. */
const docs = [...filesIn('docs')];
for (const folder of new Set(docs.map(dirname))) mkdirSync(join(project, 'dist', folder), { recursive: true });
const outputs = new Set([...compiled, ...[...files.filter(isAsset), ...docs].map(copy)].flat());
// Migrations and pages are loaded by folder, so the output of a deleted source must be deleted.
for (const path of ['apps', 'libs', 'docs']
  .flatMap((folder) => [...filesIn(folder, join(project, 'dist'))])
  .map((path) => join(project, 'dist', path)))
  if (!outputs.has(path)) rmSync(path);

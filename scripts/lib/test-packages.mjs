import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { project } from './project.mjs';

/** Import specifiers of the packages with the most files, in this project or in other packages. */
const specifiers = [
  '@aws-sdk/client-s3',
  '@nestjs/common',
  '@nestjs/common/constants.js',
  '@nestjs/common/enums/route-paramtypes.enum.js',
  '@nestjs/core',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/testing',
  '@nestjs/typeorm',
  'ajv/dist/2020.js',
  'rxjs',
  'rxjs/operators',
  'typeorm',
  'zod',
];

const bundled = /^(@aws-sdk\/[^/]+|@smithy\/[^/]+|@aws-crypto\/[^/]+|@nestjs\/[^/]+|ajv|rxjs|typeorm|zod)(\/|$)/;
const toName = (/** @type {string} */ specifier) => specifier.replace(/\.js$/, '').replaceAll('/', '__');

/** Folder of the bundles for the installed package versions. */
function currentDirectory() {
  const hash = createHash('sha256');
  for (const file of [join(project, 'package-lock.json'), fileURLToPath(import.meta.url)])
    hash.update(readFileSync(file));
  return join(project, 'dist', 'test-packages', hash.digest('hex').slice(0, 16));
}

/** Re-exports the names that Node finds in the module, ESM or CommonJS. */
async function buildReExports(/** @type {string} */ specifier) {
  const names = Object.keys(await import(specifier)).filter((name) => name !== 'default' && name !== 'module.exports');
  return `export { ${names.join(', ')} } from ${JSON.stringify(specifier)};\n`;
}

async function bundle(/** @type {string} */ directory) {
  const { rolldown } = await import('rolldown');
  const entries = new Map();
  for (const specifier of specifiers) entries.set(`entry:${specifier}`, await buildReExports(specifier));
  const build = await rolldown({
    input: Object.fromEntries(specifiers.map((specifier) => [toName(specifier), `entry:${specifier}`])),
    platform: 'node',
    external: (id) => !entries.has(id) && !id.startsWith('.') && !isAbsolute(id) && !bundled.test(id),
    treeshake: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entries',
        resolveId: (id) => (entries.has(id) ? id : undefined),
        load: (id) => entries.get(id),
      },
    ],
  });
  await build.write({
    dir: directory,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
    keepNames: true,
    comments: false,
  });
  await build.close();
}

/**
 * For Jest's moduleNameMapper: large packages, bundled into a few files each. Jest reads, resolves and compiles every
 * module again for every test file, which took longer than most tests. The code is unchanged, and each test file still
 * has its own module instances.
 */
export async function testPackages() {
  const directory = currentDirectory();
  if (!existsSync(directory)) {
    const temporary = `${directory}.${process.pid}`;
    await bundle(temporary);
    try {
      renameSync(temporary, directory);
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      if (!existsSync(directory)) throw error;
    }
  }
  return Object.fromEntries(
    specifiers.map((specifier) => [
      `^${specifier.replaceAll('.', '\\.')}$`,
      join(directory, `${toName(specifier)}.mjs`),
    ]),
  );
}

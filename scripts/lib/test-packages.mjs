import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { project } from './project.mjs';

/** What is imported of the packages with the most files, as it is written in imports of ours or of other packages. */
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
const nameOf = (/** @type {string} */ specifier) => specifier.replace(/\.js$/, '').replaceAll('/', '__');

/** Where the bundles of these versions of the packages are, or are to be. */
function currentDirectory() {
  const hash = createHash('sha256');
  for (const file of [join(project, 'package-lock.json'), fileURLToPath(import.meta.url)])
    hash.update(readFileSync(file));
  return join(project, 'dist', 'test-packages', hash.digest('hex').slice(0, 16));
}

/** Exports what Node finds in the module, CommonJS or not. */
async function entryOf(/** @type {string} */ specifier) {
  const names = Object.keys(await import(specifier)).filter((name) => name !== 'default' && name !== 'module.exports');
  return `export { ${names.join(', ')} } from ${JSON.stringify(specifier)};\n`;
}

async function bundle(/** @type {string} */ directory) {
  const { rolldown } = await import('rolldown');
  const entries = new Map();
  for (const specifier of specifiers) entries.set(`entry:${specifier}`, await entryOf(specifier));
  const build = await rolldown({
    input: Object.fromEntries(specifiers.map((specifier) => [nameOf(specifier), `entry:${specifier}`])),
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
 * For Jest's moduleNameMapper: the large packages, each in a few files instead of hundreds. Jest reads, resolves and compiles every module
 * of every package anew for every test file, which took longer than most tests. The code is that of the packages, and each test file still
 * has its own instance of it.
 */
export async function testPackages() {
  const directory = currentDirectory();
  if (!existsSync(directory)) {
    const half = `${directory}.${process.pid}`;
    await bundle(half);
    try {
      renameSync(half, directory);
    } catch (error) {
      rmSync(half, { recursive: true, force: true });
      if (!existsSync(directory)) throw error;
    }
  }
  return Object.fromEntries(
    specifiers.map((specifier) => [
      `^${specifier.replaceAll('.', '\\.')}$`,
      join(directory, `${nameOf(specifier)}.mjs`),
    ]),
  );
}

// Lets a thread of a test load this repository's TypeScript, as Jest does for the test itself: `--import` it. No product code needs it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';

const libs = new URL('../../../', import.meta.url);
/** Compiled once for all workers: a spec starts dozens of them. */
const compiled = new URL('../dist/test-modules/', libs);
const options = {
  configFile: false,
  swcrc: false,
  jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } },
  module: { type: 'es6' },
};

register(import.meta.url);

export async function resolve(specifier, context, next) {
  const [, lib] = /^@postrider\/([a-z]+)$/.exec(specifier) ?? [];
  if (lib) return { url: new URL(`${lib}/src/index.ts`, libs).href, shortCircuit: true };
  if (/^(\.|file:).*\.js$/.test(specifier)) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(url)) return { url: url.href, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const source = readFileSync(new URL(url), 'utf8');
  const name = createHash('sha256')
    .update(JSON.stringify([options, source]))
    .digest('hex');
  const file = new URL(`${name}.js`, compiled);
  if (!existsSync(file)) {
    const { transformSync } = await import('@swc/core');
    const { code } = transformSync(source, { filename: fileURLToPath(url), ...options });
    mkdirSync(compiled, { recursive: true });
    const unfinished = new URL(`${name}.${process.pid}`, compiled);
    writeFileSync(unfinished, code);
    renameSync(unfinished, file);
  }
  return { format: 'module', source: readFileSync(file, 'utf8'), shortCircuit: true };
}

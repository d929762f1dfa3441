// Lets a thread of a test load this repository's TypeScript, as Jest does for the test itself: `--import` it. No product code needs it.
import { register } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const libs = new URL('../../../', import.meta.url);

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
  const { transformSync } = await import('@swc/core');
  const filename = fileURLToPath(url);
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    configFile: false,
    swcrc: false,
    jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}

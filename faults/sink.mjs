// The tests' own mail server; the build leaves out what is for tests, so it is compiled here.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformFileSync } from '@swc/core';
import { project } from '../scripts/lib/project.mjs';

async function compiled(name) {
  const folder = join(project, 'dist', 'faults');
  const { code } = transformFileSync(join(project, 'libs', 'testing', 'src', `${name}.ts`), { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' } });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.js`);
  writeFileSync(file, code);
  return import(file);
}

export const { SmtpSink } = await compiled('smtp-sink');

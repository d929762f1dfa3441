// The tests' own mail server and hosted provider; the build leaves out what is for tests, so they are compiled here.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformFileSync } from '@swc/core';
import { project } from '../scripts/lib/project.mjs';

async function compiled(/** @type {string} */ name) {
  const file = join(project, 'dist', 'faults', `${name}.js`);
  const { code } = transformFileSync(join(project, 'libs', 'testing', 'src', `${name}.ts`), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
  return import(file);
}

// What the sink imports comes first.
await compiled('certificates');
/** @type {typeof import('../libs/testing/src/smtp-sink.js')} */
export const { SmtpSink } = await compiled('smtp-sink');
/** @type {typeof import('../libs/testing/src/providers/provider-fake.js')} */
export const { ProviderFake } = await compiled('providers/provider-fake');
/** @type {typeof import('../libs/testing/src/providers/mailgun.js')} */
export const { mailgunFake } = await compiled('providers/mailgun');

// The fake mail server and hosted provider of the tests, compiled here because the build excludes test code.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformFileSync } from '@swc/core';
import { project } from '../scripts/lib/project.mjs';

async function compile(/** @type {string} */ name) {
  const file = join(project, 'dist', 'faults', `${name}.js`);
  const { code } = transformFileSync(join(project, 'libs', 'testing', 'src', `${name}.ts`), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
  return import(file);
}

// First, because the sink imports it.
await compile('certificates');
/** @type {typeof import('../libs/testing/src/smtp-sink.js')} */
export const { SmtpSink } = await compile('smtp-sink');
/** @type {typeof import('../libs/testing/src/providers/provider-fake.js')} */
export const { ProviderFake } = await compile('providers/provider-fake');
/** @type {typeof import('../libs/testing/src/providers/mailgun.js')} */
export const { mailgunFake } = await compile('providers/mailgun');

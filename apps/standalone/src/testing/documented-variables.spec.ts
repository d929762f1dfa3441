import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { customerConfig } from '../../../customer/src/customer.module.js';
import { deliveryConfig } from '../../../delivery/src/config.js';
import { dripConfig } from '../../../drip/src/drip.module.js';
import { gatewayConfig } from '../../../gateway/src/config.js';
import { templateConfig } from '../../../template/src/template.module.js';
import { trackingConfig } from '../../../tracking/src/config.js';
import { standaloneConfig } from '../config.js';

const variables = new Map<string, z.ZodType>(
  [standaloneConfig, customerConfig, dripConfig, templateConfig, trackingConfig, gatewayConfig, deliveryConfig].flatMap(
    ({ schema }) => Object.entries(schema.shape) as [string, z.ZodType][],
  ),
);
const docs = resolve('docs');
const pages = [
  '../README.md',
  ...readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')),
];
const read = (page: string): string => readFileSync(join(docs, page), 'utf8');

/** A documented limit in the unit of its variable: `60 s` is 60000 for a variable in milliseconds. */
function toUnit(variable: string, value: string): unknown {
  const [, number, unit] = /^([\d,]+)(?: (ms|s|MB|days))?\b/.exec(value) ?? [];
  if (number === undefined) return value;
  return Number(number.replaceAll(',', '')) * (variable.endsWith('_MS') && unit === 's' ? 1000 : 1);
}

/** Variables of `npm run fuzz` and `npm run oracle`. */
const ofTests = new Set(['FUZZ_ONLY', 'FUZZ_SEED', 'JINJA_FUZZ_RUNS', 'JINJA_FUZZ_SEED']);
/** Variables of the client libraries and the MCP server, and the secret of the Action in Auth0. */
const ofClients = new Set([
  'API_HOST',
  'API_PORT',
  'SENDWITHUS_BASE_URL',
  'POSTRIDER_SECRET',
  'RESEND_API_KEY',
  'RESEND_API_URL',
  'RESEND_BASE_URL',
  'MAILER_DSN',
]);
/** Exit codes of sysexits.h. */
const exitCode = /^EX_/;

describe('variables in the documentation', () => {
  it.each(pages)('of %s are declared by an app', (page) => {
    const named = [...read(page).matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)[=`]/g)].map(([, name = '']) => name);
    const known = (name: string) =>
      variables.has(name) || ofTests.has(name) || ofClients.has(name) || exitCode.test(name);
    expect(named.filter((name) => !known(name))).toEqual([]);
  });

  const limitsPages = read('operate/limits.md') + read('operate/limits-internal.md');
  /** Limits with the variable that changes them, such as `60 s (\`LEASE_SECONDS\`)`. */
  const limits = [...limitsPages.matchAll(/([\d,]+(?: \w+)*) \(`([A-Z_]+)`\)/g)]
    .map(([, value = '', variable = '']) => ({
      variable,
      value,
      fallback: variables.get(variable)?.safeParse(undefined).data,
    }))
    .filter(({ fallback }) => typeof fallback === 'number');

  it.each(limits)('$variable has the documented default', ({ variable, value, fallback }) => {
    expect(toUnit(variable, value)).toBe(fallback);
  });

  it('are in the pages of limits', () => {
    expect(limits.length).toBeGreaterThan(15);
  });
});

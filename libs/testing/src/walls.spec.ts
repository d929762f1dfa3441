import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A breach of each wall: where it is planted (dependency-cruiser reports some by their folder), what it says there, which rule of dependency-cruiser and which words of oxlint must catch it. */
const breaches: [wall: string, file: string, code: string, rule: string | undefined, message: string | undefined][] = [
  [
    'an app imports an app',
    'apps/delivery/src/a.ts',
    "import { x } from '../../template/src/x.js';",
    'app-imports-app',
    'Services talk over contracts, never by import.',
  ],
  [
    'a lib imports an app',
    'libs/rendering/src/b.ts',
    "import { x } from '../../../apps/template/src/x.js';",
    'lib-imports-app',
    'A lib serves the apps and knows none of them.',
  ],
  [
    'an app reaches into a lib by path',
    'apps/delivery/src/c.ts',
    "import { x } from '../../../libs/messaging/src/inner.js';",
    'app-reaches-into-lib',
    'Import a lib by its name',
  ],
  [
    'an app imports a lib by path',
    'apps/delivery/src/d.ts',
    "import { x } from '../../../libs/messaging/src/index.js';",
    undefined,
    'Import a lib by its name',
  ],
  [
    'a lib reaches into a lib',
    'libs/outbox/src/e.ts',
    "import { x } from '../../messaging/src/inner.js';",
    'lib-reaches-into-lib',
    'Import a lib by its name',
  ],
  [
    'contracts know a framework',
    'libs/contracts/src/f.ts',
    "import { x } from '@nestjs/common';",
    'contracts-are-data',
    'Contracts are pure data: zod and nothing else.',
  ],
  [
    'contracts know a database',
    'libs/contracts/src/g.ts',
    "import { x } from 'typeorm';",
    'contracts-are-data',
    'Contracts are pure data: zod and nothing else.',
  ],
  [
    'contracts know another lib',
    'libs/contracts/src/h.ts',
    "import { x } from '@postrider/messaging';",
    'contracts-are-data',
    'Contracts are pure data: zod and nothing else.',
  ],
  [
    'the client knows a contract',
    'libs/client/src/s.ts',
    "import { x } from '@postrider/contracts';",
    'client-knows-the-api-alone',
    undefined,
  ],
  [
    'a service uses the client',
    'apps/drip/src/t.ts',
    "import { x } from '@postrider/client';",
    'nobody-builds-on-the-client',
    undefined,
  ],
  [
    'the dashboard knows a contract',
    'apps/dashboard/src/w.tsx',
    "import { x } from '@postrider/contracts';",
    'dashboard-knows-the-api-alone',
    'The dashboard is a caller of the API',
  ],
  [
    'the lowest lib knows another',
    'libs/concurrency/src/r.ts',
    "import { x } from '@postrider/messaging';",
    'concurrency-is-lowest',
    undefined,
  ],
  [
    'egress knows the service lib',
    'libs/egress/src/u.ts',
    "import { x } from '@postrider/service';",
    'egress-and-secrets-are-low',
    undefined,
  ],
  [
    'secrets know contracts',
    'libs/secrets/src/v.ts',
    "import { x } from '@postrider/contracts';",
    'egress-and-secrets-are-low',
    undefined,
  ],
  [
    'numbers know another lib',
    'libs/numbers/src/r.ts',
    "import { x } from '@postrider/contracts';",
    'numbers-are-lowest',
    undefined,
  ],
  [
    'limits know the service lib',
    'libs/limits/src/s.ts',
    "import { x } from '@postrider/service';",
    'limits-are-below',
    undefined,
  ],
  [
    'links know the service lib',
    'libs/links/src/t.ts',
    "import { x } from '@postrider/service';",
    'links-are-below',
    undefined,
  ],
  [
    'messaging knows the outbox',
    'libs/messaging/src/i.ts',
    "import { x } from '@postrider/outbox';",
    'messaging-is-below',
    undefined,
  ],
  [
    'the outbox knows the service lib',
    'libs/outbox/src/j.ts',
    "import { x } from '@postrider/service';",
    'outbox-is-below',
    undefined,
  ],
  [
    'an app talks to RabbitMQ',
    'apps/delivery/src/k.ts',
    "import { connect } from 'amqplib';",
    'broker-only-in-messaging',
    "RabbitMQ and Nest's transports are touched in libs/messaging alone",
  ],
  [
    'an app uses ClientProxy',
    'apps/gateway/src/l.ts',
    "import { ClientProxy } from '@nestjs/microservices';",
    'broker-only-in-messaging',
    "RabbitMQ and Nest's transports are touched in libs/messaging alone",
  ],
  [
    'an app takes connections that belong to no account',
    'apps/delivery/src/u.repository.ts',
    "import { Pool } from 'pg';\nexport const u = Pool;",
    undefined,
    'or say that they are AcrossAccounts',
  ],
  [
    'a controller knows the database',
    'apps/gateway/src/logs/m.controller.ts',
    "import { DataSource } from 'typeorm';",
    'no-database-in-controllers',
    'A controller speaks HTTP and contracts',
  ],
  [
    "an app ships its tests' tools",
    'apps/gateway/src/n.ts',
    "import { x } from '@postrider/testing';",
    'tests-only-in-tests',
    'What only tests need does not ship.',
  ],
  [
    'folders need each other, if only for a type',
    'apps/gateway/src/ring/s.ts',
    "import type { T } from '../bell/u.js';",
    'no-folder-cycles',
    undefined,
  ],
  [
    'folders of a lib need each other',
    'libs/rendering/src/ring/v.ts',
    "import { x } from '../bell/w.js';",
    'no-folder-cycles',
    undefined,
  ],
  ['there is a cycle', 'apps/gateway/src/o.ts', "import { x } from './oo.js';", 'no-cycles', undefined],
  ['there is a cycle of types', 'apps/gateway/src/r.ts', "import type { X } from './rr.js';", 'no-cycles', undefined],
  ['an import leads nowhere', 'apps/gateway/src/p.ts', "import { x } from './nowhere.js';", 'resolvable', undefined],
  [
    'the environment is read outside a config.ts',
    'apps/gateway/src/q.ts',
    'export const x = process.env.PORT;',
    undefined,
    'process.env',
  ],
];

/** What the walls let through: nothing here may be reported. */
const allowed: Record<string, string> = {
  'apps/template/src/x.ts': 'export const x = 1;',
  'apps/standalone/src/main.ts': "export { x } from '../../template/src/x.js';",
  'apps/gateway/src/above/a.ts': "export { x } from '../below/b.js';\nexport { y } from '../lowest/c.js';",
  'apps/gateway/src/below/b.ts': "export { y as x } from '../lowest/c.js';",
  'apps/gateway/src/lowest/c.ts': "import { x } from '@postrider/service';\nexport const y = x;",
  'apps/gateway/src/config.ts': 'export const port = process.env.PORT;',
  'apps/gateway/src/keys.repository.ts':
    "export { DataSource } from 'typeorm';\nexport { x } from '@postrider/messaging';",
  'apps/gateway/src/held.repository.ts':
    "export type { PoolClient } from 'pg';\nimport { DatabaseError } from 'pg';\nexport const held = DatabaseError;",
  'apps/gateway/src/keys.spec.ts': "export { x } from '@postrider/testing';\nexport { connect } from 'amqplib';",
  'apps/dashboard/src/api.tsx': "export { x } from '@postrider/client';",
  'libs/client/src/index.ts': 'export const x = 1;',
  'libs/concurrency/src/index.ts': 'export const x = 1;',
  'libs/contracts/src/index.ts': "export { z } from 'zod';\nexport { x } from '@postrider/numbers';",
  'libs/egress/src/index.ts': 'export const x = 1;',
  'libs/limits/src/index.ts': 'export const x = 1;',
  'libs/messaging/src/index.ts': "export { x } from './inner.js';",
  'libs/messaging/src/inner.ts': "export { x } from '@postrider/contracts';\nexport { connect } from 'amqplib';",
  'libs/numbers/src/index.ts': 'export const x = 1;',
  'libs/outbox/src/index.ts': "export { x } from '@postrider/messaging';",
  'libs/rendering/src/index.ts': 'export const x = 1;',
  'libs/secrets/src/index.ts': 'export const x = 1;',
  'libs/service/src/index.ts': "export { x } from '@postrider/outbox';",
  'libs/testing/src/index.ts': "export { x } from '@postrider/service';",
};

/** The other half of a breach that takes two: whether it is reported, too, says nothing. */
const accomplices: Record<string, string> = {
  'apps/gateway/src/oo.ts': "export { x } from './o.js';",
  'apps/gateway/src/rr.ts': "export type { X } from './r.js';",
  'apps/gateway/src/ring/t.ts': 'export const x = 1;',
  'apps/gateway/src/bell/u.ts': "import { x } from '../ring/t.js';\nexport type T = typeof x;",
  'libs/rendering/src/ring/x.ts': 'export const y = 1;',
  'libs/rendering/src/bell/w.ts': "export { y as x } from '../ring/x.js';",
};

const packages = ['zod', 'amqplib', 'pg', 'typeorm', '@nestjs/common', '@nestjs/microservices'];
const runMs = 60_000;

interface Report {
  /** `rule or message` by file or folder. */
  readonly found: ReadonlyMap<string, readonly string[]>;
}

describe('the walls', () => {
  const house = mkdtempSync(join(tmpdir(), 'postrider-walls-'));
  let cruiser: Report;
  let linter: Report;

  beforeAll(async () => {
    for (const file of ['.dependency-cruiser.cjs', '.oxlintrc.json', 'tsconfig.json']) cpSync(file, join(house, file));
    build('package.json', '{"type":"module"}');
    for (const name of packages) {
      build(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
      build(`node_modules/${name}/index.js`, '');
    }
    build('node_modules/oxlint/configuration_schema.json', '{}');
    for (const [file, code] of Object.entries({ ...allowed, ...accomplices })) build(file, code);
    for (const [, file, code] of breaches) build(file, `${code}\n`);
    [cruiser, linter] = await Promise.all([cruise(), lint()]);
  }, runMs);
  afterAll(() => rmSync(house, { recursive: true }));

  const build = (file: string, content: string): void => {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), content);
  };
  const cruise = async (): Promise<Report> => {
    const { summary } = JSON.parse(
      await run('depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'apps', 'libs'),
    ) as { summary: { violations: { from: string; rule: { name: string } }[] } };
    return byFile(summary.violations.map(({ from, rule }) => [from, rule.name]));
  };
  const lint = async (): Promise<Report> => {
    const { diagnostics } = JSON.parse(await run('oxlint', '--format', 'json')) as {
      diagnostics: { filename: string; code: string; message: string; help?: string }[];
    };
    const ours = diagnostics.filter(({ code }) => /no-restricted-imports|no-process-env/.test(code));
    return byFile(ours.map(({ filename, message, help }) => [filename, `${message} ${help ?? ''}`]));
  };
  const byFile = (findings: [file: string, finding: string][]): Report => {
    const found = new Map<string, string[]>();
    for (const [file, finding] of findings) found.set(file, [...(found.get(file) ?? []), finding]);
    return { found };
  };
  /** A tool of this repository at work in the planted house; that it complains is the point. */
  const run = (command: string, ...args: string[]): Promise<string> =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        [join(process.cwd(), 'node_modules/.bin', command), ...args],
        { cwd: house, maxBuffer: 10_000_000 },
        (_error, stdout) => resolve(stdout),
      );
    });

  it.each(breaches.filter(([, , , rule]) => rule))('hold when %s (dependency-cruiser)', (_wall, file, _code, rule) => {
    const reported = rule === 'no-folder-cycles' ? dirname(file) : file;
    expect(cruiser.found.get(reported)).toContain(rule);
  });

  it.each(breaches.filter(([, , , , message]) => message))(
    'hold when %s (oxlint)',
    (_wall, file, _code, _rule, message) => {
      expect(linter.found.get(file)?.join()).toContain(message);
    },
  );

  it('let through what is allowed', () => {
    const folders = Object.keys(allowed).map((file) => dirname(file));
    const reported = [...cruiser.found.keys(), ...linter.found.keys()];
    expect(reported.filter((place) => place in allowed || folders.includes(place))).toEqual([]);
  });
});

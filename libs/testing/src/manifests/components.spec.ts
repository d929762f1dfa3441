import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { serviceVariables } from '@postrider/service';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './built.js';
import { root } from './built.js';

const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');
const manifests = (path: string): Manifest[] =>
  parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest);
const called = ['template', 'tracking', 'customer', 'drip'];
const services = ['gateway', 'delivery', ...called];

interface Trigger {
  readonly type: string;
  readonly name?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly authenticationRef?: { readonly name: string };
}
const scalers = ['gateway', 'delivery', 'called-services'].flatMap((name) =>
  manifests(`k8s/components/autoscaling/${name}.yaml`),
);
const getTriggers = ({ spec }: Manifest): readonly Trigger[] => (spec['triggers'] ?? []) as Trigger[];
const code = (folder: string): string[] =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('spec'))
    .map((name) => read(`${folder}/${name}`));

/** The row of the page's first table whose first cell starts with the name. */
const row = (page: string, name: string): string[] =>
  new RegExp(`^\\| ${name} \\|(.*)\\|$`, 'm')
    .exec(read(page))![1]!
    .split('|')
    .map((cell) => cell.trim());

describe('resources', () => {
  const of = (app: string) => {
    const [deployment] = manifests(`k8s/base/${app}/deployment.yaml`);
    const { requests, limits } = deployment!.spec.template.spec.containers[0]!.resources!;
    return {
      cpu: Number(requests!['cpu']!.replace('m', '')),
      memory: Number(requests!['memory']!.replace('Mi', '')),
      limit: Number(limits!['memory']!.replace('Mi', '')),
    };
  };

  it.each(services)('of %s are those measured for 500 sends a second in each of two replicas', (app) => {
    const [msPerSend, , , idleMs] = row('docs/operate/capacity.md', app).map(Number);
    const measured = msPerSend! * 500 + idleMs!;
    expect(of(app).cpu).toBeGreaterThanOrEqual(measured);
    expect(of(app).cpu).toBeLessThan(measured * 2 + 100);
  });

  it.each(services)('of %s include the memory that the worst attack uses', (app) => {
    const used = [...read('faults/last-run.md').matchAll(new RegExp(`${app} (\\d+)/(\\d+)`, 'g'))].map(
      ([, maxUsed, limit]) => ({ maxUsed: Number(maxUsed), limit: Number(limit) }),
    );
    expect(used.length).toBeGreaterThan(10);
    expect(new Set(used.map(({ limit }) => limit))).toEqual(new Set([of(app).limit]));
    const worst = Math.max(...used.map(({ maxUsed }) => maxUsed));
    const usual = used.map(({ maxUsed }) => maxUsed).toSorted((a, b) => a - b)[Math.floor(used.length / 2)]!;
    expect(of(app).limit).toBeGreaterThan(worst * 1.5);
    expect(of(app).memory).toBeGreaterThanOrEqual(usual);
  });
});

describe('the component autoscaling', () => {
  it('scales each service once', () => {
    const targets = scalers
      .filter(({ kind }) => kind !== 'TriggerAuthentication')
      .map(({ spec }) => spec.scaleTargetRef!.name);
    expect(targets.toSorted()).toEqual(services.toSorted());
  });

  it('uses metrics that the code exports', () => {
    const exported = [...code('apps'), ...code('libs')].join('\n');
    const named = scalers
      .flatMap(getTriggers)
      .flatMap(({ metadata }) => metadata['query']?.match(/postrider_\w+/g) ?? []);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !exported.includes(`name: '${name}'`))).toEqual([]);
  });

  it.each(called)('monitors the call queue of %s with a valid address', (app) => {
    const scaler = scalers.find(({ kind, metadata }) => kind === 'ScaledObject' && metadata.name === app)!;
    const queues = getTriggers(scaler).filter(({ type }) => type === 'rabbitmq');
    const queue = queues[0]!;
    // The spare queues rarely exist, and KEDA would fail on a missing queue and never scale down. The event processor
    // covers the time while a spare is in use.
    expect(queues).toEqual([queue]);
    expect(getTriggers(scaler).map(({ type }) => type)).toContain('cpu');
    expect(read('libs/messaging/src/amqp/topology.ts')).toContain('`${service}.rpc`');
    expect(queue.metadata['queueName']).toBe(`${app}.rpc`);
    const login = scalers.find(
      ({ kind, metadata }) => kind === 'TriggerAuthentication' && metadata.name === queue.authenticationRef!.name,
    )!;
    expect(login.spec['secretTargetRef']).toEqual([{ parameter: 'host', name: app, key: 'AMQP_URL' }]);
  });

  it('never needs more connections than the database of the component cloudnative-pg has', () => {
    const pool = serviceVariables.DATABASE_POOL.parse(undefined);
    const replicas = scalers.reduce(
      (sum, { spec }) => sum + (spec.maxReplicas ?? spec.maxReplicaCount ?? 0) + (spec.scaleTargetRef ? 1 : 0),
      0,
    );
    const [cluster] = manifests('k8s/components/cloudnative-pg/cluster.yaml');
    const { parameters } = cluster!.spec['postgresql'] as { parameters: Record<string, string> };
    expect(replicas * pool).toBeGreaterThan(0);
    expect(Number(parameters['max_connections'])).toBeGreaterThan(replicas * pool);
  });
});

describe('components for other software', () => {
  it('have the roles and schemas of roles.sql in the component cloudnative-pg', () => {
    const [cluster] = manifests('k8s/components/cloudnative-pg/cluster.yaml');
    const { bootstrap, managed } = cluster!.spec as unknown as {
      bootstrap: { initdb: { postInitApplicationSQL: string[] } };
      managed: { roles: { name: string }[] };
    };
    const sql = read('k8s/dependencies/roles.sql');
    const statements = bootstrap.initdb.postInitApplicationSQL;
    const schemas = [...sql.matchAll(/create schema if not exists (\w+ authorization \w+);/g)].map(([, made]) => made!);
    expect(schemas).toHaveLength(services.length);
    for (const schema of schemas) expect(statements).toContain(`create schema ${schema}`);
    const roles = schemas.map((schema) => schema.split(' ')[2]!);
    for (const role of roles) expect(statements.indexOf(`create role ${role} login`)).toBeGreaterThanOrEqual(0);
    expect(managed.roles.map(({ name }) => name)).toEqual(roles);
    expect(statements.filter((statement) => statement.startsWith('revoke'))).toHaveLength(
      sql.match(/^revoke/gm)!.length,
    );
    expect(statements.find((statement) => statement.startsWith('grant'))).toContain(roles.join(', '));
  });

  it('have the secrets of the example in the component external-secrets', () => {
    const getKeys = ({ metadata, ...secret }: Manifest & { readonly stringData?: object }): [string, string[]] => [
      metadata.name,
      Object.keys(secret.stringData ?? {}),
    ];
    const wanted = manifests('k8s/overlays/production/secrets.example.yaml').map(getKeys);
    const made = manifests('k8s/components/external-secrets/external-secrets.yaml').map(({ spec }) => [
      (spec['target'] as { name: string }).name,
      (spec['data'] as { secretKey: string }[]).map(({ secretKey }) => secretKey),
    ]);
    expect(made.toSorted()).toEqual(wanted.toSorted());
  });

  it('allow mail servers to reach the bounce port that the component opens', () => {
    const port = /BOUNCE_SMTP_PORT, value: "(\d+)"/.exec(read('k8s/components/bounces/deployment.yaml'))![1];
    const [policy] = manifests('k8s/components/network-policies/bounces/network-policy.yaml');
    expect(policy!.spec['ingress']).toEqual([{ ports: [{ port: Number(port) }] }]);
  });

  it('allow applications to reach the SMTP ports that the component opens', () => {
    const ports = [...read('k8s/base/smtp/deployment.yaml').matchAll(/name: SMTPS?_PORT, value: "(\d+)"/g)];
    const [policy] = manifests('k8s/components/network-policies/smtp/network-policy.yaml');
    expect(policy!.spec['ingress']).toEqual([{ ports: ports.map(([, port]) => ({ port: Number(port) })) }]);
  });
});

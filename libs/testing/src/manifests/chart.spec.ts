import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { Manifest } from './built.js';
import { build, builtFrom, manifestsIn, root, withOptions } from './built.js';

interface Values {
  readonly components?: Readonly<Record<string, boolean>>;
  readonly [name: string]: unknown;
}
const chart = resolve(root, 'k8s/chart');
const page = readFileSync(resolve(root, 'docs/operate/kubernetes.md'), 'utf8');
const defaults = parse(readFileSync(resolve(chart, 'values.yaml'), 'utf8')) as Required<Values>;
const camelCase = (path: string): string =>
  path.replaceAll(/[/-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
const folders = readdirSync(resolve(root, 'k8s/components'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('/kustomization.yaml'))
  .map((path) => path.replace('/kustomization.yaml', ''))
  .filter((folder) => folder !== 'service');

function template(values: Values): Manifest[] {
  const args = ['template', 'postrider', chart, '--namespace', 'postrider', '--values', '-'];
  return manifestsIn(execFileSync('helm', args, { input: JSON.stringify(values), encoding: 'utf8', stdio: 'pipe' }));
}

const getId = ({ apiVersion, kind, metadata }: Manifest): string => `${apiVersion} ${kind} ${metadata.name}`;
const byId = (manifests: readonly Manifest[]): Record<string, Manifest> =>
  Object.fromEntries(manifests.map((manifest) => [getId(manifest), manifest]));

/** Removes the namespace, which is that of the release, and the hashes in names, which Helm does not need. */
function asInChart(manifests: readonly Manifest[]): Record<string, Manifest> {
  const hashed = manifests
    .filter(({ kind, metadata }) => kind === 'ConfigMap' && /-[2456789bcdfghkmt]{10}$/.test(metadata.name))
    .map(({ metadata }) => metadata.name);
  const text = hashed.reduce(
    (json, name) => json.replaceAll(`"${name}"`, `"${name.slice(0, -11)}"`),
    JSON.stringify(manifests),
  );
  return byId((JSON.parse(text) as Manifest[]).filter(({ kind }) => kind !== 'Namespace'));
}

type Annotated = { annotations?: Record<string, string> };
function withoutAnnotation(at: Annotated, name: string): void {
  const { [name]: _, ...annotations } = at.annotations ?? {};
  if (Object.keys(annotations).length > 0) at.annotations = annotations;
  else delete at.annotations;
}
/** Removes the annotations for Helm. */
function asInManifests(manifests: readonly Manifest[]): Record<string, Manifest> {
  const copies = structuredClone(manifests) as Manifest[];
  for (const { kind, metadata, spec } of copies) {
    if (kind === 'Job') withoutAnnotation(metadata as Annotated, 'helm.sh/hook');
    if (kind === 'Deployment') withoutAnnotation(spec.template.metadata as Annotated, 'checksum/config');
  }
  return byId(copies);
}

const hasHelm = spawnSync('helm', ['version']).status === 0;
(hasHelm ? describe : describe.skip)('the Helm chart', () => {
  it('has a value for each component', () => {
    expect(Object.keys(defaults.components).toSorted()).toEqual(['ingress', ...folders.map(camelCase)].toSorted());
  });

  const [, operators] = /^```yaml\n(components: [^]*?)^```$/m.exec(page)!;
  it.each<[string, Values]>([
    ['production', {}],
    [
      withOptions,
      {
        components: Object.fromEntries(
          [
            'backups',
            'databaseCa',
            'amqpCa',
            'monitoring',
            'bounces',
            'networkPoliciesBounces',
            'networkPoliciesOidc',
            'networkPoliciesTracing',
          ].map((name) => [name, true]),
        ),
      },
    ],
    ['operators', parse(operators!) as Values],
  ])('renders the objects of %s', (overlay, values) => {
    expect(asInManifests(template(values))).toEqual(asInChart(build(overlay)));
  });

  // The first replaces an object of production, the last adds an app whose image production renames, and the others come before priority-classes in an overlay's list; the
  // overlay for operators contains all of them.
  const inOperators = ['autoscaling', 'cloudnative-pg', 'rabbitmq-cluster', 'smtp'];
  const added = folders.filter((folder) => !inOperators.includes(folder) && !defaults.components[camelCase(folder)]);
  it.each(added)('renders the objects of production with %s', (folder) => {
    expect(asInManifests(template({ components: { [camelCase(folder)]: true } }))).toEqual(
      asInChart(manifestsIn(builtFrom('production', [folder]))),
    );
  });

  it('runs the migrations after an installation, and before an upgrade', () => {
    const jobs = template({}).filter(({ kind }) => kind === 'Job');
    expect(jobs).toHaveLength(6);
    for (const { metadata } of jobs)
      expect((metadata as Annotated).annotations).toEqual({ 'helm.sh/hook': 'post-install,pre-upgrade' });
  });

  it('restarts the apps when their environment changes', () => {
    const checksums = (values: Values): unknown[] =>
      template(values)
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ spec }) => (spec.template.metadata as Annotated).annotations!['checksum/config']);
    const before = checksums({});
    expect(new Set(before).size).toBe(1);
    expect(checksums({ config: { gateway: { TRUST_PROXY: '10.1.0.0/16' } } })).not.toEqual(before);
    expect(checksums({ host: 'mail.example.com' })).not.toEqual(before);
  });

  it('inserts the values in the right places', () => {
    const objects = template({
      image: { repository: 'registry.example/other', digest: `sha256:${'0'.repeat(64)}` },
      imagePullSecrets: [{ name: 'registry' }],
      host: 'mail.example.com',
      config: { delivery: { MAIL_HOSTNAME: 'out.example.com' } },
      apps: {
        gateway: { secret: 'api', maxReplicas: 20 },
        drip: { minReplicas: 1, resources: { limits: { memory: '1Gi' } } },
      },
      ingress: { className: 'traefik' },
      backups: { storageClass: 'slow' },
      components: { backups: true },
    });
    const find = (kind: string, name: string): Manifest =>
      objects.find((object) => object.kind === kind && object.metadata.name === name)!;
    expect(find('ConfigMap', 'gateway').data).toMatchObject({ PUBLIC_URL: 'https://mail.example.com' });
    expect(find('ConfigMap', 'delivery').data).toEqual({
      MAIL_HOSTNAME: 'out.example.com',
      PUBLIC_URL: 'https://mail.example.com',
    });
    expect(find('ServiceAccount', 'gateway')).toMatchObject({ imagePullSecrets: [{ name: 'registry' }] });
    const [container] = find('Deployment', 'gateway').spec.template.spec.containers;
    expect(container!.image).toBe(`registry.example/other@sha256:${'0'.repeat(64)}`);
    expect(container!.envFrom).toContainEqual({ secretRef: { name: 'api' } });
    expect(find('HorizontalPodAutoscaler', 'gateway').spec).toMatchObject({ minReplicas: 2, maxReplicas: 20 });
    expect(find('Deployment', 'drip').spec.replicas).toBe(1);
    expect(find('Deployment', 'drip').spec.template.spec.containers[0]!.resources!.limits).toMatchObject({
      memory: '1Gi',
      'ephemeral-storage': '256Mi',
    });
    expect(find('Ingress', 'gateway').spec).toMatchObject({
      ingressClassName: 'traefik',
      rules: [{ host: 'mail.example.com' }],
    });
    expect(find('PersistentVolumeClaim', 'postgres-backups').spec).toMatchObject({ storageClassName: 'slow' });
  });

  it.each<[string, Values, RegExp]>([
    ['an unknown value', { hosts: ['mail.example.com'] }, /additional propert/i],
    ['an unknown component', { components: { redis: true } }, /additional propert/i],
    ['a variable that is not a string', { config: { postrider: { SHUTDOWN_DELAY_MS: 5000 } } }, /SHUTDOWN_DELAY_MS/],
    ['an image digest without its algorithm', { image: { digest: '0123' } }, /digest/],
  ])('rejects %s', (_, values, message) => {
    expect(() => template(values)).toThrow(message);
  });
});

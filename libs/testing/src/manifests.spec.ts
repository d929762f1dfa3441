import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { serviceVariables } from '@postrider/service';
import type { Manifest, PodSpec } from './manifests/built.js';
import { build, isScaler, root, selects } from './manifests/built.js';

const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');
const filesBelow = (path: string): string[] =>
  readdirSync(resolve(root, path), { recursive: true, encoding: 'utf8' }).map((name) => `${path}/${name}`);

/** The deployed apps, which have a schema to migrate. */
const apps = readdirSync(resolve(root, 'apps')).filter((app) =>
  existsSync(resolve(root, `apps/${app}/src/database.ts`)),
);
const expectedApps = ['customer', 'delivery', 'drip', 'gateway', 'template', 'tracking'];

/** Keys in upper case, as in a config.ts or in an `environment:` of compose. */
const keysIn = (text: string): string[] =>
  [...text.matchAll(/^\s+([A-Z][A-Z0-9_]+):(?: |$)/gm)].map((match) => match[1]!);
/** A service with few variables declares them in its definition. */
const findVariables = (app: string): string[] => {
  const config = `apps/${app}/src/config.ts`;
  const file = existsSync(resolve(root, config)) ? config : `apps/${app}/src/${app}.module.ts`;
  return [...Object.keys(serviceVariables), ...keysIn(read(file))];
};

/** `name: <app>` entries of a kustomization's generators, each with the variables of its literals. */
function generated(kustomization: string): { name: string; variables: string[] }[] {
  const [, ...entries] = kustomization.split(/^ {2}- name: /m);
  return entries.map((entry) => ({
    name: entry.split('\n', 1)[0]!,
    variables: [...entry.matchAll(/[[ "]([A-Z][A-Z0-9_]+)=/g)].map((match) => match[1]!),
  }));
}

/** The block of one service in the compose file. */
const composeBlock = (service: string): string =>
  read('docker-compose.yml')
    .split(/^services:$/m)[1]!
    .split(new RegExp(`^  ${service}:$`, 'm'))[1]
    ?.split(/^ {0,2}\S/m)[0] ?? '';

describe('the manifests', () => {
  it('cover exactly the existing apps', () => {
    expect(apps).toEqual(expectedApps);
  });

  it.each(expectedApps)('run and migrate %s', (app) => {
    expect(read(`k8s/base/${app}/deployment.yaml`)).toContain(`command: [node, dist/apps/${app}/src/main.js]`);
    expect(read(`k8s/base/${app}/migration-job.yaml`)).toContain(`command: [postrider, migrate, ${app}]`);
    expect(composeBlock(app)).toContain(`command: [node, dist/apps/${app}/src/main.js]`);
    expect(existsSync(resolve(root, `apps/${app}/src/main.ts`))).toBe(true);
  });

  it.each(expectedApps)('give %s only variables that it reads, because others would be ignored silently', (app) => {
    const generators = ['k8s/base', 'k8s/overlays/local', 'k8s/overlays/production', 'k8s/overlays/operators'].flatMap(
      (folder) => generated(read(`${folder}/kustomization.yaml`)),
    );
    const secret =
      read('k8s/overlays/production/secrets.example.yaml')
        .split(/^---$/m)
        .find((document) => document.includes(`{name: ${app},`)) ?? '';
    const set = [
      ...generators.filter(({ name }) => name === app || name === 'postrider').flatMap(({ variables }) => variables),
      ...keysIn(secret),
      ...keysIn(composeBlock(app)),
    ];
    expect(set).toEqual(expect.arrayContaining(['DATABASE_URL', 'AMQP_URL', 'HEALTH_PORT', 'MIGRATE_ON_START']));
    expect(set.filter((variable) => !findVariables(app).includes(variable))).toEqual([]);
  });

  it('name the ports that the code listens on', () => {
    const healthPort = serviceVariables.HEALTH_PORT.parse(undefined);
    expect(read('k8s/components/service/deployment.yaml')).toContain(`{name: health, containerPort: ${healthPort}}`);
    expect(read('k8s/base/kustomization.yaml')).toContain(`HEALTH_PORT=${healthPort}`);
    expect(read('apps/gateway/src/config.ts')).toMatch(/PORT: variables\.port\(3000\)/);
    expect(read('k8s/base/gateway/deployment.yaml')).toContain('{name: http, containerPort: 3000}');
    expect(read('docker-compose.yml')).toContain(':3000"]');
  });

  it('deploy the image of this version, which all packages share', () => {
    const readVersion = (path: string): string => (JSON.parse(read(path)) as { version: string }).version;
    const version = readVersion('package.json');
    const packages = ['apps/dashboard', 'libs/client', 'scripts'].map((path) => readVersion(`${path}/package.json`));
    expect(packages).toEqual(packages.map(() => version));
    for (const overlay of ['production', 'operators'])
      expect(read(`k8s/overlays/${overlay}/kustomization.yaml`)).toContain(`newTag: ${version}}`);
    expect(read('CHANGELOG.md')).toContain(`\n## [${version}] - `);
  });

  it('name every image once, by its digest', () => {
    const exact = /^[a-z/]+:v?\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/;
    const dockerfile = read('Dockerfile');
    const [, base] = /^ARG NODE_IMAGE=(.+)$/m.exec(dockerfile)!;
    expect(base).toMatch(exact);
    // The final image starts from scratch, so it has no shell.
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, from]) => from)).toEqual([
      '${NODE_IMAGE}',
      'manifests',
      'manifests',
      '${NODE_IMAGE}',
      'dependencies',
      'scratch',
    ]);
    const compose = read('docker-compose.yml');
    expect(compose).toContain(`NODE_IMAGE: "\${NODE_IMAGE:-${base}}"`);
    const composed = [...compose.matchAll(/image: \$\{[A-Z]+_IMAGE:-(.+)\}$/gm)].map(([, image]) => image!);
    const deployed = ['postgres', 'rabbitmq', 'mailpit'].map(
      (name) => /image: (\S+)/.exec(read(`k8s/dependencies/${name}.yaml`))![1]!,
    );
    expect(composed).toEqual(deployed);
    expect(composed.filter((image) => !exact.test(image))).toEqual([]);
  });

  it('alert on metrics that the code exports', () => {
    const code = [...filesBelow('libs'), ...filesBelow('apps')]
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
      .map(read)
      .join('\n');
    const named = [...read('k8s/components/monitoring/alerts.yaml').matchAll(/postrider_[a-z_]+/g)].map(([metric]) =>
      metric.replace(/_(count|sum|bucket)$/, ''),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((metric) => !code.includes(`name: '${metric}'`))).toEqual([]);
  });
});

/** The labels that operators set on the pods that they create, by kind. */
const podsOfOperators: Readonly<Record<string, (name: string) => Record<string, string>>> = {
  Cluster: (name) => ({ 'cnpg.io/cluster': name }),
  RabbitmqCluster: (name) => ({ 'app.kubernetes.io/name': name }),
  Certificate: () => ({ 'acme.cert-manager.io/http01-solver': 'true' }),
};
const podsOfOperator = ({ kind, metadata }: Manifest): Record<string, string> => podsOfOperators[kind]!(metadata.name);

describe.each(['local', 'production', 'operators'])('the %s overlay', (overlay) => {
  const manifests = build(overlay);
  const find = (kind: string, name: string): Manifest | undefined =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  const ofKind = (...kinds: string[]): Manifest[] => manifests.filter(({ kind }) => kinds.includes(kind));
  const getService = (app: string): PodSpec => find('Deployment', app)!.spec.template.spec;
  const podLabels = ofKind('Deployment', 'StatefulSet').map(({ spec }) => spec.template.metadata.labels);
  const migrationLabels = ofKind('Job').map(({ spec }) => spec.template.metadata.labels);
  const settings = manifests.find(
    ({ kind, metadata }) =>
      kind === 'ConfigMap' && metadata.name.startsWith('postrider-') && !metadata.name.includes('init'),
  )!.data!;

  it.each(expectedApps)('has %s with probes, resources, a disruption budget and minimal privileges', (app) => {
    const pod = getService(app);
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pod.containers).toEqual([
      expect.objectContaining({
        image: expect.stringMatching(/postrider:.+/),
        startupProbe: expect.objectContaining({ httpGet: { path: '/health/live', port: 'health' } }),
        livenessProbe: expect.objectContaining({ httpGet: { path: '/health/live', port: 'health' } }),
        readinessProbe: expect.objectContaining({ httpGet: { path: '/health/ready', port: 'health' } }),
        resources: {
          requests: {
            cpu: expect.any(String),
            memory: expect.any(String),
            'ephemeral-storage': expect.any(String),
          },
          limits: { memory: expect.any(String), 'ephemeral-storage': expect.any(String) },
        },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      }),
    ]);
    expect(
      selects(
        find('PodDisruptionBudget', app)!.spec.selector!.matchLabels!,
        find('Deployment', app)!.spec.template.metadata.labels,
      ),
    ).toBe(true);
  });

  it('gives every app enough time to finish its work', () => {
    const stopSeconds = 30;
    for (const app of expectedApps)
      expect(getService(app).terminationGracePeriodSeconds! * 1000).toBeGreaterThan(
        Number(settings['SHUTDOWN_DELAY_MS']) + stopSeconds * 1000,
      );
  });

  it('migrates every schema in exactly one way', () => {
    const jobs = ofKind('Job')
      .map(({ metadata }) => metadata.name)
      .toSorted();
    const byJobs = settings['MIGRATE_ON_START'] === 'false';
    expect(jobs).toEqual(byJobs ? expectedApps.map((app) => `${app}-migration`) : []);
  });

  it('routes callers to the gateway only, and never to a migration', () => {
    const service = find('Service', 'gateway')!;
    const selector = service.spec.selector as Record<string, string>;
    expect(podLabels.filter((labels) => selects(selector, labels))).toEqual([
      find('Deployment', 'gateway')!.spec.template.metadata.labels,
    ]);
    expect(migrationLabels.filter((labels) => selects(selector, labels))).toEqual([]);
    expect(service.spec['ports']).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
    expect(ofKind('Service').filter(({ metadata }) => expectedApps.includes(metadata.name))).toEqual([service]);
  });

  it('matches something with every selector, and scales existing deployments', () => {
    const pods = [...podLabels, ...migrationLabels, ...ofKind(...Object.keys(podsOfOperators)).map(podsOfOperator)];
    const selectors = [
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector!.matchLabels!),
      ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector!.matchLabels ?? {}),
      ...ofKind('Service').map(({ spec }) => spec.selector as Record<string, string>),
    ];
    for (const selector of selectors) expect(pods.filter((labels) => selects(selector, labels))).not.toEqual([]);
    for (const { spec } of manifests.filter(isScaler))
      expect(find('Deployment', spec.scaleTargetRef!.name)).toBeDefined();
  });

  it('refers to existing configuration, or to configuration that the example shows', () => {
    const example = [
      ...read('k8s/overlays/production/secrets.example.yaml').matchAll(/\{name: (\w+), namespace: postrider\}/g),
    ].map((match) => match[1]!);
    const known = [
      ...ofKind('ConfigMap').map(({ metadata }) => metadata.name),
      ...ofKind('Secret').map(({ metadata }) => metadata.name),
      ...ofKind('ExternalSecret').map(({ spec }) => (spec['target'] as { name: string }).name),
      ...(overlay === 'production' ? example : []),
    ];
    const referred = expectedApps.flatMap((app) =>
      getService(app).containers[0]!.envFrom!.map(
        ({ configMapRef, secretRef }) => configMapRef?.name ?? secretRef!.name,
      ),
    );
    expect(referred.filter((name) => !known.includes(name))).toEqual([]);
  });

  if (overlay === 'production') {
    it('trusts proxies by their network', () => {
      const gateway = ofKind('ConfigMap').find(({ metadata }) => metadata.name.startsWith('gateway-'))!;
      expect(gateway.data!['TRUST_PROXY']).toMatch(/^\d+\.\d+\.\d+\.\d+\/\d+$/);
    });

    it('has at least two replicas of every app', () => {
      for (const app of expectedApps) {
        const scaler = ofKind('HorizontalPodAutoscaler').find(({ spec }) => spec.scaleTargetRef!.name === app);
        expect(scaler?.spec.minReplicas ?? find('Deployment', app)!.spec.replicas).toBeGreaterThanOrEqual(2);
      }
    });

    it('allows the ingress controller to reach the API, monitoring to reach the metrics, and nothing else', () => {
      const allowed = ofKind('NetworkPolicy').flatMap(({ metadata, spec }) =>
        ((spec['ingress'] ?? []) as { from?: unknown; ports?: unknown }[]).map((rule) => ({
          ...rule,
          policy: metadata.name,
        })),
      );
      const inNamespace = (name: string) => ({ matchLabels: { 'kubernetes.io/metadata.name': name } });
      expect(allowed).toEqual([
        {
          policy: 'gateway',
          from: [
            {
              namespaceSelector: inNamespace('ingress-nginx'),
              podSelector: {
                matchLabels: {
                  'app.kubernetes.io/name': 'ingress-nginx',
                  'app.kubernetes.io/component': 'controller',
                },
              },
            },
          ],
          ports: [{ port: 3000 }],
        },
        { policy: 'metrics', from: [{ namespaceSelector: inNamespace('monitoring') }], ports: [{ port: 9100 }] },
      ]);
      expect(find('NetworkPolicy', 'default-deny')!.spec).toEqual({
        podSelector: {},
        policyTypes: ['Ingress', 'Egress'],
      });
    });
  }
});

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import type { Manifest } from './built.js';
import { build, builtFrom, root, withOptions } from './built.js';
import { createdBy, findNeeds, isSelectedBy, getObjectName } from './order.js';

const page = readFileSync(resolve(root, 'docs/operate/kubernetes.md'), 'utf8');
const example = parseAllDocuments(
  readFileSync(resolve(root, 'k8s/overlays/production/secrets.example.yaml'), 'utf8'),
).map((document) => document.toJS() as Manifest);

/** The selectors with which the page applies an overlay, in order. */
const steps = (overlay: string): (string | undefined)[] =>
  [...page.matchAll(new RegExp(`^ *kubectl apply -k k8s/overlays/${overlay}(?: -l (?:'([^']+)'|(\\S+)))?$`, 'gm'))].map(
    ([, quoted, plain]) => quoted ?? plain,
  );

/** The objects that operators create manually according to the page. */
const manualObjects: Readonly<Record<string, readonly string[]>> = {
  production: [...example.flatMap(createdBy), 'Secret gateway-tls'],
  [withOptions]: [
    ...example.flatMap(createdBy),
    'Secret gateway-tls',
    'Secret postrider-db-ca',
    'Secret postrider-db-ca ca.crt',
    'Secret postrider-mq-ca',
    'Secret postrider-mq-ca ca.crt',
    'Secret postgres-backups',
    'Secret postgres-backups DATABASE_URL',
  ],
  operators: [
    'ClusterSecretStore postrider',
    'Secret smtp-tls',
    'Secret postgres-backups ACCESS_KEY_ID',
    'Secret postgres-backups ACCESS_SECRET_KEY',
  ],
};

describe.each(Object.keys(manualObjects))('the order in which %s is applied', (overlay) => {
  const manifests = build(overlay);
  const selectors = steps(overlay === 'operators' ? 'operators' : 'production');
  const findStep = (manifest: Manifest): number => selectors.findIndex((selector) => isSelectedBy(selector, manifest));

  it('has a step for every object, and ends with all of them', () => {
    expect(selectors.length).toBeGreaterThanOrEqual(3);
    expect(selectors.at(-1)).toBeUndefined();
    expect(selectors.slice(0, -1)).not.toContain(undefined);
  });

  it('creates everything that an object needs in its own step or earlier', () => {
    const made = new Map<string, number>(manualObjects[overlay]!.map((thing) => [thing, -1]));
    for (const manifest of manifests)
      for (const thing of createdBy(manifest))
        made.set(thing, Math.min(made.get(thing) ?? Infinity, findStep(manifest)));
    const missing = manifests.flatMap((manifest) =>
      findNeeds(manifest, manifests)
        .filter((need) => (made.get(need) ?? Infinity) > findStep(manifest))
        .map((need) => `${getObjectName(manifest)} needs ${need}`),
    );
    expect(missing).toEqual([]);
  });

  it('has migrations only after the servers, and apps only after the migrations', () => {
    const findSteps = (...kinds: string[]) => manifests.filter(({ kind }) => kinds.includes(kind)).map(findStep);
    expect(Math.min(...findSteps('Job'))).toBeGreaterThan(Math.max(0, ...findSteps('Cluster', 'RabbitmqCluster')));
    expect(Math.min(...findSteps('Deployment'))).toBeGreaterThan(Math.max(...findSteps('Job')));
  });

  it('has no cycle', () => {
    const makers = new Map(
      manifests.flatMap((manifest) => createdBy(manifest).map((thing) => [thing, manifest] as const)),
    );
    const circles: string[] = [];
    const walk = (manifest: Manifest, path: readonly Manifest[]): void => {
      if (path.includes(manifest)) circles.push([...path, manifest].map(getObjectName).join(' → '));
      else
        for (const need of findNeeds(manifest, manifests)) {
          const maker = makers.get(need);
          if (maker) walk(maker, [...path, manifest]);
        }
    };
    for (const manifest of manifests) walk(manifest, []);
    expect(circles).toEqual([]);
  });

  it('mentions the manually created objects on the page', () => {
    const names = new Set(manualObjects[overlay]!.map((thing) => thing.split(' ')[1]!));
    expect([...names].filter((name) => !page.includes(name))).toEqual([]);
  });
});

describe('the search for dependencies of objects', () => {
  const without = (name: string): string[] => {
    const manifests = build('operators').filter(({ metadata }) => metadata.name !== name);
    const made = new Set(manifests.flatMap(createdBy));
    return manifests.flatMap((manifest) => findNeeds(manifest, manifests)).filter((need) => !made.has(need));
  };

  it.each([
    ['postgres-gateway', 'Secret postgres-gateway password'],
    ['rabbitmq-definitions', 'Secret rabbitmq-definitions'],
    ['postrider-mq-ca', 'Secret postrider-mq-ca ca.crt'],
    ['postrider-db', 'Secret postrider-db-ca ca.crt'],
    ['keda-amqps', 'Secret keda-amqps tls'],
    ['gateway', 'Secret gateway DATABASE_URL'],
  ])('detects missing objects: %s', (name, need) => {
    expect(without(name)).toContain(need);
  });
});

describe('a patch in the documentation', () => {
  const patches = [...page.matchAll(/^ *```yaml\n( *patches:\n[^]*?)^ *```$/gm)].map(
    ([, block]) => (parse(block!) as { patches: { target: Record<string, string> }[] }).patches,
  );

  it.each(patches.map((patch) => [JSON.stringify(patch[0]!.target), patch] as const))(
    'is one of something: %s',
    (_, patch) => {
      const components = patch[0]!.target['group'] === 'monitoring.coreos.com' ? ['monitoring'] : [];
      expect(builtFrom('production', components, patch)).not.toBe(builtFrom('production', components));
    },
  );

  it('was found', () => {
    expect(patches.length).toBeGreaterThan(3);
  });
});

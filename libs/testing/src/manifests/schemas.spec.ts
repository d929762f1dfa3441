import { describe, expect, it } from '@jest/globals';
import type { Manifest } from './built.js';
import { build, withOptions } from './built.js';
import { findProblems } from './schemas.js';

const deployment = (change: (spec: Record<string, unknown>, container: Record<string, unknown>) => void): Manifest => {
  const container: Record<string, unknown> = {
    name: 'app',
    image: 'postrider:1',
    resources: { requests: { cpu: '1' } },
  };
  const spec: Record<string, unknown> = {
    selector: { matchLabels: { app: 'one' } },
    template: { metadata: { labels: { app: 'one' } }, spec: { containers: [container] } },
  };
  change(spec, container);
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'one' }, spec } as unknown as Manifest;
};

describe('the schema of a kind', () => {
  it('accepts a valid manifest', () => {
    expect(findProblems(deployment(() => {}))).toEqual([]);
  });

  it.each<[string, Manifest, RegExp]>([
    ['a wrong type', deployment((spec) => (spec['replicas'] = 'two')), /replicas must be integer/],
    ['a missing field', deployment((spec) => delete spec['selector']), /selector/],
    [
      'an invalid quantity',
      deployment((_, container) => (container['resources'] = { requests: { cpu: 'a lot' } })),
      /quantity/,
    ],
    [
      'a misspelled field',
      deployment((_, container) => (container['securityContext'] = { runAsNonRot: true })),
      /^\/spec\/template\/spec\/containers\/0\/securityContext\/runAsNonRot is not a field of Deployment$/,
    ],
    [
      'a kind without a schema',
      { ...deployment(() => {}), apiVersion: 'extensions/v1beta1' },
      /^there is no schema for extensions\/v1beta1 Deployment$/,
    ],
    [
      'a field of a CRD',
      {
        apiVersion: 'rabbitmq.com/v1beta1',
        kind: 'RabbitmqCluster',
        metadata: { name: 'one' },
        spec: { replica: 3 },
      } as unknown as Manifest,
      /additional properties/,
    ],
  ])('detects %s', (_, manifest, problem) => {
    expect(findProblems(manifest).join('\n')).toMatch(problem);
  });
});

describe.each(['local', 'production', withOptions, 'operators'])('the overlay %s', (overlay) => {
  it.each(build(overlay).map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
    'has a valid %s %s',
    (_kind, _name, manifest) => {
      expect(findProblems(manifest)).toEqual([]);
    },
  );
});

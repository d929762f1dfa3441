import { describe, expect, it } from '@jest/globals';
import type { Manifest } from './built.js';
import { build, withOptions } from './built.js';
import { breaches, guarded, restricted, ownWorkloadPolicies, kubeLinterPolicies } from './policies.js';

/** For laptops and CI: third-party images that write to their file system and run as one replica. */
const dependency = ({ metadata }: Manifest): boolean =>
  metadata.labels?.['app.kubernetes.io/component'] === 'dependency';
const ours = (overlay: string): readonly Manifest[] => build(overlay).filter((manifest) => !dependency(manifest));

describe('the manifests', () => {
  it.each(['local', 'production', withOptions, 'operators'])(
    'follow the restricted policies in %s, in every pod',
    (overlay) => {
      expect(breaches([...restricted, ...kubeLinterPolicies], build(overlay))).toEqual([]);
    },
  );
  it.each(['local', 'production', withOptions, 'operators'])('follow the soundness policies in %s', (overlay) => {
    expect(breaches(ownWorkloadPolicies, ours(overlay))).toEqual([]);
  });
  it.each(['production', withOptions, 'operators'])('follow the production policies in %s', (overlay) => {
    expect(breaches(guarded, build(overlay))).toEqual([]);
  });
});

type Tree = Record<string, unknown>;
const at = (tree: Tree, ...path: string[]): Tree => path.reduce((below, name) => below[name] as Tree, tree);
const pod = (manifest: Tree): Tree => at(manifest, 'spec', 'template', 'spec');
const container = (manifest: Tree): Tree => (pod(manifest)['containers'] as Tree[])[0]!;
const named = (manifests: Tree[], kind: string, name: string): Tree =>
  manifests.find((manifest) => manifest['kind'] === kind && at(manifest, 'metadata')['name'] === name)!;
const gateway = (manifests: Tree[]): Tree => named(manifests, 'Deployment', 'gateway');

/** A violation of each policy. A policy without a violation would be untested. */
const plants: Readonly<Record<string, (manifests: Tree[]) => unknown>> = {
  'no namespace of the host': (all) => (pod(gateway(all))['hostNetwork'] = true),
  'volumes of the harmless types alone': (all) =>
    (pod(gateway(all))['volumes'] = [{ name: 'a', hostPath: { path: '/' } }]),
  'no sysctls': (all) =>
    (at(pod(gateway(all)), 'securityContext')['sysctls'] = [{ name: 'net.core.somaxconn', value: '1' }]),
  'not root, whatever the image says': (all) => delete at(pod(gateway(all)), 'securityContext')['runAsNonRoot'],
  'a user that is not 0': (all) => (at(pod(gateway(all)), 'securityContext')['runAsUser'] = 0),
  'the seccomp profile of the runtime': (all) =>
    (at(pod(gateway(all)), 'securityContext')['seccompProfile'] = { type: 'Unconfined' }),
  'not privileged': (all) => (at(container(gateway(all)), 'securityContext')['privileged'] = true),
  'no way to more privileges': (all) =>
    delete at(container(gateway(all)), 'securityContext')['allowPrivilegeEscalation'],
  'no capability': (all) =>
    (at(container(gateway(all)), 'securityContext')['capabilities'] = { drop: ['ALL'], add: ['SYS_ADMIN'] }),
  'no port of the host': (all) => ((container(gateway(all))['ports'] as Tree[])[0]!['hostPort'] = 80),
  '/proc as it is': (all) => (at(container(gateway(all)), 'securityContext')['procMount'] = 'Unmasked'),
  'no token of a service account': (all) => delete pod(gateway(all))['automountServiceAccountToken'],
  'no variables about Services': (all) => delete pod(gateway(all))['enableServiceLinks'],
  'a root file system that cannot be written': (all) =>
    delete at(container(gateway(all)), 'securityContext')['readOnlyRootFilesystem'],
  'an image by its version or digest': (all) =>
    (container(gateway(all))['image'] = 'registry.example:5000/postrider:latest'),
  'processor and memory requested': (all) => delete at(container(gateway(all)), 'resources')['requests'],
  'memory limited, processor not': (all) => (at(container(gateway(all)), 'resources', 'limits')['cpu'] = '1'),
  'storage of the node requested and limited': (all) =>
    delete at(container(gateway(all)), 'resources', 'limits')['ephemeral-storage'],
  'a service account of its own': (all) => (pod(gateway(all))['serviceAccountName'] = 'default'),
  'a priority of its own': (all) => delete pod(gateway(all))['priorityClassName'],
  'no secret in clear text': (all) => (container(gateway(all))['env'] = [{ name: 'TRACKING_KEY', value: 'a' }]),
  'no variable twice': (all) =>
    (container(gateway(all))['env'] = [
      { name: 'A', value: '1' },
      { name: 'A', value: '2' },
    ]),
  'no port below 1024': (all) => (container(gateway(all))['ports'] = [{ name: 'ssh', containerPort: 22 }]),
  'three probes': (all) => delete container(gateway(all))['startupProbe'],
  'a new replica before an old one goes': (all) => (at(gateway(all), 'spec')['strategy'] = { type: 'Recreate' }),
  'replicas of one service in different zones and on different nodes': (all) =>
    (pod(gateway(all))['topologySpreadConstraints'] as unknown[]).pop(),
  'longer to stop than the stop takes': (all) => (pod(gateway(all))['terminationGracePeriodSeconds'] = 30),
  'a disruption budget that lets one go, and ailing ones': (all) =>
    (at(named(all, 'PodDisruptionBudget', 'gateway'), 'spec')['maxUnavailable'] = 0),
  'counted by one: its scaler or its manifest': (all) => (at(gateway(all), 'spec')['replicas'] = 3),
  'Jobs that go away by themselves': (all) =>
    delete at(named(all, 'Job', 'gateway-migration'), 'spec')['ttlSecondsAfterFinished'],
  'no rights in the cluster': (all) =>
    (named(all, 'Service', 'gateway')['apiVersion'] = 'rbac.authorization.k8s.io/v1'),
  'a namespace that says whose pods they are': (all) => delete at(gateway(all), 'metadata')['namespace'],
  'two replicas at least': (all) => (at(named(all, 'ScaledObject', 'drip'), 'spec')['minReplicaCount'] = 1),
  'cut off from whatever no policy names': (all) =>
    (at(named(all, 'NetworkPolicy', 'default-deny'), 'spec')['policyTypes'] = ['Egress']),
  'a policy for each port that a Service leads to': (all) =>
    all.splice(all.indexOf(named(all, 'NetworkPolicy', 'bounces')), 1),
};

describe('each policy', () => {
  const policies = [...restricted, ...kubeLinterPolicies, ...ownWorkloadPolicies, ...guarded];

  it.each(policies.map((policy) => [policy.name, policy] as const))('detects its violation: %s', (name, policy) => {
    const planted = structuredClone(build('operators')) as unknown as Tree[];
    plants[name]!(planted);
    expect(breaches([policy], planted as unknown as Manifest[])).not.toEqual([]);
  });
});

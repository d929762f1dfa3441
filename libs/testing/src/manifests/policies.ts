import type { Container, Manifest, PodSpec } from './built.js';
import { isScaler, getPod, selects, getTemplate } from './built.js';

/** A rule for one manifest, given all manifests that are applied with it. */
export interface Policy {
  readonly name: string;
  allows(manifest: Manifest, all: readonly Manifest[]): boolean;
}

const getContainers = (pod: PodSpec): readonly Container[] => [...pod.containers, ...(pod.initContainers ?? [])];
const ofPods = (name: string, allows: (pod: PodSpec) => boolean): Policy => ({
  name,
  allows: (manifest) => {
    const pod = getPod(manifest);
    return pod === undefined || allows(pod);
  },
});
const ofContainers = (name: string, allows: (container: Container) => boolean): Policy =>
  ofPods(name, (pod) => getContainers(pod).every(allows));
const ofServices = (name: string, allows: Policy['allows']): Policy => ({
  name,
  allows: (manifest, all) => manifest.kind !== 'Deployment' || allows(manifest, all),
});

const volumeTypes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const field = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value);

/**
 * Pod Security Standards, level "restricted", which the namespace label enforces. For every pod, including those for
 * laptops.
 */
export const restricted: readonly Policy[] = [
  ofPods('no namespace of the host', (pod) => !pod['hostNetwork'] && !pod['hostPID'] && !pod['hostIPC']),
  ofPods('volumes of the harmless types alone', ({ volumes = [] }) =>
    volumes.every((volume) => Object.keys(volume).every((key) => key === 'name' || volumeTypes.includes(key))),
  ),
  ofPods('no sysctls', ({ securityContext }) => list(securityContext?.['sysctls']).length === 0),
  ofPods('not root, whatever the image says', ({ securityContext }) => securityContext?.['runAsNonRoot'] === true),
  ofPods('a user that is not 0', ({ securityContext }) => securityContext?.['runAsUser'] !== 0),
  ofPods('the seccomp profile of the runtime', ({ securityContext }) =>
    ['RuntimeDefault', 'Localhost'].includes(String(field(securityContext, 'seccompProfile', 'type'))),
  ),
  ofContainers('not privileged', ({ securityContext }) => !securityContext?.['privileged']),
  ofContainers('no way to more privileges', (c) => c.securityContext?.['allowPrivilegeEscalation'] === false),
  ofContainers(
    'no capability',
    ({ securityContext }) =>
      list(field(securityContext, 'capabilities', 'drop')).includes('ALL') &&
      list(field(securityContext, 'capabilities', 'add')).every((name) => name === 'NET_BIND_SERVICE'),
  ),
  ofContainers('no port of the host', ({ ports = [] }) => ports.every(({ hostPort }) => hostPort === undefined)),
  ofContainers('/proc as it is', ({ securityContext }) =>
    [undefined, 'Default'].includes(securityContext?.['procMount'] as string),
  ),
];

/** kube-linter's rules for every workload, including those for laptops. */
export const kubeLinterPolicies: readonly Policy[] = [
  ofPods('no token of a service account', (pod) => pod['automountServiceAccountToken'] === false),
  ofPods('no variables about Services', (pod) => pod['enableServiceLinks'] === false),
  ofContainers(
    'a root file system that cannot be written',
    (c) => c.securityContext?.['readOnlyRootFilesystem'] === true,
  ),
  ofContainers('an image by its version or digest', ({ image }) =>
    /(:(?!latest$)[\w.-]+|@sha256:[0-9a-f]{64})$/.test(image),
  ),
  ofContainers('processor and memory requested', ({ resources }) =>
    Boolean(resources?.requests?.['cpu'] && resources.requests['memory']),
  ),
  ofContainers(
    'memory limited, processor not',
    ({ resources }) => resources?.limits?.['memory'] !== undefined && resources.limits['cpu'] === undefined,
  ),
  ofContainers(
    'storage of the node requested and limited',
    ({ resources }) =>
      resources?.requests?.['ephemeral-storage'] !== undefined && resources.limits?.['ephemeral-storage'] !== undefined,
  ),
  {
    name: 'three probes',
    allows: (manifest) =>
      !['Deployment', 'StatefulSet'].includes(manifest.kind) ||
      getPod(manifest)!.containers.every((container) =>
        ['startupProbe', 'livenessProbe', 'readinessProbe'].every((probe) => container[probe] !== undefined),
      ),
  },
];

/** Further rules for our own workloads, including graceful shutdown and rescheduling of services. */
export const ownWorkloadPolicies: readonly Policy[] = [
  {
    name: 'a service account of its own',
    allows: ({ kind, metadata, spec }, all) => {
      if (!['Deployment', 'Job'].includes(kind)) return true;
      const name = spec.template.metadata.labels['app.kubernetes.io/name'];
      const account = all.find((one) => one.kind === 'ServiceAccount' && one.metadata.name === name);
      return (
        metadata.name.startsWith(name!) &&
        spec.template.spec['serviceAccountName'] === name &&
        field(account, 'automountServiceAccountToken') === false
      );
    },
  },
  ofContainers('no secret in clear text', ({ env = [] }) =>
    // A path names a file with the secret.
    env.every(({ name, value }) => !value || value.startsWith('/') || !/KEY|PASSWORD|SECRET|TOKEN|_URL$/.test(name)),
  ),
  ofContainers('no variable twice', ({ env = [] }) => new Set(env.map(({ name }) => name)).size === env.length),
  ofContainers('no port below 1024', ({ ports = [] }) => ports.every(({ containerPort }) => containerPort >= 1024)),
  ofServices(
    'a new replica before an old one goes',
    ({ spec }) => field(spec, 'strategy', 'rollingUpdate', 'maxUnavailable') === 0,
  ),
  ofServices('replicas of one service in different zones and on different nodes', ({ spec }) => {
    const spread = list(spec.template.spec['topologySpreadConstraints']);
    return ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].every((key) =>
      spread.some(
        (constraint) =>
          field(constraint, 'topologyKey') === key &&
          field(constraint, 'labelSelector', 'matchLabels', 'app.kubernetes.io/name') ===
            spec.template.metadata.labels['app.kubernetes.io/name'],
      ),
    );
  }),
  ofServices('longer to stop than the stop takes', ({ spec }, all) => {
    const delayMs = all.find(({ kind, data }) => kind === 'ConfigMap' && data?.['SHUTDOWN_DELAY_MS'] !== undefined)
      ?.data?.['SHUTDOWN_DELAY_MS'];
    return (spec.template.spec.terminationGracePeriodSeconds ?? 0) * 1000 >= Number(delayMs) + 30_000;
  }),
  ofServices('a disruption budget that lets one go, and ailing ones', ({ spec }, all) =>
    all.some(
      (budget) =>
        budget.kind === 'PodDisruptionBudget' &&
        selects(budget.spec.selector?.matchLabels ?? {}, spec.template.metadata.labels) &&
        budget.spec['maxUnavailable'] === 1 &&
        budget.spec['unhealthyPodEvictionPolicy'] === 'AlwaysAllow',
    ),
  ),
  ofServices(
    'counted by one: its scaler or its manifest',
    ({ metadata, spec }, all) =>
      all.filter((scaler) => isScaler(scaler) && scaler.spec.scaleTargetRef!.name === metadata.name).length +
        (spec.replicas === undefined ? 0 : 1) <=
      1,
  ),
  {
    name: 'Jobs that go away by themselves',
    allows: ({ kind, spec }) =>
      kind !== 'Job' || (spec['ttlSecondsAfterFinished'] !== undefined && spec['activeDeadlineSeconds'] !== undefined),
  },
  {
    name: 'no rights in the cluster',
    allows: ({ apiVersion }) => !apiVersion.startsWith('rbac.authorization.k8s.io/'),
  },
  {
    name: 'a namespace that says whose pods they are',
    allows: ({ kind, metadata }) => ['Namespace', 'PriorityClass'].includes(kind) || metadata.namespace === 'postrider',
  },
];

/** Additional rules for production: network traffic is denied by default, and everything has replicas. */
export const guarded: readonly Policy[] = [
  ofServices('a priority of its own', ({ spec }, all) =>
    all.some(
      ({ kind, metadata }) => kind === 'PriorityClass' && metadata.name === spec.template.spec['priorityClassName'],
    ),
  ),
  {
    name: 'two replicas at least',
    allows: ({ kind, metadata, spec }, all) => {
      if (kind !== 'Deployment') return true;
      const scaler = all.find((one) => isScaler(one) && one.spec.scaleTargetRef!.name === metadata.name);
      return (scaler?.spec.minReplicas ?? scaler?.spec.minReplicaCount ?? spec.replicas ?? 1) >= 2;
    },
  },
  {
    name: 'cut off from whatever no policy names',
    allows: (manifest, all) => {
      if (getPod(manifest) === undefined) return true;
      const { labels } = getTemplate(manifest)!.metadata;
      return ['Ingress', 'Egress'].every((type) =>
        all.some(
          ({ kind, spec }) =>
            kind === 'NetworkPolicy' &&
            list(spec['policyTypes']).includes(type) &&
            selects(spec.podSelector?.matchLabels ?? {}, labels),
        ),
      );
    },
  },
  {
    name: 'a policy for each port that a Service leads to',
    allows: ({ kind, spec }, all) => {
      if (kind !== 'Service') return true;
      const pods = all.filter(
        (one) =>
          one.kind === 'Deployment' &&
          selects(spec.selector as Record<string, string>, one.spec.template.metadata.labels),
      );
      const targets = list(spec['ports']).map((port) => String(field(port, 'targetPort')));
      return (
        pods.length > 0 &&
        pods.every((pod) =>
          targets.every((target) => {
            const number = pod.spec.template.spec.containers
              .flatMap(({ ports = [] }) => ports)
              .find(({ name }) => name === target)?.containerPort;
            return (
              number !== undefined &&
              all.some(
                (policy) =>
                  policy.kind === 'NetworkPolicy' &&
                  selects(policy.spec.podSelector?.matchLabels ?? {}, pod.spec.template.metadata.labels) &&
                  list(policy.spec['ingress']).some((rule) =>
                    list(field(rule, 'ports')).some((port) => field(port, 'port') === number),
                  ),
              )
            );
          }),
        )
      );
    },
  },
];

/** The violated policies, each with the violating objects. */
export const breaches = (policies: readonly Policy[], manifests: readonly Manifest[]): string[] =>
  policies.flatMap(({ name, allows }) =>
    manifests
      .filter((manifest) => !allows(manifest, manifests))
      .map(({ kind, metadata }) => `${name}: ${kind} ${metadata.name}`),
  );

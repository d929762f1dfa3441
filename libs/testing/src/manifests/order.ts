import type { Manifest, PodSpec } from './built.js';
import { getPod } from './built.js';

/**
 * An object by its kind and name, such as `Secret postrider-db-ca`; for a Secret that is read by key, also `Secret
 * gateway DATABASE_URL`.
 */
type ObjectName = string;

const list = <Item>(value: unknown): readonly Item[] => (Array.isArray(value) ? (value as Item[]) : []);
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((above, name) => (above as Record<string, unknown> | undefined)?.[name], value);
const text = (value: unknown, ...path: readonly string[]): string | undefined =>
  at(value, ...path) as string | undefined;
const named = (kind: string, ...names: readonly (string | undefined)[]): ObjectName[] =>
  names.filter((name) => name !== undefined).map((name) => `${kind} ${name}`);
const key = (selector: unknown): ObjectName => `Secret ${text(selector, 'name')} ${text(selector, 'key')}`;

function listObjects(pod: PodSpec): ObjectName[] {
  const containers = [...pod.containers, ...(pod.initContainers ?? [])];
  const environments = containers.flatMap(({ envFrom = [] }) => envFrom);
  const variables = containers.flatMap(({ env = [] }) => env.map((one) => at(one, 'valueFrom')));
  const volumes = pod.volumes ?? [];
  return [
    ...named('ServiceAccount', pod['serviceAccountName'] as string | undefined),
    ...named('PriorityClass', pod['priorityClassName'] as string | undefined),
    ...named('Secret', ...list(pod['imagePullSecrets']).map((one) => text(one, 'name'))),
    ...environments.flatMap(({ configMapRef, secretRef }) => [
      ...named('ConfigMap', configMapRef?.name),
      ...named('Secret', secretRef?.name),
    ]),
    ...variables.flatMap((one) => [
      ...named('ConfigMap', text(one, 'configMapKeyRef', 'name')),
      ...(at(one, 'secretKeyRef') === undefined ? [] : [key(at(one, 'secretKeyRef'))]),
    ]),
    ...volumes.flatMap((volume) => [
      ...named('ConfigMap', text(volume, 'configMap', 'name')),
      ...named('Secret', text(volume, 'secret', 'secretName')),
      ...list(at(volume, 'secret', 'items')).map((item) =>
        key({ name: text(volume, 'secret', 'secretName'), key: text(item, 'key') }),
      ),
      ...named('PersistentVolumeClaim', text(volume, 'persistentVolumeClaim', 'claimName')),
    ]),
  ];
}

const issuers = (selector: unknown): ObjectName[] => named(text(selector, 'kind') ?? 'Issuer', text(selector, 'name'));

/** The other objects that an object reads or refers to, by kind. */
const needsOfKind: Readonly<Record<string, (spec: unknown) => ObjectName[]>> = {
  Cluster: (spec) => [
    ...named('PriorityClass', text(spec, 'priorityClassName')),
    ...list(at(spec, 'managed', 'roles')).map((role) => `Secret ${text(role, 'passwordSecret', 'name')} password`),
    ...list(at(spec, 'plugins')).flatMap((plugin) =>
      named('ObjectStore', text(plugin, 'parameters', 'barmanObjectName')),
    ),
  ],
  ObjectStore: (spec) => [
    key(at(spec, 'configuration', 's3Credentials', 'accessKeyId')),
    key(at(spec, 'configuration', 's3Credentials', 'secretAccessKey')),
  ],
  ScheduledBackup: (spec) => named('Cluster', text(spec, 'cluster', 'name')),
  RabbitmqCluster: (spec) => [
    ...named('Secret', text(spec, 'tls', 'secretName')),
    ...listObjects({ containers: [], ...(at(spec, 'override', 'statefulSet', 'spec', 'template', 'spec') as object) }),
  ],
  Certificate: (spec) => issuers(at(spec, 'issuerRef')),
  Issuer: (spec) => [
    ...named('Secret', text(spec, 'ca', 'secretName')),
    ...list(at(spec, 'acme', 'solvers')).flatMap((solver) =>
      list(at(solver, 'http01', 'gatewayHTTPRoute', 'parentRefs')).flatMap((gateway) =>
        named('Gateway', text(gateway, 'name')),
      ),
    ),
  ],
  HTTPRoute: (spec) => [
    ...list(at(spec, 'parentRefs')).flatMap((parent) => named('Gateway', text(parent, 'name'))),
    ...list(at(spec, 'rules')).flatMap((rule) =>
      list(at(rule, 'backendRefs')).flatMap((backend) => named('Service', text(backend, 'name'))),
    ),
  ],
  ScaledObject: (spec) => [
    ...named('Deployment', text(spec, 'scaleTargetRef', 'name')),
    ...list(at(spec, 'triggers')).flatMap((trigger) =>
      named('TriggerAuthentication', text(trigger, 'authenticationRef', 'name')),
    ),
  ],
  HorizontalPodAutoscaler: (spec) => named('Deployment', text(spec, 'scaleTargetRef', 'name')),
  TriggerAuthentication: (spec) => list(at(spec, 'secretTargetRef')).map(key),
  ExternalSecret: (spec) => named('ClusterSecretStore', text(spec, 'secretStoreRef', 'name')),
};

/** The objects that an operator creates for an object, besides the object itself. */
const createdByKind: Readonly<Record<string, (name: string, spec: unknown) => ObjectName[]>> = {
  ExternalSecret: (_, spec) => {
    const secret = `Secret ${text(spec, 'target', 'name')}`;
    const template = at(spec, 'target', 'template', 'data') as object | undefined;
    const keys = template ? Object.keys(template) : list(at(spec, 'data')).map((one) => text(one, 'secretKey'));
    return [secret, ...keys.map((one) => `${secret} ${one}`)];
  },
  Certificate: (_, spec) => {
    const secret = `Secret ${text(spec, 'secretName')}`;
    return [secret, `${secret} tls.crt`, `${secret} tls.key`, `${secret} ca.crt`];
  },
  Cluster: (name) => [`Secret ${name}-ca`, `Secret ${name}-ca ca.crt`, `Service ${name}-rw`],
  RabbitmqCluster: (name) => [`Service ${name}`],
};

/** Apps and migrations connect to the servers of the overlay. */
const servers = ['Cluster', 'RabbitmqCluster'];

export function findNeeds(manifest: Manifest, all: readonly Manifest[]): ObjectName[] {
  const pod = getPod(manifest);
  const connects = pod !== undefined && manifest.metadata.labels?.['app.kubernetes.io/part-of'] === 'postrider';
  return [
    ...(pod ? listObjects(pod) : []),
    ...(needsOfKind[manifest.kind]?.(manifest.spec) ?? []),
    ...(connects ? all.filter(({ kind }) => servers.includes(kind)).map(getObjectName) : []),
  ];
}

export const getObjectName = ({ kind, metadata }: Manifest): ObjectName => `${kind} ${metadata.name}`;

export function createdBy(manifest: Manifest): ObjectName[] {
  const { kind, metadata, spec, ...rest } = manifest;
  const values = { ...(rest as { data?: object }).data, ...(rest as { stringData?: object }).stringData };
  const keys = kind === 'Secret' ? Object.keys(values).map((one) => `Secret ${metadata.name} ${one}`) : [];
  return [getObjectName(manifest), ...keys, ...(createdByKind[kind]?.(metadata.name, spec) ?? [])];
}

/** Whether `kubectl apply -l` selects the object: `name=value` or `name notin (a, b)`; no selector selects all. */
export function isSelectedBy(selector: string | undefined, { metadata }: Manifest): boolean {
  if (selector === undefined) return true;
  const [, name, is, values] = /^([\w./-]+)(=| notin )\(?([\w, -]+)\)?$/.exec(selector)!;
  const label = metadata.labels?.[name!];
  const named = values!.split(',').map((value) => value.trim());
  return is === '=' ? label === named[0] : label === undefined || !named.includes(label);
}

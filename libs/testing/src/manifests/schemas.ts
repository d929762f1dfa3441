import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import type { Manifest } from './built.js';
import { rabbitmqCluster } from './rabbitmq-cluster-schema.js';

/**
 * The fields of `barmancloud.cnpg.io/v1` that we use, according to the documentation of CloudNativePG's Barman Cloud
 * plugin; no package contains the schema of this CRD. Other fields are rejected: look a further field up before you add
 * it here.
 */
const closed = (properties: object, required: readonly string[] = Object.keys(properties)): object => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
const secretKey = closed({ name: { type: 'string' }, key: { type: 'string' } });
const compression = closed({ compression: { enum: ['gzip', 'bzip2', 'snappy'] } });

const objectStore = closed({
  apiVersion: { const: 'barmancloud.cnpg.io/v1' },
  kind: { const: 'ObjectStore' },
  metadata: closed({ name: { type: 'string' }, namespace: { type: 'string' } }),
  spec: closed({
    retentionPolicy: { type: 'string', pattern: '^[1-9][0-9]*[dwm]$' },
    configuration: closed({
      destinationPath: { type: 'string', pattern: '^s3://' },
      s3Credentials: closed({ accessKeyId: secretKey, secretAccessKey: secretKey }),
      wal: compression,
      data: compression,
    }),
  }),
});

const load = createRequire(import.meta.url);

interface Model {
  readonly apiVersion: string;
  readonly kind: string;
  readonly prototype: { validate(this: unknown): void };
}

/** The package with the schemas of each API group and version, for the Kubernetes API and the operators' CRDs. */
const packages: Readonly<Record<string, string>> = {
  v1: 'kubernetes-models/v1',
  'apps/v1': 'kubernetes-models/apps/v1',
  'autoscaling/v2': 'kubernetes-models/autoscaling/v2',
  'batch/v1': 'kubernetes-models/batch/v1',
  'networking.k8s.io/v1': 'kubernetes-models/networking.k8s.io/v1',
  'policy/v1': 'kubernetes-models/policy/v1',
  'scheduling.k8s.io/v1': 'kubernetes-models/scheduling.k8s.io/v1',
  'cert-manager.io/v1': '@kubernetes-models/cert-manager/cert-manager.io/v1',
  'external-secrets.io/v1beta1': '@kubernetes-models/external-secrets/external-secrets.io/v1beta1',
  'gateway.networking.k8s.io/v1': '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1',
  'keda.sh/v1alpha1': '@kubernetes-models/keda/keda.sh/v1alpha1',
  'monitoring.coreos.com/v1': '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
  'postgresql.cnpg.io/v1': '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1',
};
/**
 * The v1 of External Secrets (since 0.16) equals its v1beta1 for the fields that we use; current operators only support
 * v1.
 */
const sameAs: Readonly<Record<string, string>> = { 'external-secrets.io/v1': 'external-secrets.io/v1beta1' };

/** Fields that a CRD has added since the package's version: `isWALArchiver` came with CloudNativePG 1.26. */
const newer: ReadonlySet<string> = new Set(['Cluster /spec/plugins/0/isWALArchiver']);

/** Kinds for which no package has a CRD, with our own schemas. */
const ajv = new Ajv({ allErrors: true });
const ownSchemas: Readonly<Record<string, ValidateFunction>> = {
  RabbitmqCluster: ajv.compile(rabbitmqCluster),
  ObjectStore: ajv.compile(objectStore),
};

/** The errors that the API server would report for the manifest, and the unknown fields that it would silently drop. */
export function findProblems(manifest: Manifest): string[] {
  const check = ownSchemas[manifest.kind];
  if (check !== undefined) {
    check(manifest);
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
  const apiVersion = sameAs[manifest.apiVersion] ?? manifest.apiVersion;
  const model = loadModel(apiVersion, manifest.kind);
  if (model === undefined) return [`there is no schema for ${manifest.apiVersion} ${manifest.kind}`];
  const reading = new Reading();
  try {
    model.prototype.validate.call(reading.of({ ...manifest, apiVersion }));
  } catch (error) {
    return [(error as Error).message];
  }
  const unread = reading.unread({ ...manifest, apiVersion });
  return unread
    .filter((path) => !newer.has(`${manifest.kind} ${path}`))
    .map((path) => `${path} is not a field of ${manifest.kind}`);
}

/** Each kind has its own file, because a whole group has hundreds. */
function loadModel(apiVersion: string, kind: string): Model | undefined {
  const source = packages[apiVersion];
  if (source === undefined) return undefined;
  try {
    return (load(`${source}/${kind}`) as Record<string, Model | undefined>)[kind];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * Records which fields a validator reads. The schemas of Kubernetes allow additional fields, so a misspelled one is
 * detected because nothing has read it. Objects with free keys (labels) are traversed, and objects without a schema are
 * skipped.
 */
class Reading {
  private readonly readFields = new Map<string, Set<string>>();
  private readonly enumerated = new Set<string>();

  of(value: unknown, path = ''): unknown {
    if (typeof value !== 'object' || value === null) return value;
    return new Proxy(value, {
      get: (target, name) => {
        const field = Reflect.get(target, name) as unknown;
        if (typeof name === 'symbol') return field;
        this.namesAt(path).add(name);
        return this.of(field, `${path}/${name}`);
      },
      ownKeys: (target) => {
        this.enumerated.add(path);
        return Reflect.ownKeys(target);
      },
    });
  }

  unread(value: unknown, path = ''): string[] {
    if (typeof value !== 'object' || value === null) return [];
    const readFields = this.readFields.get(path);
    if (readFields === undefined && !this.enumerated.has(path)) return [];
    const known = (name: string): boolean => Array.isArray(value) || this.enumerated.has(path) || readFields!.has(name);
    return Object.entries(value).flatMap(([name, field]) =>
      known(name) ? this.unread(field, `${path}/${name}`) : [`${path}/${name}`],
    );
  }

  private namesAt(path: string): Set<string> {
    const names = this.readFields.get(path) ?? new Set();
    this.readFields.set(path, names);
    return names;
  }
}

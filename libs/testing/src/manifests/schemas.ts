import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import type { Manifest } from './built.js';
import { rabbitmqCluster } from './rabbitmq-cluster-schema.js';

/**
 * The fields of `barmancloud.cnpg.io/v1` that we use, as the Barman Cloud plugin of CloudNativePG documents them; no package has the schema of this CRD.
 * Anything else is refused: look a further field up before you add it here.
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

/** Each API group and version by the package that has its schemas, those of the Kubernetes API and of the operators' CRDs. */
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
/** What External Secrets calls v1 since 0.16 is its v1beta1, word for word as far as a secret of ours goes; operators of today know v1 alone. */
const sameAs: Readonly<Record<string, string>> = { 'external-secrets.io/v1': 'external-secrets.io/v1beta1' };

/** Fields that a CRD has got since the package's version: `isWALArchiver` came with CloudNativePG 1.26. */
const newer: ReadonlySet<string> = new Set(['Cluster /spec/plugins/0/isWALArchiver']);

/** Kinds whose CRD no package has: the schemas are ours. */
const ajv = new Ajv({ allErrors: true });
const ours: Readonly<Record<string, ValidateFunction>> = {
  RabbitmqCluster: ajv.compile(rabbitmqCluster),
  ObjectStore: ajv.compile(objectStore),
};

/** What the API server would say of the manifest, or would drop from it without a word: fields that the schema does not know. */
export function problemsOf(manifest: Manifest): string[] {
  const check = ours[manifest.kind];
  if (check !== undefined) {
    check(manifest);
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
  const apiVersion = sameAs[manifest.apiVersion] ?? manifest.apiVersion;
  const model = modelOf(apiVersion, manifest.kind);
  if (model === undefined) return [`there is no schema of ${manifest.apiVersion} ${manifest.kind}`];
  const reading = new Reading();
  try {
    model.prototype.validate.call(reading.of({ ...manifest, apiVersion }));
  } catch (error) {
    return [(error as Error).message];
  }
  const unread = reading.unread({ ...manifest, apiVersion });
  return unread
    .filter((path) => !newer.has(`${manifest.kind} ${path}`))
    .map((path) => `${path} is no field of ${manifest.kind}`);
}

/** Each kind is a file of its own: a whole group would be hundreds. */
function modelOf(apiVersion: string, kind: string): Model | undefined {
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
 * Notes which fields a validator asks for. Schemas of Kubernetes let any other field pass, so a misspelled one is found by nobody having asked
 * for it. Objects whose names are free (labels) are gone through, and those whose inside no schema describes are not looked into.
 */
class Reading {
  private readonly asked = new Map<string, Set<string>>();
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
    const asked = this.asked.get(path);
    if (asked === undefined && !this.enumerated.has(path)) return [];
    const known = (name: string): boolean => Array.isArray(value) || this.enumerated.has(path) || asked!.has(name);
    return Object.entries(value).flatMap(([name, field]) =>
      known(name) ? this.unread(field, `${path}/${name}`) : [`${path}/${name}`],
    );
  }

  private namesAt(path: string): Set<string> {
    const names = this.asked.get(path) ?? new Set();
    this.asked.set(path, names);
    return names;
  }
}

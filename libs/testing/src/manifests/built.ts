import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const root = resolve(import.meta.dirname, '../../../..');

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly envFrom?: readonly {
    readonly configMapRef?: { readonly name: string };
    readonly secretRef?: { readonly name: string };
  }[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number; readonly hostPort?: number }[];
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>;
    readonly limits?: Readonly<Record<string, string>>;
  };
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly Readonly<Record<string, unknown>>[];
  readonly terminationGracePeriodSeconds?: number;
  readonly [field: string]: unknown;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas?: number;
    readonly selector?: { readonly matchLabels?: Record<string, string> } & Record<string, unknown>;
    readonly podSelector?: { readonly matchLabels?: Record<string, string> };
    readonly scaleTargetRef?: { readonly name: string };
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly minReplicaCount?: number;
    readonly maxReplicaCount?: number;
    readonly template: { readonly metadata: { readonly labels: Record<string, string> }; readonly spec: PodSpec };
    readonly [field: string]: unknown;
  };
}

const overlays = new Map<string, readonly Manifest[]>();

/** All components that overlays/production mentions in comments. */
export const withOptions = 'production with every option';
const options = [
  'bounces',
  'network-policies/bounces',
  'backups',
  'database-ca',
  'amqp-ca',
  'monitoring',
  'network-policies/oidc',
  'network-policies/tracing',
];

/** kubectl builds an overlay without a cluster. */
export function build(overlay: string): readonly Manifest[] {
  const known = overlays.get(overlay);
  if (known) return known;
  const yaml = overlay === withOptions ? builtFrom('production', options) : kustomize(getFolder(overlay));
  const manifests = manifestsIn(yaml);
  overlays.set(overlay, manifests);
  return manifests;
}

export const manifestsIn = (yaml: string): Manifest[] =>
  parseAllDocuments(yaml).map((document) => joined(document.toJS() as Manifest));

const getFolder = (overlay: string): string => resolve(root, 'k8s/overlays', overlay);
const kustomize = (folder: string): string => {
  try {
    return execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  } catch (error) {
    throw new Error('The manifests cannot be built; these tests need kubectl 1.21 or newer', { cause: error });
  }
};

/** Builds an overlay with additional components and patches, like an operator's own kustomization. */
export function builtFrom(overlay: string, components: readonly string[], patches: readonly unknown[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-overlay-'));
  try {
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      namespace: 'postrider',
      resources: [relative(folder, getFolder(overlay))],
      components: components.map((name) => relative(folder, resolve(root, 'k8s/components', name))),
      patches,
    };
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    return kustomize(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Rejoins base64 that kustomize wraps into lines, as the API server does. */
const joined = (manifest: Manifest): Manifest =>
  manifest.kind === 'Secret'
    ? {
        ...manifest,
        data: Object.fromEntries(
          Object.entries(manifest.data ?? {}).map(([name, value]) => [name, value.replaceAll('\n', '')]),
        ),
      }
    : manifest;

export const selects = (labels: Readonly<Record<string, string>>, pod: Readonly<Record<string, string>>): boolean =>
  Object.entries(labels).every(([name, value]) => pod[name] === value);

interface PodTemplate {
  readonly metadata: { readonly labels: Record<string, string> };
  readonly spec: PodSpec;
}
/** The pod template of a Deployment, a StatefulSet, a Job or a CronJob. */
export function getTemplate({ kind, spec }: Manifest): PodTemplate | undefined {
  if (kind === 'CronJob') return (spec['jobTemplate'] as Manifest).spec.template;
  return ['Deployment', 'StatefulSet', 'Job'].includes(kind) ? spec.template : undefined;
}
export const getPod = (manifest: Manifest): PodSpec | undefined => getTemplate(manifest)?.spec;

/** Whether the object scales a Deployment. */
export const isScaler = ({ kind }: Manifest): boolean => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject';

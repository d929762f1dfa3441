import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
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

/** What the files are checked for wherever this runs, they are; what they build into, where there is something that builds. */
export const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

const overlays = new Map<string, readonly Manifest[]>();

/** kubectl builds an overlay without a cluster. */
export function build(overlay: string): readonly Manifest[] {
  const known = overlays.get(overlay);
  if (known) return known;
  const yaml = execFileSync('kubectl', ['kustomize', resolve(root, 'k8s/overlays', overlay)], { encoding: 'utf8' });
  const manifests = parseAllDocuments(yaml).map((document) => joined(document.toJS() as Manifest));
  overlays.set(overlay, manifests);
  return manifests;
}

/** kustomize breaks base64 into lines, which the API server puts together again. */
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

/** The pods of a Deployment, a StatefulSet or a Job. */
export const podOf = ({ kind, spec }: Manifest): PodSpec | undefined =>
  ['Deployment', 'StatefulSet', 'Job'].includes(kind) ? spec.template.spec : undefined;

/** What makes more or fewer replicas of a Deployment. */
export const isScaler = ({ kind }: Manifest): boolean => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject';

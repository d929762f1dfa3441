import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { project } from '../project.mjs';

const folder = join(project, 'dist', 'kube');

/** What podman does not know of k8s/overlays/local, or what is taken from docker-compose.yml instead. */
const leftOut = ['Namespace', 'Service', 'StatefulSet', 'PodDisruptionBudget', 'ServiceAccount'];
const without = (kind) => ({
  target: { kind },
  patch: JSON.stringify({ apiVersion: 'any', kind, metadata: { name: 'any' }, $patch: 'delete' }),
});

/** Of a pod on this machine's own network: nothing tells apps apart but their ports, and nothing resolves the names of Services. */
const onThisNetwork = (app, env) => ({
  target: { kind: 'Deployment', name: app },
  patch: JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: app },
    spec: {
      template: {
        spec: {
          hostNetwork: true,
          containers: [
            {
              name: 'app',
              ports: null,
              // Podman has them asked by a shell and curl, which the image has not; readiness is asked from outside.
              startupProbe: null,
              livenessProbe: null,
              readinessProbe: null,
              env: Object.entries(env).map(([name, value]) => ({ name, value })),
            },
          ],
        },
      },
    },
  }),
});

/** Podman 4 takes what `envFrom` names before what `env` says, unlike Kubernetes: so these are said once. */
const saidOnce = (names) => ({
  target: { kind: 'ConfigMap' },
  patch: JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'any' },
    data: Object.fromEntries(names.map((name) => [name, null])),
  }),
});

/**
 * Renders what podman kube play can take of k8s/overlays/local: the Deployments of the apps with their ConfigMaps and Secrets, changed as little as this machine asks for.
 * Answers the path of it and the paths of the Secrets by their names: podman 4 stores those of a manifest in one form and reads them in another, so it is given them by themselves.
 *
 * @param env what each app is told besides, by its name
 */
export async function renderForPodman(engine, env) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const said = [...new Set(Object.values(env).flatMap(Object.keys))];
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: ['../../k8s/overlays/local'],
    patches: [
      ...leftOut.map(without),
      {
        target: { kind: 'Deployment', name: 'mailpit' },
        patch: JSON.stringify({
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { name: 'mailpit' },
          $patch: 'delete',
        }),
      },
      saidOnce(said),
      ...Object.entries(env).map(([app, variables]) => onThisNetwork(app, variables)),
    ],
  };
  writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
  const rendering = join(folder, 'rendering.yaml');
  const rendered = await engine.runCommand('kubectl', ['kustomize', folder]).catch(({ message }) => {
    throw new Failure(`kubectl is needed to render k8s/overlays/local: ${message}`);
  });
  const documents = rendered.split(/^---$/m);
  const isSecret = (document) => /^kind: Secret$/m.test(document);
  const secrets = Object.fromEntries(
    documents.filter(isSecret).map((document) => [nameOf(document), dataOf(document, said)]),
  );
  const paths = Object.entries(secrets).map(([name, data]) => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(data), { mode: 0o600 });
    return [name, path];
  });
  writeFileSync(rendering, documents.filter((document) => !isSecret(document)).join('---'));
  return { rendering, secrets: Object.fromEntries(paths) };
}

const nameOf = (document) => /^ {2}name: (\S+)$/m.exec(document)[1];

/** The values of a Secret but those of these names, in base64 as kubectl prints them: long ones in lines of a block. */
const dataOf = (document, said) =>
  Object.fromEntries(
    [...document.matchAll(/^ {2}([A-Z_]+): (\|\n(?: {4}\S+\n)+|\S+$)/gm)]
      .filter(([, name]) => !said.includes(name))
      .map(([, name, value]) => [name, hereAbouts(value.replace(/^\||\s/g, ''))]),
  );

/** Podman 4 has no names for pods on the machine's network: neither those of Services nor `hostAliases`. */
const hereAbouts = (base64) => btoa(atob(base64).replace(/@(postgres|rabbitmq):/, '@127.0.0.1:'));

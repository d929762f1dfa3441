import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { project } from '../project.mjs';

/** @typedef {ReadonlySet<string>} Components names of the enabled components */
/** @typedef {{ apiVersion: string, kind: string, metadata: { name: string, labels?: Record<string, string> } }} Manifest */

const manifests = join(project, 'k8s');
/** Part of overlays/production itself, treated like a component. */
const entry = 'ingress';
const camelCase = (/** @type {string} */ path) => path.replaceAll(/[/-]([a-z])/g, (_, letter) => letter.toUpperCase());

/** Folders of the components by their names in the chart, in the order of an overlay's list. */
function readComponents() {
  const operators = parse(readFileSync(join(manifests, 'overlays/operators/kustomization.yaml'), 'utf8'));
  const ordered = operators.components.map((/** @type {string} */ path) => path.replace('../../components/', ''));
  // The overlay operators lacks backups, and database-ca patches it.
  ordered.splice(ordered.indexOf('database-ca'), 0, 'backups');
  const missing = readdirSync(join(manifests, 'components'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/kustomization.yaml'))
    .map((path) => path.replace('/kustomization.yaml', ''))
    .filter((path) => path !== 'service' && !ordered.includes(path));
  if (missing.length > 0) throw new Error(`overlays/operators does not list ${missing.join(', ')}`);
  return new Map(ordered.map((/** @type {string} */ path) => [camelCase(path), path]));
}
const folders = readComponents();
export const components = [entry, ...folders.keys()];

/** The components of overlays/production. */
export const enabledByDefault = [entry, 'networkPolicies', 'priorityClasses'];

/** @param {Components} on */
function kustomization(on) {
  const production = parse(readFileSync(join(manifests, 'overlays/production/kustomization.yaml'), 'utf8'));
  const replaced = [...(on.has(entry) ? [] : ['ingress.yaml']), ...(on.has('autoscaling') ? ['autoscaling.yaml'] : [])];
  return {
    ...production,
    resources: production.resources.filter((/** @type {string} */ path) => !replaced.includes(path)),
    components: [...folders].filter(([name]) => on.has(name)).map(([, path]) => `../../components/${path}`),
    replicas: on.has('autoscaling') ? [] : production.replicas,
  };
}

const run = promisify(execFile);

/**
 * overlays/production, built by kubectl with all components, without each of them, and with none.
 *
 * @returns {Promise<{ on: Components, objects: Manifest[] }[]>}
 */
export async function buildVariants() {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-chart-'));
  try {
    cpSync(manifests, folder, { recursive: true });
    // Helm updates a ConfigMap in place: an annotation restarts the pods, not a new name.
    const base = join(folder, 'base/kustomization.yaml');
    writeFileSync(base, `${readFileSync(base, 'utf8')}generatorOptions: {disableNameSuffixHash: true}\n`);
    const choices = [components, ...components.map((name) => components.filter((other) => other !== name)), []];
    const variants = choices.map((names) => ({ on: new Set(names), objects: /** @type {Manifest[]} */ ([]) }));
    const waiting = [...variants.entries()];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, variant] = next;
        const overlay = join(folder, 'overlays', `variant-${index}`);
        cpSync(join(folder, 'overlays/production'), overlay, { recursive: true });
        writeFileSync(join(overlay, 'kustomization.yaml'), JSON.stringify(kustomization(variant.on)));
        const { stdout } = await run('kubectl', ['kustomize', overlay], { maxBuffer: 2 ** 24 });
        variant.objects = parseAllDocuments(stdout).map((document) => document.toJS());
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    return variants;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

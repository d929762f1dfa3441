import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { project } from '../project.mjs';

const read = (/** @type {string} */ path) => readFileSync(join(project, path), 'utf8');
const documents = (/** @type {string} */ file) =>
  parseAllDocuments(read(`k8s/components/autoscaling/${file}`)).map((one) => one.toJS());

/**
 * @typedef {{
 *   type: string,
 *   name?: string,
 *   metricType?: string,
 *   metadata: Readonly<Record<string, string>>,
 * }} KedaTrigger
 * @typedef {import('./autoscaler.mjs').Behavior} Behavior
 * @typedef {{
 *   kind: 'ScaledObject',
 *   metadata: { name: string },
 *   spec: {
 *     minReplicaCount: number,
 *     maxReplicaCount: number,
 *     advanced: { horizontalPodAutoscalerConfig: { behavior: Behavior } },
 *     triggers: readonly KedaTrigger[],
 *   },
 * }} ScaledObject
 * @typedef {{
 *   kind: 'HorizontalPodAutoscaler',
 *   metadata: { name: string },
 *   spec: {
 *     minReplicas: number,
 *     maxReplicas: number,
 *     behavior: Behavior,
 *     metrics: readonly { resource: { target: { averageUtilization: number } } }[],
 *   },
 * }} PodAutoscaler
 */

/**
 * The rules of k8s/components/autoscaling by service.
 *
 * @returns {Record<string, import('./autoscaler.mjs').Rule>}
 */
export function readRules() {
  const manifests = ['gateway.yaml', 'delivery.yaml', 'called-services.yaml'].flatMap(documents);
  const scalers = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject');
  return Object.fromEntries(scalers.map((scaler) => [scaler.metadata.name, toRule(scaler)]));
}

/**
 * @param {ScaledObject | PodAutoscaler} scaler
 * @returns {import('./autoscaler.mjs').Rule}
 */
const toRule = ({ kind, spec }) =>
  kind === 'ScaledObject'
    ? {
        min: spec.minReplicaCount,
        max: spec.maxReplicaCount,
        behavior: spec.advanced.horizontalPodAutoscalerConfig.behavior,
        triggers: spec.triggers.map(toTrigger),
      }
    : {
        min: spec.minReplicas,
        max: spec.maxReplicas,
        behavior: spec.behavior,
        triggers: spec.metrics.map(({ resource }) => ({
          signal: 'cpu',
          target: resource.target.averageUtilization / 100,
          perReplica: true,
        })),
      };

/**
 * @param {KedaTrigger} trigger CPU has no name, the others do
 * @returns {import('./autoscaler.mjs').Trigger}
 */
function toTrigger({ type, name = '', metricType, metadata }) {
  if (type === 'cpu') return { signal: 'cpu', target: Number(metadata.value) / 100, perReplica: true };
  if (type !== 'rabbitmq' && type !== 'prometheus') throw new Error(`Triggers of type ${type} cannot be simulated.`);
  const busyAbove = /> bool ([\d.]+)/.exec(metadata.query ?? '')?.[1];
  return {
    signal: name,
    target: Number(metadata.threshold ?? metadata.value),
    perReplica: metricType === 'AverageValue',
    ...(busyAbove !== undefined && { busyAbove: Number(busyAbove) }),
  };
}

/**
 * Measured CPU cost of a send per service (the table of docs/operate/capacity.md#figures), and the CPU requests of its
 * replicas.
 *
 * @typedef {{ perSend: number, idle: number, requested: number }} Cost
 * @param {readonly string[]} services
 * @returns {Record<string, Cost>}
 */
export function readCosts(services) {
  const page = read('docs/operate/capacity.md');
  return Object.fromEntries(
    services.map((service) => {
      const cells = new RegExp(`^\\| ${service} \\|(.*)\\|$`, 'm').exec(page)?.[1];
      if (cells === undefined) throw new Error(`docs/operate/capacity.md has no row for ${service}.`);
      const row = cells.split('|').map(Number);
      const { requests } = parse(read(`k8s/base/${service}/deployment.yaml`)).spec.template.spec.containers[0]
        .resources;
      return [
        service,
        { perSend: row[0] / 1000, idle: row[3] / 1000, requested: Number(requests.cpu.replace('m', '')) / 1000 },
      ];
    }),
  );
}

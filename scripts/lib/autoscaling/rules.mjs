import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { project } from '../project.mjs';

const folder = join(project, 'k8s/components/autoscaling');
const documents = (file) => parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((one) => one.toJS());

/** The rules as the cluster is given them, by service; the simulation has none of its own. */
export function readRules() {
  const manifests = ['gateway.yaml', 'delivery.yaml', 'called-services.yaml'].flatMap(documents);
  const scalers = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject');
  return Object.fromEntries(scalers.map((scaler) => [scaler.metadata.name, ruleOf(scaler)]));
}

const ruleOf = ({ kind, spec }) =>
  kind === 'ScaledObject'
    ? {
        least: spec.minReplicaCount,
        most: spec.maxReplicaCount,
        behavior: spec.advanced.horizontalPodAutoscalerConfig.behavior,
        triggers: spec.triggers.map(triggerOf),
      }
    : {
        least: spec.minReplicas,
        most: spec.maxReplicas,
        behavior: spec.behavior,
        triggers: spec.metrics.map(({ resource }) => ({
          signal: 'cpu',
          target: resource.target.averageUtilization / 100,
          perReplica: true,
        })),
      };

function triggerOf({ type, name, metricType, metadata }) {
  if (type === 'cpu') return { signal: 'cpu', target: Number(metadata.value) / 100, perReplica: true };
  if (type !== 'rabbitmq' && type !== 'prometheus') throw new Error(`There is no simulation of a trigger ${type}.`);
  const busyAbove = /> bool ([\d.]+)/.exec(metadata.query ?? '')?.[1];
  return {
    signal: name,
    target: Number(metadata.threshold ?? metadata.value),
    perReplica: metricType === 'AverageValue',
    ...(busyAbove !== undefined && { busyAbove: Number(busyAbove) }),
  };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { project } from '../project.mjs';

const read = (path) => readFileSync(join(project, path), 'utf8');

/** What a send costs each service, as measured (the table of docs/capacity.md#figures), and what its replicas request. */
export function readCosts(services) {
  const page = read('docs/capacity.md');
  return Object.fromEntries(
    services.map((service) => {
      const row = new RegExp(`^\\| ${service} \\|(.*)\\|$`, 'm').exec(page)[1].split('|').map(Number);
      const { requests } = parse(read(`k8s/base/${service}/deployment.yaml`)).spec.template.spec.containers[0]
        .resources;
      return [
        service,
        { perSend: row[0] / 1000, idle: row[3] / 1000, requested: Number(requests.cpu.replace('m', '')) / 1000 },
      ];
    }),
  );
}

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../project.mjs';
import { buildTemplates } from './templates.mjs';
import { ChartValues } from './values.mjs';
import { buildVariants } from './variants.mjs';

const folder = join(project, 'k8s/chart');
const read = (/** @type {string} */ file) => readFileSync(file, 'utf8');
const comment = 'Generated from k8s/ by `npm run generate`: change the manifests there, or scripts/lib/chart.';

function description() {
  const { version, description } = JSON.parse(read(join(project, 'package.json')));
  return `# ${comment}
apiVersion: v2
name: postrider
description: ${JSON.stringify(description)}
type: application
version: ${version}
appVersion: ${JSON.stringify(version)}
`;
}

/** The generated files of the chart by path. NOTES.txt and _helpers.tpl are written by hand. */
async function generate() {
  const chartValues = new ChartValues();
  const templates = buildTemplates(await buildVariants(), chartValues);
  return new Map([
    ['Chart.yaml', description()],
    ['values.yaml', chartValues.yaml],
    ['values.schema.json', `${JSON.stringify(chartValues.schema, null, 2)}\n`],
    ...[...templates].map(
      ([name, lines]) =>
        /** @type {const} */ ([`templates/${name}.yaml`, `{{- /* ${comment} */}}\n${lines.join('\n')}\n`]),
    ),
  ]);
}

/** The generated files on disk. */
const existing = () =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /^(Chart|values|templates\/[\w-]+)\.(yaml|schema\.json)$/.test(name))
      .map((name) => [name, read(join(folder, name))]),
  );

export async function write() {
  mkdirSync(join(folder, 'templates'), { recursive: true });
  for (const name of existing().keys()) rmSync(join(folder, name));
  for (const [name, text] of await generate()) writeFileSync(join(folder, name), text);
}

/** Names of outdated files. */
export async function stale() {
  const [now, generated] = [existing(), await generate()];
  return [...new Set([...now.keys(), ...generated.keys()])].filter((name) => now.get(name) !== generated.get(name));
}

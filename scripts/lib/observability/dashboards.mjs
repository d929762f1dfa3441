import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../project.mjs';
import { readMetrics } from './metrics.mjs';
import { dashboards } from './questions.mjs';

const folder = join(project, 'k8s/components/monitoring/dashboards');
/** URL of the documentation, from the component monitoring. */
const documentation = /DOCUMENTATION=([^"]+)/.exec(
  readFileSync(join(project, 'k8s/components/monitoring/kustomization.yaml'), 'utf8'),
)?.[1];
/** Keeps the URL of the runbook, which the chart replaces. */
const getPageUrl = (/** @type {string} */ help) => `${documentation}${help.startsWith('#') ? '' : '/../'}${help}`;
const datasource = { type: 'prometheus', uid: '${datasource}' };
/** @type {Record<string, number>} */
const percentiles = { p50: 0.5, p95: 0.95, p99: 0.99 };

/** @typedef {import('./metrics.mjs').Metric} Metric @typedef {import('./questions.mjs').Question} Question */

const selector = (/** @type {(string | undefined)[]} */ ...matchers) =>
  `{${['namespace=~"$namespace"', ...matchers.filter(Boolean)].join(',')}}`;
const grouped = (/** @type {string[]} */ by) => (by.length === 0 ? '' : ` by (${by.join(', ')})`);
/** @type {(name: string, by: string[], ...matchers: (string | undefined)[]) => string} */
const rate = (name, by, ...matchers) => `sum${grouped(by)}(rate(${name}${selector(...matchers)}[$__rate_interval]))`;

/**
 * The expressions for a question, each with the legend of its lines.
 *
 * @type {(question: Question, metric: Metric) => { expr: string, name: string }[]}
 */
function buildTargets({ metric, by, where, draw, share }, { type }) {
  const legend = by.map((label) => `{{${label}}}`).join(' ');
  const one = (/** @type {string} */ expr, name = legend) => [{ expr, name }];
  const count = type === 'histogram' ? `${metric}_count` : metric;
  if (share !== undefined) return one(`${rate(count, by, share)} / ${rate(count, by)}`, 'share');
  if (draw === 'rate' || (type === 'counter' && draw === undefined)) return one(rate(count, by, where));
  if (type === 'histogram')
    return Object.entries(draw === undefined ? percentiles : { [draw]: percentiles[draw] }).map(([name, quantile]) => ({
      expr: `histogram_quantile(${quantile}, ${rate(`${metric}_bucket`, ['le', ...by], where)})`,
      name: legend === '' ? name : legend,
    }));
  if (draw === 'mean') return one(`avg${grouped(by)}(rate(${metric}${selector(where)}[$__rate_interval]))`);
  if (draw === 'changes') return one(`sum${grouped(by)}(changes(${metric}${selector(where)}[15m]))`);
  if (draw === 'clock')
    return one(`max${grouped(by)}(abs(${metric}${selector(where)} - timestamp(${metric}${selector(where)})))`);
  return one(`${draw}${grouped(by)}(${metric}${selector(where)})`);
}

/** @type {(question: Question, metric: Metric) => string} */
function getUnit({ metric, draw, share }, { type }) {
  if (share !== undefined || draw === 'mean') return 'percentunit';
  if (draw === 'changes') return 'none';
  if (draw === 'rate' || (type === 'counter' && draw === undefined)) return 'ops';
  if (metric.endsWith('_seconds')) return 's';
  return metric.endsWith('_bytes') ? 'bytes' : 'none';
}

/** @type {(question: Question, metric: Metric, index: number) => object} */
const panel = (question, metric, index) => ({
  id: index + 1,
  type: 'timeseries',
  title: question.title,
  description: [metric.help, question.hint].filter(Boolean).join('\n\n'),
  ...(question.help && { links: [{ title: 'What to do', url: getPageUrl(question.help) }] }),
  datasource,
  gridPos: { h: 8, w: 12, x: (index % 2) * 12, y: Math.floor(index / 2) * 8 },
  fieldConfig: { defaults: { unit: getUnit(question, metric), min: 0 }, overrides: [] },
  targets: buildTargets(question, metric).map(({ expr, name }, target) => ({
    refId: String.fromCharCode(65 + target),
    expr,
    legendFormat: name,
    // Links slow requests to their traces.
    ...(expr.startsWith('histogram_quantile') && { exemplar: true }),
  })),
});

/** @type {(dashboard: (typeof dashboards)[number], metrics: Record<string, Metric>) => object} */
const dashboard = ({ name, title, questions }, metrics) => ({
  uid: `postrider-${name}`,
  title,
  tags: ['postrider'],
  schemaVersion: 39,
  editable: false,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: {
    list: [
      { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' },
      {
        name: 'namespace',
        type: 'query',
        datasource,
        query: 'label_values(postrider_ready, namespace)',
        label: 'Namespace',
        multi: true,
        includeAll: true,
        allValue: '.*',
      },
    ],
  },
  panels: questions.map((question, index) => {
    const metric = metrics[question.metric];
    if (metric === undefined) throw new Error(`The code does not export ${question.metric}.`);
    return panel(question, metric, index);
  }),
});

/** The dashboard files of the component monitoring with their content. */
export function generate() {
  const metrics = readMetrics();
  return dashboards.map((one) => ({
    file: join(folder, `${one.name}.json`),
    text: `${JSON.stringify(dashboard(one, metrics), null, 2)}\n`,
  }));
}

export function write() {
  mkdirSync(folder, { recursive: true });
  for (const { file, text } of generate()) writeFileSync(file, text);
}

/** Paths of outdated files. */
export const stale = () => generate().flatMap(({ file, text }) => (read(file) === text ? [] : [file]));

function read(/** @type {string} */ file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

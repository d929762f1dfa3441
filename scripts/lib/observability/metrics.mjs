import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../project.mjs';

const definition = /new (Counter|Gauge|Histogram|LatencyHistogram)(?:<[^>]*>)?\(\{(\s*name:[\s\S]*?)\n\}\)/g;
const started = /new (?:Counter|Gauge|Histogram|LatencyHistogram)(?:<[^>]*>)?\(\{\s*name:/g;

/** @typedef {{ type: string, help: string, labels: string[] }} Metric */

/** Default metrics of prom-client. */
const ofNode = {
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: 'The 99th percentile of the recorded event loop delays.',
    labels: [],
  },
  process_cpu_seconds_total: { type: 'counter', help: 'Total user and system CPU time spent in seconds.', labels: [] },
  process_max_fds: { type: 'gauge', help: 'Maximum number of open file descriptors.', labels: [] },
  process_open_fds: { type: 'gauge', help: 'Number of open file descriptors.', labels: [] },
  process_resident_memory_bytes: { type: 'gauge', help: 'Resident memory size in bytes.', labels: [] },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'Start time of the process since unix epoch in seconds.',
    labels: [],
  },
};
/** Metrics that Prometheus adds for each target. */
const ofPrometheus = { up: { type: 'gauge', help: 'Whether the last scrape succeeded.', labels: [] } };

/** Every metric by name, from the source code: type, help and label names. */
export function readMetrics() {
  const files = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/spec\.ts$|\/testing\//.test(name))
      .map((name) => join(project, folder, name)),
  );
  /** @type {Record<string, Metric>} */
  const metrics = { ...ofNode, ...ofPrometheus };
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const found = [...text.matchAll(definition)].filter(([, , body]) => /^\s*name: 'postrider_/.test(body));
    if (found.length !== (text.match(started) ?? []).length)
      throw new Error(`${file} defines a metric in a form that this parser does not support.`);
    for (const [, kind, body] of found) {
      const name = /name: '(\w+)'/.exec(body)?.[1] ?? '';
      const help = /help:\s*'([^']+)'/.exec(body)?.[1] ?? '';
      const labels = /labelNames: \[([^\]]*)\]/.exec(body)?.[1].match(/\w+/g) ?? [];
      metrics[name] = { type: kind.replace('Latency', '').toLowerCase(), help, labels };
    }
  }
  return metrics;
}

/** Metrics in an expression, histograms without their suffix. */
export const metricsIn = (/** @type {string} */ expression) => [
  ...new Set(
    (expression.replace(/"[^"]*"/g, '').match(/\b(?:postrider|process|nodejs)_\w+|\bup\b/g) ?? []).map((name) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    ),
  ),
];

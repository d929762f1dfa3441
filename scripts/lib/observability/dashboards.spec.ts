import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { getSlugs } from '../../../libs/testing/src/references.js';
import { generate, stale, write } from './dashboards.mjs';
import { metricsIn, readMetrics } from './metrics.mjs';
import { findPromtool } from '../machine-tools.mjs';
import { evaluate } from './promtool.mjs';

interface Panel {
  readonly title: string;
  readonly description: string;
  readonly links?: readonly { readonly url: string }[];
  readonly targets: readonly { readonly expr: string }[];
}
const panels = generate().flatMap(({ text }) => (JSON.parse(text) as { panels: Panel[] }).panels);
const page = (path: string): string => readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8');

describe('the dashboards', () => {
  it('are up to date (npm run generate writes them)', () => {
    if (process.env['GENERATE'] === 'true') write();
    expect(stale()).toEqual([]);
  });

  it('show every exported metric and no other', () => {
    const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))));
    expect([...shown].toSorted()).toEqual(Object.keys(readMetrics()).toSorted());
  });

  it('group by labels that their metrics have', () => {
    const metrics = readMetrics();
    for (const { targets } of panels)
      for (const { expr } of targets) {
        const labels = ['app', 'le', 'namespace', ...metricsIn(expr).flatMap((name) => metrics[name]!.labels)];
        const used = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, by]) => by!.split(', '));
        expect(used.filter((label) => !labels.includes(label))).toEqual([]);
      }
  });

  it('link to sections of the docs', () => {
    const links = panels.flatMap((panel) => panel.links ?? []).map(({ url }) => new URL(url));
    expect(links.length).toBeGreaterThan(20);
    const dead = links.filter(({ pathname, hash }) => !getSlugs(page(`docs${pathname}`)).has(hash.slice(1)));
    expect(dead).toEqual([]);
  });

  it('are listed in the component monitoring', () => {
    const kustomization = page('k8s/components/monitoring/kustomization.yaml');
    for (const { file } of generate()) expect(kustomization).toContain(`dashboards/${file.split('/').at(-1)}`);
  });
});

it('metrics are described in the docs', () => {
  const section = page('docs/operate/monitor.md').split('## Metrics\n')[1]!.split(/^## /m)[0]!;
  const ours = Object.keys(readMetrics()).filter((name) => name.startsWith('postrider_'));
  expect(ours.filter((name) => !section.includes(`\`${name}`))).toEqual([]);
});

const promtool = findPromtool();
(promtool === undefined ? it.skip : it)('the expressions of all panels are valid', () => {
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const parseable = expressions.map((expr) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$namespace', '.*'));
  const empty = { name: 'parsed', alerts: [], minute: 0, series: [] };
  expect(evaluate(promtool!, [empty], parseable)).toBe('');
});

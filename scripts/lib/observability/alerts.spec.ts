import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cases, faults } from './faults.mjs';
import { metricsIn, readMetrics } from './metrics.mjs';
import { findPromtool } from '../machine-tools.mjs';
import { evaluate, readRules } from './promtool.mjs';

const root = resolve(import.meta.dirname, '../../..');
const rules = readRules().flatMap((group) => group.rules);
const alerts = rules.flatMap(({ alert, ...rule }) => (alert === undefined ? [] : [{ alert, ...rule }]));
const suite = (): string[] =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        "import { all } from './faults/scenarios/index.mjs'; console.log(JSON.stringify(all.map(({ name }) => name)))",
      ],
      { cwd: root, encoding: 'utf8' },
    ),
  ) as string[];

describe('the alerts', () => {
  it('use only exported metrics and labels', () => {
    const metrics = readMetrics();
    const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
    for (const { expr } of rules) {
      const named = metricsIn(expr.replace(/postrider:[\w:]+/g, (name) => (recorded.has(name) ? '' : name)));
      expect(named.filter((name) => metrics[name] === undefined)).toEqual([]);
      for (const [, name, matchers] of expr.matchAll(/\b(postrider_\w+)\{([^}]*)\}/g)) {
        const { labels } = metrics[name!.replace(/_(bucket|sum|count)$/, '')]!;
        const used = [...matchers!.matchAll(/(\w+)(?:=|!)/g)].map(([, label]) => label!);
        expect(used.filter((label) => !labels.includes(label) && label !== 'app')).toEqual([]);
      }
    }
  });

  it.each(alerts)('$alert has a severity and a section in the runbook', ({ alert, labels, annotations }) => {
    expect(['page', 'ticket']).toContain(labels!['severity']);
    expect(annotations!['runbook_url']).toBe(`docs/operate/runbook.md#${alert.toLowerCase()}`);
    expect(readFileSync(resolve(root, 'docs/operate/runbook.md'), 'utf8')).toMatch(new RegExp(`^### ${alert}$`, 'm'));
  });

  it('are each fired by a fault', () => {
    const fired = new Set(faults.flatMap((fault) => fault.alerts));
    expect(alerts.filter(({ alert }) => !fired.has(alert)).map(({ alert }) => alert)).toEqual([]);
    expect([...fired].filter((name) => !alerts.some(({ alert }) => alert === name))).toEqual([]);
  });

  it('cover every fault of the fault suite', () => {
    const known = new Set(faults.flatMap(({ names }) => names));
    expect(suite().filter((name) => !known.has(name))).toEqual([]);
  });
});

const promtool = findPromtool();
(promtool === undefined ? describe.skip : describe)('promtool', () => {
  it('confirms that each fault fires its alerts and no others', () => {
    expect(evaluate(promtool!, cases)).toBe('');
  });

  it('reports a missing and an unexpected alert', () => {
    const [healthy] = cases;
    expect(evaluate(promtool!, [{ ...healthy!, alerts: ['PostriderDatabaseDown'] }])).toContain(
      'PostriderDatabaseDown',
    );
    const database = cases.find((one) => one.alerts.includes('PostriderDatabaseDown'))!;
    expect(evaluate(promtool!, [{ ...database, alerts: [] }])).toContain('PostriderDatabaseDown');
  });
});

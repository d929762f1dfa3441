import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { project } from '../project.mjs';
import { stepMinutes } from './faults.mjs';

/**
 * @typedef {object} Rule
 * @property {string} expr
 * @property {string} [record]
 * @property {string} [alert]
 * @property {Record<string, string>} [labels]
 * @property {Record<string, string>} [annotations]
 */

/** @type {() => { name: string, rules: Rule[] }[]} the rules of the component monitoring */
export const readRules = () =>
  parse(readFileSync(join(project, 'k8s/components/monitoring/alerts.yaml'), 'utf8')).spec.groups;

/**
 * Evaluates the rules over the given series with promtool.
 *
 * @param {string} promtool
 * @param {typeof import('./faults.mjs').cases} cases with name, series (`series`, `values`), the minute of the check,
 *   and the alerts that must fire then
 * @param {string[]} empty expressions that must be valid and have no result
 * @returns the output of a failed run, else ''
 */
export function evaluate(promtool, cases, empty = []) {
  const directory = mkdtempSync(join(tmpdir(), 'promtool-'));
  try {
    writeFileSync(join(directory, 'rules.yaml'), stringify({ groups: readRules() }));
    writeFileSync(
      join(directory, 'tests.yaml'),
      stringify(
        {
          rule_files: ['rules.yaml'],
          evaluation_interval: `${stepMinutes}m`,
          tests: cases.map(({ name, series, minute, alerts }) => ({
            name,
            interval: `${stepMinutes}m`,
            input_series: series,
            promql_expr_test: [
              {
                expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
                eval_time: `${minute}m`,
                exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
              },
              ...empty.map((expr) => ({ expr, eval_time: `${minute}m` })),
            ],
          })),
        },
        { aliasDuplicateObjects: false },
      ),
    );
    const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', 'tests.yaml'], {
      cwd: directory,
      encoding: 'utf8',
      timeout: 60_000,
    });
    return status === 0 ? '' : `${stdout}\n${stderr}`;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { project } from '../scripts/lib/project.mjs';
import { noisyColumns } from './noisy/scenarios.mjs';
import { overloadColumns } from './overload/scenario.mjs';
import { trackingColumns } from './tracking/invariants.mjs';

const file = join(project, 'faults', 'last-run.md');
const invariants = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7'];
/**
 * The tables of faults/last-run.md, each between its marks. Scenarios without columns belong to the first. A row
 * shows the results of `shown`, and all that are broken.
 */
const tables = [
  { mark: 'the run', columns: invariants, shown: ['I1', 'I3'], what: 'faults' },
  { mark: 'the tracking run', columns: trackingColumns, shown: ['Mail', 'T1', 'T2', 'T6'], what: 'faults' },
  { mark: 'the overload run', columns: overloadColumns, shown: overloadColumns, what: 'faults' },
  { mark: 'the noisy run', columns: noisyColumns, shown: ['Answered', 'Memory'], what: 'attacks' },
];
/**
 * @typedef {import('./scenario.mjs').Row} Scenario
 * @typedef {import('./scenario.mjs').Outcome & { scenario: Scenario, error?: unknown, seconds: number, ok: boolean }} Row
 */

const getColumns = (/** @type {Scenario} */ { columns = invariants }) => columns;

/** Markdown tables of fault and result; one table per kind of scenario. */
export function formatTables(/** @type {Row[]} */ rows) {
  return tables
    .map(({ columns }) => rows.filter(({ scenario }) => getColumns(scenario) === columns))
    .filter((selected) => selected.length > 0)
    .map((selected) => formatTable(selected.map(formatLine)))
    .join('\n\n');
}

const formatTable = (/** @type {string[]} */ lines) => ['| Fault | Result |', '|---|---|', ...lines].join('\n');

/** @param {Row} row */
function formatLine({ scenario, results, notes, error, own }) {
  const shown = tables.find(({ columns }) => columns === getColumns(scenario))?.shown ?? [];
  const broken = Object.entries(results).filter(([, { ok }]) => !ok);
  const cell = [
    ...shown.filter((name) => results[name]?.ok && results[name].text).map((name) => results[name].text),
    ...broken.map(([name, { text }]) => `**${name}: ${text}**`),
    ...notes,
    ...own.map((fault) => `**${fault}**`),
    ...(error ? [`**aborted: ${error instanceof Error ? error.message : error}**`] : []),
  ].join('; ');
  return `| ${scenario.title}: ${scenario.how} | ${cell} |`;
}

/**
 * Writes the results into faults/last-run.md. Scenarios that were not run keep their last row.
 *
 * @param {Row[]} rows
 * @param {Scenario[]} all
 * @param {{ postgres: string, rabbitmq: string }} versions
 */
export function writeReport(rows, all, { postgres, rabbitmq }) {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const day = new Date().toISOString().slice(0, 10);
  let text = readFileSync(file, 'utf8');
  for (const { mark, columns, what } of tables) {
    const [begin, end] = [`<!-- begin of ${mark} -->`, `<!-- end of ${mark} -->`];
    const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
    const written = text.slice(from, to).split('\n');
    const own = new Map(
      rows.filter(({ scenario }) => getColumns(scenario) === columns).map((row) => [row.scenario, formatLine(row)]),
    );
    if (own.size === 0) continue;
    const lines = all
      .map((scenario) => own.get(scenario) ?? written.find((line) => line.startsWith(`| ${scenario.title}: `)))
      .filter((line) => line !== undefined);
    const broken = lines.filter((line) => line.includes('**')).length;
    const about =
      `Postrider ${version}: PostgreSQL ${postgres}, RabbitMQ ${rabbitmq}, Node ${process.versions.node}, ` +
      `${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB. ${lines.length} ${what}, ${broken === 0 ? 'everything held' : `in ${broken} something broke`}. Last run ${day}.`;
    text = `${text.slice(0, from)}\n${about}\n\n${formatTable(lines)}\n${text.slice(to)}`;
  }
  writeFileSync(file, text);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { project } from '../scripts/lib/project.mjs';
import { noisyColumns } from './noisy/scenarios.mjs';
import { overloadColumns } from './overload/scenario.mjs';
import { trackingColumns } from './tracking/invariants.mjs';

const file = join(project, 'docs', 'faults.md');
const invariants = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7'];
/** The tables of docs/faults.md; each lies between its marks. A scenario that names no columns belongs to the first. */
const tables = [
  { mark: 'the run', columns: invariants, what: 'faults' },
  { mark: 'the tracking run', columns: trackingColumns, what: 'faults' },
  { mark: 'the overload run', columns: overloadColumns, what: 'faults' },
  { mark: 'the noisy run', columns: noisyColumns, what: 'attacks' },
];
const columnsOf = ({ columns = invariants }) => columns;

const cell = (result) =>
  result === undefined ? 'not reached' : `${result.ok ? 'holds' : '**broken**'}: ${result.text}`;

/** Fault x what must hold x result, as Markdown; a table for each kind of scenario. */
export function tablesOf(rows) {
  return tables
    .map(({ columns }) => ({ columns, rows: rows.filter(({ scenario }) => columnsOf(scenario) === columns) }))
    .filter((table) => table.rows.length > 0)
    .map((table) => tableOf(table.rows, table.columns))
    .join('\n\n');
}

function tableOf(rows, columns) {
  return [
    `| Fault | How | ${columns.join(' | ')} | Seconds |`,
    `|---|---|${columns.map(() => '---').join('|')}|---|`,
    ...rows.map(({ scenario, results, notes, error, own, seconds }) => {
      const said = [
        scenario.how,
        ...notes,
        ...own.map((fault) => `**${fault}**`),
        ...(error ? [`**not run to its end: ${error.message}**`] : []),
      ].join('; ');
      return `| ${scenario.title} | ${said} | ${columns.map((name) => cell(results[name])).join(' | ')} | ${seconds.toFixed(0)} |`;
    }),
  ].join('\n');
}

/** Puts each table of which all scenarios were run between its marks in docs/faults.md. */
export function writeReport(rows, all, { postgres, rabbitmq }) {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  for (const { mark, columns, what } of tables) {
    const belongs = (scenario) => columnsOf(scenario) === columns;
    const own = rows.filter(({ scenario }) => belongs(scenario));
    if (own.length < all.filter(belongs).length) continue;
    const broken = own.filter(({ ok }) => !ok).length;
    const minutes = own.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
    const about =
      `Postrider ${version} on ${new Date().toISOString().slice(0, 10)}: PostgreSQL ${postgres}, RabbitMQ ${rabbitmq}, Node ${process.versions.node}, ` +
      `${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB. ${own.length} ${what}, ${broken === 0 ? 'everything held' : `in ${broken} something broke`}, ${Math.round(minutes)} minutes.`;
    const [begin, end] = [`<!-- begin of ${mark} -->`, `<!-- end of ${mark} -->`];
    const text = readFileSync(file, 'utf8');
    const [before, after] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
    writeFileSync(file, `${text.slice(0, before)}\n${about}\n\n${tableOf(own, columns)}\n${text.slice(after)}`);
  }
}

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { project } from '../scripts/lib/project.mjs';

const file = join(project, 'docs', 'faults.md');
const [begin, end] = ['<!-- begin of the run -->', '<!-- end of the run -->'];
const invariantNames = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7'];

const cell = (result) =>
  result === undefined ? 'not reached' : `${result.ok ? 'holds' : '**broken**'}: ${result.text}`;

/** Fault x invariant x result, as Markdown. */
export function tableOf(rows) {
  return [
    `| Fault | How | ${invariantNames.join(' | ')} | Seconds |`,
    `|---|---|${invariantNames.map(() => '---').join('|')}|---|`,
    ...rows.map(({ scenario, results, notes, error, own, seconds }) => {
      const said = [
        scenario.how,
        ...notes,
        ...own.map((fault) => `**${fault}**`),
        ...(error ? [`**not run to its end: ${error.message}**`] : []),
      ].join('; ');
      return `| ${scenario.title} | ${said} | ${invariantNames.map((name) => cell(results[name])).join(' | ')} | ${seconds.toFixed(0)} |`;
    }),
  ].join('\n');
}

/** Puts the table of this run between the markers of docs/faults.md. */
export function writeReport(rows, { postgres, rabbitmq, seconds }) {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const broken = rows.filter(({ ok }) => !ok).length;
  const about =
    `Postrider ${version} on ${new Date().toISOString().slice(0, 10)}: PostgreSQL ${postgres}, RabbitMQ ${rabbitmq}, Node ${process.versions.node}, ` +
    `${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB. ${rows.length} faults, ${broken === 0 ? 'every invariant held' : `${broken} broke an invariant`}, ${Math.round(seconds / 60)} minutes.`;
  const text = readFileSync(file, 'utf8');
  const [before, after] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  writeFileSync(file, `${text.slice(0, before)}\n${about}\n\n${tableOf(rows)}\n${text.slice(after)}`);
}

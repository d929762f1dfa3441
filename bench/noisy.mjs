// Effect of each attack of the fault suite on a quiet account: its sends per second and the p99
// of its responses, as ratios with and without the attack. `npm run bench -- noisy render mjml` runs only some
// attacks.
import { attacks } from '../faults/noisy/attacks/index.mjs';
import { besideAttack } from '../faults/noisy/neighbours.mjs';
import { Servers } from '../faults/servers.mjs';
import { Failure } from '../scripts/lib/failure.mjs';
import { median } from './stack.mjs';

const goal = 0.8;
/**
 * Throughput is measured with four busy connections, and the p99 at a modest rate, because it means little
 * at full load.
 */
const loads = { unlimited: { connections: 4, seconds: 10 }, steady: { perSecond: 30, seconds: 20 } };
const names = process.argv.slice(2);
const selected = attacks.filter(({ name }) => names.length === 0 || names.includes(name));
/** @type {ReturnType<typeof toRow>[]} */
const rows = [];

try {
  if (selected.length < names.length)
    throw new Failure(`Unknown attack. Available: ${attacks.map(({ name }) => name).join(', ')}.`);
  const servers = await Servers.start();
  try {
    for (const attack of selected) {
      const row = toRow(attack, await besideAttack(servers, attack, loads));
      rows.push(row);
      console.log(`${attack.name}: ${row.cells.join(', ')}`);
    }
  } finally {
    await servers.stop();
  }
  print();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function toRow(
  /** @type {(typeof attacks)[number]} */ { name },
  /** @type {Awaited<ReturnType<typeof besideAttack>>} */ { alone, beside, processes },
) {
  const sends = beside.unlimited.perSecond / alone.unlimited.perSecond;
  const p99 = alone.steady.p99 / beside.steady.p99;
  const failed = [beside.unlimited, beside.steady]
    .flatMap(({ responses }) => responses)
    .reduce((sum, [status, count]) => sum + (status === 200 ? 0 : count), 0);
  const ms = (/** @type {number} */ value) => `${value.toFixed(0)} ms`;
  const cells = [
    `${alone.unlimited.perSecond.toFixed(0)}/s`,
    `${beside.unlimited.perSecond.toFixed(0)}/s`,
    sends.toFixed(2),
    ms(alone.steady.p99),
    ms(beside.steady.p99),
    p99.toFixed(2),
    String(failed),
    processes.ended.length === 0 ? 'none' : processes.ended.join(', '),
  ];
  return { name, cells, sends, p99 };
}

function print() {
  const line = (/** @type {string[]} */ cells) => console.log(`| ${cells.join(' | ')} |`);
  const columns = [
    'sends/s alone',
    'beside',
    'ratio',
    'p99 alone',
    'beside',
    'ratio',
    'not 200',
    'processes that ended',
  ];
  console.log('');
  line(['attack', ...columns]);
  line(['attack', ...columns].map(() => '---'));
  for (const { name, cells } of rows) line([name, ...cells]);
  const middle = (/** @type {'sends' | 'p99'} */ what) => median(rows.map((row) => row[what])).toFixed(2);
  const short = rows.filter(({ sends, p99 }) => Math.min(sends, p99) < goal).map(({ name }) => name);
  console.log(
    `\nmedian ratio of sends/s ${middle('sends')}, of p99 ${middle('p99')} (goal ${goal} beside each attack); below it: ${short.join(', ') || 'none'}`,
  );
}

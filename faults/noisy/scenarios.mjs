// One account attacks while another sends: the scenarios and their checks.
import { attacks } from './attacks/index.mjs';
import { formatCounts, quantile } from './figures.mjs';
import { besideAttack } from './neighbours.mjs';

const perSecond = 30;
const seconds = 20;
const loads = { steady: { perSecond, seconds } };
/** Limit of the p99 of the quiet account's responses. */
const maxP99Ms = 250;
const mb = 1024 * 1024;

const result = (/** @type {string} */ text, /** @type {string[]} */ faults) => ({
  ok: faults.length === 0,
  text,
  faults,
});
const rounded = (/** @type {number} */ value) => Math.round(value);

export const noisyColumns = ['Answered', 'Responses', 'Delivered', 'Processes', 'Memory'];

/** @type {import('../scenario.mjs').OwnScenario[]} */
export const noisy = attacks.map((attack) => ({
  name: `noisy-${attack.name}`,
  title: attack.title,
  how: attack.how,
  columns: noisyColumns,
  async run(servers) {
    const measured = await besideAttack(servers, attack, loads);
    const { responses, note } = measured.attack;
    return {
      results: evaluate(measured),
      own: [],
      responses: new Map(measured.beside['steady']?.responses),
      notes: [`attack ${formatCounts(responses)}`, ...(note ? [note] : [])],
    };
  },
}));

/**
 * Results for the five columns.
 *
 * @param {import('./neighbours.mjs').Measured} measured
 */
function evaluate({ alone, beside, deliveries, processes }) {
  const { p99, late, responses, accepted } = beside.steady;
  const others = responses.filter(([status]) => status !== 200);
  const { missing, twice, times } = deliveries;
  const { ended, memory, isCapped } = processes;
  const tooMuch = memory.filter(({ maxUsed, limit, kills }) => kills > 0 || maxUsed > limit);
  const busy = alone.steady.p99 < maxP99Ms ? '' : '; it is not without the attack either: the machine is too busy';
  const sizes = memory.map(({ name, maxUsed, limit }) => `${name} ${Math.round(maxUsed / mb)}/${limit / mb}`);
  return {
    Answered: result(
      `p99 ${rounded(p99)} ms, alone ${rounded(alone.steady.p99)} ms`,
      p99 < maxP99Ms
        ? []
        : [
            `p99 is ${rounded(p99)} ms, not below ${maxP99Ms}; the caller's timers were ${rounded(late)} ms late${busy}`,
          ],
    ),
    Responses: result(
      formatCounts(responses),
      others.length === 0 ? [] : [`not all were 200: ${formatCounts(others)}`],
    ),
    Delivered: result(`${accepted.length - missing.length}, the last after ${rounded(quantile(times, 1))} ms`, [
      ...(missing.length > 0 ? [`${missing.length} accepted emails did not arrive, for example to ${missing[0]}`] : []),
      ...(twice.length > 0 ? [`${twice.length} arrived more than once, for example to ${twice[0]}`] : []),
    ]),
    Processes: result(ended.length === 0 ? 'none ended' : ended.join(', '), ended),
    Memory: result(
      `${sizes.join(', ')} MB${isCapped ? '' : ' resident, without cgroups'}`,
      tooMuch.map(({ name, maxUsed, limit, kills }) =>
        kills > 0
          ? `${name} exceeded ${limit / mb} MB and was killed ${kills} times`
          : `${name} had ${Math.round(maxUsed / mb)} MB resident, more than ${limit / mb}`,
      ),
    ),
  };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../project.mjs';
import { dayWithPeaks } from './days.mjs';
import { readCosts, readRules } from './rules.mjs';
import { reversals, simulate, stepSeconds } from './simulation.mjs';

const page = join(project, 'docs/operate/capacity.md');
const begin = '<!-- begin of the simulation -->';
const end = '<!-- end of the simulation -->';

/** @typedef {import('./simulation.mjs').Step} Step */
/**
 * The simulated days: name, sends per second at night, seconds per email of the provider, and rate-limited email.
 *
 * @typedef {{ name: string, night: number, provider: number, held?: number }} Day
 * @type {readonly [Day, ...Day[]]}
 */
export const days = [
  { name: 'a provider that responds in 50 ms', night: 200, provider: 0.05 },
  { name: 'a provider that responds in 200 ms', night: 60, provider: 0.2 },
  { name: '100,000 more rate-limited emails', night: 10, provider: 0.05, held: 100_000 },
];

/**
 * @param {Day} day
 * @param {readonly string[]} unseen metrics that the autoscalers do not get
 */
export function simulateDay({ night, provider, held = 0 }, unseen = []) {
  const rules = Object.fromEntries(
    Object.entries(readRules()).map(([name, rule]) => [
      name,
      { ...rule, triggers: rule.triggers.filter(({ signal }) => !unseen.includes(signal)) },
    ]),
  );
  const costs = readCosts(Object.keys(rules));
  return simulate({ rules, costs, day: dayWithPeaks(stepSeconds, night), provider, held });
}

/** A reversed change within 15 minutes counts as flapping. */
export const flappingSeconds = 900;

const number = (/** @type {number} */ value) => Math.round(value).toLocaleString('en-US');
const formatRow = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(' | ')} |`;

/** The table of docs/operate/capacity.md#autoscaling. */
function report() {
  const simulated = days.map((day) => ({ ...day, steps: simulateDay(day) }));
  const services = Object.keys(simulated[0].steps[0].replicas);
  /**
   * @param {readonly Step[]} steps
   * @param {(step: Step) => number} of
   */
  const getMax = (steps, of) => Math.max(...steps.map(of));
  const summary = simulated.map(({ name, steps }) =>
    formatRow([
      name,
      `${number(Math.min(...steps.map(({ sends }) => sends)))} to ${number(getMax(steps, ({ sends }) => sends))}`,
      `${getMax(steps, ({ replicas }) => replicas.gateway)}, ${getMax(steps, ({ replicas }) => replicas.delivery)}`,
      number(getMax(steps, ({ due }) => due)),
      `${getMax(steps, ({ oldest }) => oldest)} s`,
      services.reduce((sum, service) => sum + reversals(steps, service, flappingSeconds), 0),
    ]),
  );
  return [
    formatRow(['day', 'sends/s', 'max gateway, delivery', 'max due emails', 'max age of due emails', 'flapping']),
    '|---|---|---|---|---|---|',
    ...summary,
  ].join('\n');
}

/**
 * @param {string} text
 * @param {string} table
 */
const withReport = (text, table) => {
  const [before, rest] = text.split(begin);
  const [, after] = rest.split(end);
  return `${before}${begin}\n${table}\n${end}${after}`;
};

/** Whether the page has the table of the current rules. */
export const isWritten = () => {
  const text = readFileSync(page, 'utf8');
  return text === withReport(text, report());
};

export function write() {
  writeFileSync(page, withReport(readFileSync(page, 'utf8'), report()));
}

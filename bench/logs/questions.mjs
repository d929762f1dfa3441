// What is asked of a long history: of lists of logs, by the page of logs of the dashboard, and of figures.
import { quantiles } from '../history.mjs';
import { addressOf, espAccountOf, tagOf, templateOf } from './mails.mjs';

const repetitions = 100;
const day = 86_400;
const page = '/logs/search?count=50';
const asked = encodeURIComponent;

/** By name, the path of the nth question; `now` in seconds, `id` of any log. */
export const lists = (/** @type {Asked} */ { now, id }) => ({
  'GET /logs': () => '/logs',
  'GET /logs, 100': () => '/logs?count=100',
  'GET /logs, offset 10,000': () => '/logs?offset=10000',
  'GET /logs, a day last month': () => `/logs?created_lt=${now - 30 * day}&created_gte=${now - 31 * day}`,
  'one log': () => `/logs/${id}`,
  'logs of one customer': (/** @type {number} */ n) => `/customers/${asked(addressOf(n))}/logs`,
});

/** `cursors`: ids of logs from the newest to the oldest. */
export const searches = (/** @type {Asked} */ { now, cursors }) => ({
  'first page': () => page,
  'of an address': (/** @type {number} */ n) => `${page}&q=${asked(addressOf(n))}`,
  'of how an id begins': (/** @type {number} */ n) => `${page}&q=${cursors[n % cursors.length].slice(0, 12)}`,
  'of a template': (/** @type {number} */ n) => `${page}&template=${templateOf(n)}`,
  'of a tag': (/** @type {number} */ n) => `${page}&tag=${asked(tagOf(n))}`,
  'of an ESP account': (/** @type {number} */ n) => `${page}&esp_account=${espAccountOf(n)}`,
  'of a status': () => `${page}&status=bounced`,
  'of a status, the last 30 days': () => `${page}&status=bounced,dropped&created_gte=${now - 30 * day}`,
  'at a cursor anywhere': (/** @type {number} */ n) => `${page}&cursor=${cursors[n % cursors.length]}`,
  'of a template, at a cursor': (/** @type {number} */ n) =>
    `${page}&template=${templateOf(n)}&cursor=${cursors[n % cursors.length]}`,
  'of a rare tag': () => `${page}&tag=rare`,
  'of a rare status': () => `${page}&status=dropped`,
  'of words that no log has': () => `${page}&q=${asked('no such words')}`,
});

export const figures = (/** @type {Asked} */ { now }) => ({
  '30 days by day': () => '/stats',
  'of a template, with its versions': (/** @type {number} */ n) => `/stats?template=${templateOf(n)}`,
  'of a tag': (/** @type {number} */ n) => `/stats?tag=${asked(tagOf(n))}`,
  'of an ESP account': (/** @type {number} */ n) => `/stats?esp_account=${espAccountOf(n)}`,
  '24 hours by hour': () => `/stats?by=hour&from=${now - day}`,
  '48 hours by hour': () => '/stats?by=hour',
  '7 days by hour': () => `/stats?by=hour&from=${now - 7 * day}`,
  '180 days by day': () => `/stats?from=${now - 180 * day}`,
});

/** How long each takes, by its name. */
export async function measure(
  /** @type {Postrider} */ postrider,
  /** @type {Record<string, (n: number) => string>} */ questions,
) {
  /** @type {Record<string, ReturnType<typeof quantiles>>} */
  const answers = {};
  for (const [name, pathOf] of Object.entries(questions)) {
    const times = [];
    for (let n = -10; n < repetitions; n += 1) {
      const path = pathOf(n + 10);
      const begun = performance.now();
      await postrider.get(path);
      if (n >= 0) times.push(performance.now() - begun);
    }
    answers[name] = quantiles(times);
  }
  return answers;
}

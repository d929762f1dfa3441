import { inWords, toDelay, toSeconds } from './delays.js';

it.each([
  [0, { count: '0', unit: 'minutes' }, 'immediately'],
  [60, { count: '1', unit: 'minutes' }, 'after 1 minute'],
  [5_400, { count: '90', unit: 'minutes' }, 'after 90 minutes'],
  [7_200, { count: '2', unit: 'hours' }, 'after 2 hours'],
  [86_400, { count: '1', unit: 'days' }, 'after 1 day'],
  [1_209_600, { count: '2', unit: 'weeks' }, 'after 2 weeks'],
] as const)('%d seconds are edited as %j and shown as "%s"', (seconds, delay, words) => {
  expect(toDelay(seconds)).toEqual(delay);
  expect(toSeconds(delay)).toBe(seconds);
  expect(inWords(seconds)).toBe(words);
});

it('seconds that are no whole minutes are shown as seconds', () => {
  expect(inWords(90)).toBe('after 90 seconds');
});

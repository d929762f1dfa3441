import { duration, interpolate, namesIn, parseMessage, size } from './texts.js';

describe('a text with placeholders', () => {
  it('is filled with values', () => {
    expect(interpolate('{count} mails to {address}', { count: 3, address: 'ada@example.com' })).toBe(
      '3 mails to ada@example.com',
    );
  });

  it('keeps unknown placeholders and values that look like one', () => {
    expect(interpolate('{a} {b}', { a: '{b}' })).toBe('{b} {b}');
  });

  it('splits into parts for elements', () => {
    expect(parseMessage('To {who}, {when}')).toEqual([
      { text: 'To ' },
      { name: 'who' },
      { text: ', ' },
      { name: 'when' },
    ]);
    expect(namesIn('To {who}, {when}')).toEqual(['who', 'when']);
  });
});

it.each([
  [0, '0 kB'],
  [460, '0.4 kB'],
  [1536, '1.5 kB'],
  [1024 * 1024 - 1, '1,024 kB'],
  [4 * 1024 ** 2, '4 MB'],
  [10 * 1024 ** 3, '10 GB'],
  [5000 * 1024 ** 4, '5,000 TB'],
])('%d bytes are formatted as %s', (bytes, written) => {
  expect(size(bytes)).toBe(written);
});

it.each([
  [0.53, '0.5 sec'],
  [59, '59 sec'],
  [90, '1.5 min'],
  [3_600, '1 hr'],
  [130_000, '36 hr'],
])('%d seconds are formatted as %s', (seconds, written) => {
  expect(duration(seconds)).toBe(written);
});

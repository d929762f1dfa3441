import { parseData, valueOf } from './customer-data.js';

it.each([
  ['', { data: {} }],
  ['{"plan": "pro", "seats": 5}', { data: { plan: 'pro', seats: 5 } }],
  ['[1]', { error: expect.stringContaining('JSON object') }],
  ['null', { error: expect.stringContaining('JSON object') }],
  ['{"plan"', { error: expect.stringContaining('is no JSON') }],
])('attributes written as %s', (text, parsed) => {
  expect(parseData(text)).toEqual(parsed);
});

it('a text is shown as it is, anything else as JSON', () => {
  expect(['pro', 5, true, null].map(valueOf)).toEqual(['pro', '5', 'true', 'null']);
});

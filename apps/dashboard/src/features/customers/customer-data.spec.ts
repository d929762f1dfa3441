import { toBody, toFields, parseData, takenOut, formatValue } from './customer-data.js';

it.each([
  ['', { data: {} }],
  ['{"plan": "pro", "seats": 5}', { data: { plan: 'pro', seats: 5 } }],
  ['[1]', { error: expect.stringContaining('JSON object') }],
  ['null', { error: expect.stringContaining('JSON object') }],
  ['{"plan"', { error: expect.stringContaining('is not valid JSON') }],
])('attributes written as %s', (text, parsed) => {
  expect(parseData(text)).toEqual(parsed);
});

it('strings are shown verbatim, other values as JSON', () => {
  expect(['pro', 5, true, null].map(formatValue)).toEqual(['pro', '5', 'true', 'null']);
});

describe('the editable attributes of a customer', () => {
  it('include each attribute, also one named like the locale', () => {
    const fields = toFields('de-DE', { plan: 'gold', locale: 'of the shop' });
    expect(fields).toEqual({ locale: 'de-DE', 'data.plan': 'gold', 'data.locale': 'of the shop' });
    expect(toBody(fields)).toEqual({ locale: 'de-DE', data: { plan: 'gold', locale: 'of the shop' } });
    expect(toBody({ 'data.plan': null })).toEqual({ data: { plan: null } });
  });

  it('exclude removed attributes and list their names', () => {
    expect(takenOut({ plan: 'gold', orders: 3 }, { orders: 4, city: 'Bern' })).toEqual(['plan']);
  });
});

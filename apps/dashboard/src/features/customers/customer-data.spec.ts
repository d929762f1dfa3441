import { bodyOf, fieldsOf, parseData, takenOut, valueOf } from './customer-data.js';

it.each([
  ['', { data: {} }],
  ['{"plan": "pro", "seats": 5}', { data: { plan: 'pro', seats: 5 } }],
  ['[1]', { error: expect.stringContaining('JSON object') }],
  ['null', { error: expect.stringContaining('JSON object') }],
  ['{"plan"', { error: expect.stringContaining('is not valid JSON') }],
])('attributes written as %s', (text, parsed) => {
  expect(parseData(text)).toEqual(parsed);
});

it('a text is shown as it is, anything else as JSON', () => {
  expect(['pro', 5, true, null].map(valueOf)).toEqual(['pro', '5', 'true', 'null']);
});

describe('what of a customer can be changed', () => {
  it('is each attribute, also one that is called as the locale is', () => {
    const fields = fieldsOf('de-DE', { plan: 'gold', locale: 'of the shop' });
    expect(fields).toEqual({ locale: 'de-DE', 'data.plan': 'gold', 'data.locale': 'of the shop' });
    expect(bodyOf(fields)).toEqual({ locale: 'de-DE', data: { plan: 'gold', locale: 'of the shop' } });
    expect(bodyOf({ 'data.plan': null })).toEqual({ data: { plan: null } });
  });

  it('is no attribute that is taken out, which is named', () => {
    expect(takenOut({ plan: 'gold', orders: 3 }, { orders: 4, city: 'Bern' })).toEqual(['plan']);
  });
});

import { suppressionFilter } from './queries.js';

it.each([
  [{}, {}],
  [
    { search: 'ada', reason: 'hard_bounce' },
    { search: 'ada', reason: 'hard_bounce' },
  ],
  [{ search: '', reason: 'whatever' }, {}],
  [{ search: 7, reason: ['manual'] }, {}],
])('an address with %j asks for %j', (search, filter) => {
  expect(suppressionFilter(search)).toEqual(filter);
});

import { suppressionFilter } from './queries.js';

it.each([
  [{}, {}],
  [
    { search: 'ada', reason: 'hard_bounce' },
    { search: 'ada', reason: 'hard_bounce' },
  ],
  [{ search: '', reason: 'whatever' }, {}],
  [{ search: 7, reason: ['manual'] }, {}],
])('search parameters %j request %j', (search, filter) => {
  expect(suppressionFilter(search)).toEqual(filter);
});

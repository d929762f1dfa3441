import { queryOf, validateLogSearch } from './log-search.js';

describe('the search parameters of the list', () => {
  it('drop unknown values', () => {
    const given = { q: ' ada@example.com ', outcome: 'failed', since: 'ever', test: true, tag: '', page: 3 };
    expect(validateLogSearch(given)).toEqual({ q: 'ada@example.com', outcome: 'failed', test: 'true' });
    expect(validateLogSearch({ q: 4711 })).toEqual({ q: '4711' });
    expect(validateLogSearch({ q: 'Ada <ada@example.com>' })).toEqual({ q: 'ada@example.com' });
    expect(validateLogSearch({ q: 'x'.repeat(300) })).toEqual({ q: 'x'.repeat(254) });
  });

  it('map to the query of the API', () => {
    expect(queryOf({ outcome: 'failed', since: 'hour', q: 'ada' }, 1_795_348_800_000)).toEqual({
      q: 'ada',
      status: 'bounced,dropped',
      created_gte: 1_795_345_200,
    });
  });
});

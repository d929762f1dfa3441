import { inMode, toQuery, validateLogSearch } from './log-search.js';

describe('the search parameters of the list', () => {
  it('drop unknown values', () => {
    const given = { q: ' ada@example.com ', outcome: 'failed', since: 'ever', test: true, tag: '', page: 3 };
    expect(validateLogSearch(given)).toEqual({ q: 'ada@example.com', outcome: 'failed', test: 'true' });
    expect(validateLogSearch({ q: 4711 })).toEqual({ q: '4711' });
    expect(validateLogSearch({ q: 'Ada <ada@example.com>' })).toEqual({ q: 'ada@example.com' });
    expect(validateLogSearch({ q: 'x'.repeat(300) })).toEqual({ q: 'x'.repeat(254) });
    expect(validateLogSearch({ tag: true, template: 'x'.repeat(99) })).toEqual({
      tag: 'true',
      template: 'x'.repeat(64),
    });
    expect(validateLogSearch({ log: 'log_1', tab: 'attempts' })).toEqual({ log: 'log_1', tab: 'attempts' });
    expect(validateLogSearch({ log: { id: 1 }, tab: 'none' })).toEqual({});
  });

  it('have one filter by status and one by time', () => {
    expect(validateLogSearch({ outcome: 'failed', status: 'bounced' })).toEqual({ status: 'bounced' });
    expect(validateLogSearch({ outcome: 'failed', status: 'lost' })).toEqual({ outcome: 'failed' });
    expect(validateLogSearch({ since: 'day', from: '2026-11-01' })).toEqual({ since: 'day' });
    expect(validateLogSearch({ from: '2026-11-01', to: '2026-11-03' })).toEqual({
      from: '2026-11-01',
      to: '2026-11-03',
    });
    for (const day of ['2026-02-31', '2026-13-01', '26-01-01', '0001-01-01', 20_261_101, '2026-11-01T00:00'])
      expect(validateLogSearch({ from: day, to: day })).toEqual({});
  });

  it('show the email of the mode, unless they name the keys', () => {
    expect(inMode({ tag: 'a' }, 'live')).toEqual({ tag: 'a', test: 'false' });
    expect(inMode({}, 'test')).toEqual({ test: 'true' });
    expect(inMode({ test: 'false' }, 'test')).toEqual({ test: 'false' });
  });

  it('map to the query of the API', () => {
    expect(toQuery({ outcome: 'failed', since: 'hour', q: 'ada' }, 1_795_348_800_000)).toEqual({
      q: 'ada',
      status: 'bounced,dropped',
      created_gte: 1_795_345_200,
    });
    expect(toQuery({ status: 'bounced' }, 0)).toEqual({ status: 'bounced' });
  });

  it('map days to times in the zone of the reader', () => {
    const at = (text: string): number => new Date(text).getTime() / 1_000;
    expect(toQuery({ from: '2026-11-01', to: '2026-11-30' }, 0)).toEqual({
      created_gte: at('2026-11-01T00:00'),
      created_lt: at('2026-12-01T00:00'),
    });
    expect(toQuery({ since: 'today' }, new Date('2026-11-27T14:50').getTime())).toEqual({
      created_gte: at('2026-11-27T00:00'),
    });
  });
});

import { browserStorage } from '../../storage.js';
import { maxViews, readViews, removeView, saveView, viewsKey } from './saved-views.js';

describe('saved views', () => {
  const key = viewsKey('usr_1', 'acc_1');

  it('are of one user in one account, and replaced by name', () => {
    saveView(key, { name: 'Bounces', search: { status: 'bounced' } });
    saveView(key, { name: 'Today', search: { since: 'today' } });
    saveView(key, { name: 'Bounces', search: { outcome: 'failed' } });
    expect(readViews(key)).toEqual([
      { name: 'Today', search: { since: 'today' } },
      { name: 'Bounces', search: { outcome: 'failed' } },
    ]);
    expect(readViews(viewsKey('usr_1', 'acc_2'))).toEqual([]);
    expect(readViews(viewsKey('usr_2', 'acc_1'))).toEqual([]);
    removeView(key, 'Today');
    expect(readViews(key).map(({ name }) => name)).toEqual(['Bounces']);
  });

  it.each(['no JSON', '{}', 'null', '[null, 1, {"name": 1, "search": {}}, {"name": "x"}]'])('ignore %s', (stored) => {
    browserStorage.set(key, stored);
    expect(readViews(key)).toEqual([]);
  });

  it('keep only known filters, and so many', () => {
    browserStorage.set(
      key,
      JSON.stringify([{ name: 'x'.repeat(99), search: { status: 'none', tag: 'a', log: 'log_1' } }]),
    );
    expect(readViews(key)).toEqual([{ name: 'x'.repeat(60), search: { tag: 'a' } }]);
    for (let n = 0; n < 30; n += 1) saveView(key, { name: `${n}`, search: {} });
    expect(readViews(key)).toHaveLength(maxViews);
  });
});

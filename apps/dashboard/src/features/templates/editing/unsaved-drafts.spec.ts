import { jest } from '@jest/globals';
import type { UnsavedDraft, DraftStorage } from './unsaved-drafts.js';
import { DraftKeeper, selectDrafts } from './unsaved-drafts.js';

const draft = (subject: string, more: Partial<UnsavedDraft> = {}): UnsavedDraft => ({
  key: 'k',
  id: 'ver_1',
  content: { name: 'n', subject, preheader: '', html: '', text: '', amp_html: '', data: '{}' },
  tag: '"a"',
  time: 0,
  ...more,
});

function keeperOn(written: string[]) {
  const storage: DraftStorage = {
    find: () => Promise.resolve([]),
    put: ({ key, content }) => Promise.resolve(void written.push(`${key} ${content.subject}`)),
    delete: (key) => Promise.resolve(void written.push(`${key} gone`)),
  };
  return new DraftKeeper(storage, 'k');
}

describe('unsaved changes', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are stored at most once a second, with the newest state', async () => {
    const written: string[] = [];
    const keeper = keeperOn(written);
    for (const subject of ['a', 'b', 'c']) keeper.keep(() => draft(subject));
    await jest.advanceTimersByTimeAsync(100);
    expect(written).toEqual(['k c']);
    for (const subject of ['d', 'e']) keeper.keep(() => draft(subject));
    await jest.advanceTimersByTimeAsync(999);
    expect(written).toEqual(['k c']);
    await jest.advanceTimersByTimeAsync(1);
    expect(written).toEqual(['k c', 'k e']);
  });

  it('are stored when the page is left and deleted after a save', async () => {
    const written: string[] = [];
    const keeper = keeperOn(written);
    keeper.keep(() => draft('a'));
    await keeper.flush();
    keeper.keep(() => undefined);
    await keeper.flush();
    await keeper.flush();
    expect(written).toEqual(['k a', 'k gone']);
  });

  it('do not disturb editing when the browser stores nothing', async () => {
    const keeper = new DraftKeeper(
      {
        find: () => Promise.resolve([]),
        put: () => Promise.reject(new Error('no')),
        delete: () => Promise.resolve(),
      },
      'k',
    );
    keeper.keep(() => draft('a'));
    await expect(keeper.flush()).resolves.toBeUndefined();
  });

  it('are offered newest first, those of the same version before others', () => {
    const found = [
      draft('old', { key: 'a', time: 1 }),
      draft('elsewhere', { key: 'b', id: 'ver_2', time: 3 }),
      draft('new', { key: 'c', time: 2 }),
    ];
    const { offered, obsolete } = selectDrafts(found, 'ver_1', draft('saved').content);
    expect([offered.map(({ key }) => key), obsolete]).toEqual([['c', 'a', 'b'], []]);
  });

  it('are obsolete once saved or with five newer ones', () => {
    const saved = draft('saved', { key: 'saved', time: 99 });
    const many = Array.from({ length: 7 }, (_, time) => draft(`${time}`, { key: `${time}`, time }));
    const { offered, obsolete } = selectDrafts([saved, ...many], 'ver_1', saved.content);
    expect(offered.map(({ key }) => key)).toEqual(['6', '5', '4', '3', '2']);
    expect(obsolete.map(({ key }) => key)).toEqual(['saved', '1', '0']);
    expect(selectDrafts([saved], 'ver_2', saved.content).offered).toEqual([saved]);
  });
});

import { jest } from '@jest/globals';
import type { KeptDraft, Shelf } from './kept-drafts.js';
import { DraftKeeper } from './kept-drafts.js';

const draft = (subject: string): KeptDraft => ({
  content: { name: 'n', subject, preheader: '', html: '', text: '', amp_html: '', data: '{}' },
  tag: '"a"',
  time: 0,
});

function keeperOn(written: string[]) {
  const shelf: Shelf = {
    get: () => Promise.resolve(undefined),
    put: (key, { content }) => Promise.resolve(void written.push(`${key} ${content.subject}`)),
    delete: (key) => Promise.resolve(void written.push(`${key} gone`)),
  };
  return new DraftKeeper(shelf, 'k');
}

describe('what is written and not saved', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is kept at most once a second, the newest of it', async () => {
    const written: string[] = [];
    const keeper = keeperOn(written);
    for (const subject of ['a', 'b', 'c']) keeper.keep(() => draft(subject));
    await jest.advanceTimersByTimeAsync(999);
    expect(written).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(written).toEqual(['k c']);
  });

  it('is kept at once when the page is left, and goes when it was saved', async () => {
    const written: string[] = [];
    const keeper = keeperOn(written);
    keeper.keep(() => draft('a'));
    await keeper.flush();
    keeper.keep(() => undefined);
    await keeper.flush();
    await keeper.flush();
    expect(written).toEqual(['k a', 'k gone']);
  });

  it('does not stop the writing where a browser keeps nothing', async () => {
    const keeper = new DraftKeeper(
      {
        get: () => Promise.resolve(undefined),
        put: () => Promise.reject(new Error('no')),
        delete: () => Promise.resolve(),
      },
      'k',
    );
    keeper.keep(() => draft('a'));
    await expect(keeper.flush()).resolves.toBeUndefined();
  });
});

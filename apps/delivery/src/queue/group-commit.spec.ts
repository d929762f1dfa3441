import { describe, expect, it } from '@jest/globals';
import { GroupCommit } from './group-commit.js';

/** A commit that finishes when told to. */
function controlled() {
  const commits: { items: readonly number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const commit = (items: readonly number[]): Promise<number[]> => new Promise((resolve, reject) => {
    commits.push({ items, finish: () => resolve(items.map((item) => item * 10)), fail: reject });
  });
  return { commits, commit };
}
const turn = (): Promise<void> => new Promise(setImmediate);

describe('GroupCommit', () => {
  it('commits what arrives together in one batch and gives each its own result', async () => {
    const { commits, commit } = controlled();
    const group = new GroupCommit(commit, { batch: 10, concurrent: 1 });
    const results = Promise.all([group.add(1), group.add(2), group.add(3)]);
    await turn();
    expect(commits.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    commits[0]!.finish();
    expect(await results).toEqual([10, 20, 30]);
  });

  it('gathers what arrives while a commit is under way for the next one', async () => {
    const { commits, commit } = controlled();
    const group = new GroupCommit(commit, { batch: 10, concurrent: 1 });
    const first = group.add(1);
    await turn();
    const later = [group.add(2), group.add(3)];
    await turn();
    expect(commits).toHaveLength(1);
    commits[0]!.finish();
    await first;
    await turn();
    expect(commits[1]!.items).toEqual([2, 3]);
    commits[1]!.finish();
    expect(await Promise.all(later)).toEqual([20, 30]);
  });

  it('splits what is more than a batch', async () => {
    const { commits, commit } = controlled();
    const group = new GroupCommit(commit, { batch: 2, concurrent: 2 });
    const results = Promise.all([1, 2, 3].map((item) => group.add(item)));
    await turn();
    expect(commits.map(({ items }) => items)).toEqual([[1, 2], [3]]);
    commits.forEach(({ finish }) => finish());
    expect(await results).toEqual([10, 20, 30]);
  });

  it('fails exactly those whose commit failed and goes on with the others', async () => {
    const { commits, commit } = controlled();
    const group = new GroupCommit(commit, { batch: 1, concurrent: 1 });
    const [bad, good] = [group.add(1), group.add(2)];
    await turn();
    commits[0]!.fail(new Error('no connection'));
    await expect(bad).rejects.toThrow('no connection');
    await turn();
    commits[1]!.finish();
    expect(await good).toBe(20);
  });
});

import type { SystemPool } from '@postrider/service';
import { StoredKeysRepository } from './stored-keys.repository.js';

const buildCaller = (keyId: string) => ({ accountId: 'acc_1', keyId, kind: 'live', scopes: null, defaultSender: null });

/** Returns a key for each digest that starts with `known`, when the test calls `answer`. */
class ControlledDatabase {
  readonly statements: string[][] = [];
  private waiting: (() => void)[] = [];

  query(_sql: string, [digests]: [string[]]): Promise<unknown> {
    this.statements.push(digests);
    const rows = digests
      .filter((digest) => digest.startsWith('known'))
      .map((digest) => ({ digest, caller: buildCaller(digest), expires_at: null }))
      .toReversed();
    return new Promise((resolve) => {
      this.waiting.push(() => resolve({ rows }));
    });
  }

  round(): void {
    for (const each of this.waiting.splice(0)) each();
  }
}

const turn = (): Promise<void> => new Promise(setImmediate);

describe('StoredKeysRepository', () => {
  it('batches lookups into at most two concurrent statements', async () => {
    const database = new ControlledDatabase();
    const keys = new StoredKeysRepository(database as unknown as SystemPool);
    const first = keys.findByDigest('known_0');
    await turn();
    const others = Array.from({ length: 300 }, (_none, key) =>
      keys.findByDigest(key === 250 ? 'known_1' : `unknown_${key}`),
    );
    await turn();
    expect(database.statements.map(({ length }) => length)).toEqual([1, 200]);
    for (let round = 0; round < 2; round++) {
      database.round();
      await turn();
    }
    expect(database.statements.map(({ length }) => length)).toEqual([1, 200, 100]);
    expect(await first).toEqual({ caller: buildCaller('known_0'), expiresAt: null });
    const found = await Promise.all(others);
    expect(found[250]).toEqual({ caller: buildCaller('known_1'), expiresAt: null });
    expect(found.filter((key) => key !== undefined)).toHaveLength(1);
  });
});

import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestContext } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { ModuleUnderTest } from '../testing/module-under-test.js';
import { EditTransactions, TransactionsModule } from './edit-transactions.js';

const tooLate = { code: 'unavailable', message: 'The request ran out of time; nothing was changed' };
/** Longer than a busy machine pauses between two statements, because a transaction's idle time counts. */
const soonMs = 2_000;

/** Work that the test starts and ends. */
function controlled() {
  let begin = (): void => {};
  let end = (): void => {};
  const began = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async (): Promise<void> => {
    begin();
    await ended;
  };
  return { work, began, end };
}

describe('edit transactions', () => {
  const connections = 4;
  let service: ModuleUnderTest;
  let edits: EditTransactions;
  beforeAll(async () => {
    service = await ModuleUnderTest.start(TransactionsModule, 2 * connections);
    edits = service.module.get(EditTransactions);
  }, 60_000);
  afterAll(() => service.stop(), 60_000);

  const request = (forMs = 20_000, accountId = newId('account')): RequestContext => ({
    accountId,
    requestId: newId('request'),
    deadline: Date.now() + forMs,
  });
  const connectionsWaiting = async (): Promise<number> => {
    const [{ count }] = await service.sql.query<[{ count: number }]>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return count;
  };

  it('use at most half of the connections', async () => {
    const begun = Array.from({ length: connections }, () => controlled());
    const next = controlled();
    const running = [...begun, next].map(({ work }) => edits.run(request(), { snippets: 'shared' }, work));
    await Promise.all(begun.map(({ began }) => began));
    const [{ busy }] = await service.sql.query<[{ busy: number }]>(
      `select count(*)::int as busy from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
    expect(busy).toBe(connections);
    begun[0]!.end();
    await next.began;
    for (const { end } of [...begun, next]) end();
    await Promise.all(running);
  });

  it('of one account leave connections to other accounts, and only a few can wait', async () => {
    const accountId = newId('account');
    const own = Array.from({ length: 17 }, () => controlled());
    const running = own.map(({ work }) => edits.run(request(20_000, accountId), { snippets: 'shared' }, work));
    await expect(running[16]).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Too many edits of this account are waiting; nothing was changed',
    });
    await own[0]!.began;
    const other = controlled();
    const others = edits.run(request(), { snippets: 'shared' }, other.work);
    await other.began;
    other.end();
    await others;
    own.forEach(({ end }) => end());
    await Promise.all(running.slice(0, 16));
  });

  it('are rejected at their deadline while they wait for a connection, without delaying others', async () => {
    const busy = Array.from({ length: connections }, () => controlled());
    const running = busy.map(({ work }) => edits.run(request(), { snippets: 'shared' }, work));
    await Promise.all(busy.map(({ began }) => began));
    let ran = false;
    const late = edits.run(request(soonMs), { snippets: 'shared' }, async () => {
      ran = true;
    });
    const patient = edits.run(request(), { snippets: 'shared' }, async () => 'done');
    await expect(late).rejects.toMatchObject(tooLate);
    busy.forEach(({ end }) => end());
    await Promise.all(running);
    expect(await patient).toBe('done');
    expect(ran).toBe(false);
  });

  it('are rejected at their deadline while they wait for the snippets lock, and release the connection', async () => {
    const accountId = newId('account');
    const holder = controlled();
    const holding = edits.run(request(20_000, accountId), { snippets: 'exclusive' }, holder.work);
    await holder.began;
    const late = edits.run(request(soonMs, accountId), { snippets: 'shared' }, async () => 'done');
    await expect(late).rejects.toMatchObject(tooLate);
    expect(await edits.run(request(), { snippets: 'shared' }, async () => 'done')).toBe('done');
    holder.end();
    await holding;
  });

  it('share the snippets lock unless one changes snippets', async () => {
    const accountId = newId('account');
    const [one, other, change] = [controlled(), controlled(), controlled()];
    const sharing = [one, other].map(({ work }) => edits.run(request(20_000, accountId), { snippets: 'shared' }, work));
    await Promise.all([one.began, other.began]);
    one.end();
    await sharing[0];
    let changed = false;
    const changing = edits.run(request(20_000, accountId), { snippets: 'exclusive' }, async () => {
      changed = true;
      await change.work();
    });
    await waitFor(async () => (await connectionsWaiting()) === 1);
    expect(changed).toBe(false);
    other.end();
    await change.began;
    change.end();
    await Promise.all([...sharing, changing]);
  });

  it('roll back when their work ends after the deadline', async () => {
    // The query that watches must not join the transaction.
    const outside = AsyncLocalStorage.snapshot();
    const late = edits.run(request(soonMs), { snippets: 'shared' }, async (tx) => {
      await tx.query(`insert into templates (account_id, id, name) values ('acc_late', 'tem_late', 'Late')`);
      const untilGone = async (): Promise<boolean> => {
        const [{ gone }] = await service.sql.query<[{ gone: boolean }]>(
          `select count(*) = 0 as gone from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
        );
        return gone;
      };
      await outside(() => waitFor(untilGone));
    });
    await expect(late).rejects.toMatchObject(tooLate);
    expect(await service.sql.query(`select 1 from templates where account_id = 'acc_late'`)).toEqual([]);
  });
});

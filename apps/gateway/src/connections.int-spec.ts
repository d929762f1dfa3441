import { Client } from 'pg';
import { waitFor } from '@postrider/testing';
import type { NewAccount } from './accounts/accounts.repository.js';
import { createAccount } from './accounts/accounts.repository.js';
import { GatewayUnderTest } from './testing/gateway-under-test.js';

/** More requests than the pool has connections. */
const many = 41;

describe('while the row of an account is locked', () => {
  let api: GatewayUnderTest;
  let locked: NewAccount;
  let other: NewAccount;
  let holder: Client;

  beforeAll(async () => {
    api = await GatewayUnderTest.start();
    locked = await createAccount(api.databaseUrl, 'Locked');
    other = await createAccount(api.databaseUrl, 'Other');
    holder = new Client({ connectionString: api.databaseUrl });
    await holder.connect();
  }, 60_000);
  afterAll(async () => {
    await holder.end();
    await api.stop();
  });
  beforeEach(async () => {
    await holder.query('begin');
    await holder.query('select from gateway.accounts where id = $1 for update', [locked.id]);
  });
  afterEach(() => holder.query('rollback'));

  const waitingForLock = async (): Promise<number> => {
    const [row] = await api.sql<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row!.count;
  };

  it('reads of the account succeed', async () => {
    const responses = await Promise.all(
      Array.from({ length: many }, () => api.call('/account', { key: locked.keys.live })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('changes of the account wait on few connections, and other accounts are served', async () => {
    const changes = Array.from({ length: many }, () =>
      api.call('/account', { key: locked.keys.live, method: 'PATCH', body: { name: 'Changed' } }),
    );
    await waitFor(async () => (await waitingForLock()) > 0);
    // Changes beyond the share time out. Until one has, all of them compete for a connection.
    const firstStatus = Promise.race(changes.map((change) => change.then(({ status }) => status)));
    for (const path of ['/account', '/users', '/audit', '/api_keys'])
      expect((await api.call(path, { key: other.keys.live })).status).toBe(200);
    expect(await waitingForLock()).toBeLessThanOrEqual(3);
    expect(await firstStatus).toBe(503);
    await holder.query('rollback');
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  });
});

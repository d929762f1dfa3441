import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { CountsRepository } from '../counts/counts.repository.js';
import { DripHarness } from '../testing/drip-harness.js';
import { MembershipsRepository } from './memberships.repository.js';

let drip: DripHarness;
beforeAll(async () => {
  drip = await DripHarness.start();
}, 60_000);
afterAll(() => drip?.stop(), 30_000);

const enter = (state: string, count: number, prefix: string) =>
  drip.sql.query(
    `insert into memberships (account_id, id, campaign_id, recipient_key, recipient_address, test, step_id, had, due_at, content, state)
     select 'acc_1', $3 || n, 'drc_1', $3 || n, $3 || n, false, 'dst_1', '{dst_1}', n, '{}', $1 from generate_series(1, $2::int) as n`,
    [state, count, prefix],
  );

it('finds members by primary key when many have started to wait since the last analyze', async () => {
  await drip.sql.query('alter table memberships set (autovacuum_enabled = off)');
  await enter('finished', 2_000, 'old_');
  await drip.sql.query('analyze memberships');
  await enter('waiting', 2_000, 'new_');
  const plans: string[] = [];
  const tx = {
    query: async (text: string, values: unknown[]) => {
      const { rows } = await drip.sql.query(`explain (analyze, format json) ${text}`, values);
      plans.push(JSON.stringify(rows));
      return (await drip.sql.query(text, values)).rows as unknown;
    },
  } as EntityManager;
  const ids = ['new_7', 'old_8', 'new_9', 'nobody'];
  const members = await new MembershipsRepository(new CountsRepository()).lockWaiting(
    tx,
    ids.map((id) => ({ accountId: 'acc_1', id })),
  );
  expect(members.map(({ id }) => id)).toEqual(['new_7', 'new_9']);
  expect(plans.join().match(/"Index Name":"\w+"/g)).toEqual(['"Index Name":"memberships_pkey"']);
});

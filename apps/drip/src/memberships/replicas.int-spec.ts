import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResponseInputOf } from '@postrider/contracts';
import { activateDripCampaign, checkDripMails, newId } from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import type { PoolClient } from 'pg';
import { DripHarness } from '../testing/drip-harness.js';

type Activation = ResponseInputOf<typeof activateDripCampaign>;
const activationRequest = activateDripCampaign.examples[0]!.request;
/** Advisory lock on which activations wait, with their membership and key inserted and not committed. */
const gate = 4711;

describe('one Idempotency-Key at two replicas', () => {
  let drip: DripHarness;
  let other: DripHarness;
  let holder: PoolClient;

  beforeAll(async () => {
    drip = await DripHarness.start();
    other = await DripHarness.start(drip.databaseUrl);
    holder = await drip.sql.connect();
    await holder.query(
      `create function hold() returns trigger language plpgsql as
       $$ begin perform pg_advisory_xact_lock_shared(${gate}); return new; end $$`,
    );
    await holder.query('create trigger holding after insert on idempotency for each row execute function hold()');
  }, 60_000);
  afterAll(async () => {
    holder?.release();
    await other?.stop();
    await drip?.stop();
  }, 60_000);

  let activation: typeof activationRequest;
  beforeEach(async () => {
    drip.newTest();
    other.newTest();
    other.context = drip.context;
    const idempotency = { key: newId('request'), request_hash: 'same' };
    activation = { ...activationRequest, drip_campaign_id: await drip.campaign(), idempotency };
  });

  const members = async (): Promise<number> =>
    (await drip.sql.query('select from memberships where account_id = $1', [drip.context.accountId])).rowCount!;
  const whileFirstRuns = async (meanwhile: (release: () => Promise<unknown>) => Promise<void>): Promise<Activation> => {
    const release = () => holder.query('select pg_advisory_unlock_all()');
    await holder.query('select pg_advisory_lock($1)', [gate]);
    try {
      const first = drip.call(activateDripCampaign, activation);
      await waitFor(
        async () =>
          (
            await holder.query(
              `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
            )
          ).rowCount === 1,
      );
      await meanwhile(release);
      await release();
      return await first;
    } finally {
      await release();
    }
  };

  it('enrolls the recipient once, and both requests get the same reply', async () => {
    const responses = await Promise.all([drip, other].map((at) => at.call(activateDripCampaign, activation)));
    expect(responses.map(({ message }) => message)).toEqual([responses[0]!.message, responses[0]!.message]);
    expect(responses.map(({ replayed }) => replayed).toSorted()).toEqual([false, true]);
    expect(await members()).toBe(1);
  });

  it('answers the second request with the reply to the first, if that takes less than 2 s', async () => {
    let second: Activation | undefined;
    const first = await whileFirstRuns(async (release) => {
      const waiting = other.call(activateDripCampaign, activation);
      await waitFor(() => other.neighbours.getCalls(checkDripMails).length > 0);
      await release();
      second = await waiting;
    });
    expect(second).toEqual({ ...first, replayed: true });
    expect(await members()).toBe(1);
  });

  it('answers the second request after 2 s that the first is still running', async () => {
    const first = await whileFirstRuns(async () => {
      await expect(other.call(activateDripCampaign, activation)).rejects.toMatchObject({
        code: 'idempotency_in_progress',
      });
    });
    expect(await other.call(activateDripCampaign, activation)).toEqual({ ...first, replayed: true });
  });
});

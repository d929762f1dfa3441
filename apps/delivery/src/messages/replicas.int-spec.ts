import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { ResponseInputOf } from '@postrider/contracts';
import { acceptMessage, getArtifact, newId, resolveTemplate } from '@postrider/contracts';
import { ContractClient, MessagingModule } from '@postrider/messaging';
import { compileVersion } from '@postrider/rendering';
import type { RunningApp } from '@postrider/service';
import { FakeServices, waitFor } from '@postrider/testing';
import type { PoolClient } from 'pg';
import { DeliveryHarness } from '../testing/delivery-harness.js';

type Receipt = ResponseInputOf<typeof acceptMessage>;

/** Requests with a key `held-…` wait for this before their commit, while they hold the key. */
const gate = 4711;

describe('one Idempotency-Key in two processes', () => {
  let one: DeliveryHarness;
  let neighbours: FakeServices;
  let other: RunningApp;
  let caller: INestApplicationContext;
  let holder: PoolClient;
  let respond: () => void;

  beforeAll(async () => {
    const url = `memory:${newId('request')}`;
    [one, neighbours] = await Promise.all([DeliveryHarness.start(), FakeServices.start(url)]);
    await neighbours.stopService('delivery');
    const { artifact } = await compileVersion({ subject: 'Hello {{name}}', text: 'Dear {{name}}' }, () => undefined);
    const compiled = JSON.parse(JSON.stringify(artifact)) as { format: number };
    respond = () => neighbours.respond(getArtifact, () => compiled);
    other = await one.process({ AMQP_URL: url });
    caller = await NestFactory.createApplicationContext(MessagingModule.forCaller('spec', url), { logger: false });
    holder = await one.sql.connect();
    await holder.query(
      `create function hold() returns trigger language plpgsql as
       $$ begin perform pg_advisory_xact_lock_shared(${gate}); return new; end $$`,
    );
    await holder.query(
      `create trigger holding after insert on idempotency for each row when (new.idem_key like 'held-%') execute function hold()`,
    );
  }, 60_000);
  afterAll(async () => {
    holder?.release();
    await caller?.close();
    await other?.stop();
    await neighbours?.stop();
    await one?.stop();
  }, 60_000);

  let idempotency: { key: string; request_hash: string };
  beforeEach(async () => {
    await one.newTest();
    neighbours.reset();
    respond();
    idempotency = { key: `held-${newId('request')}`, request_hash: 'same' };
  });

  const atOne = (more: { key?: string; request_hash?: string } = {}): Promise<Receipt> =>
    one.accept({ idempotency: { ...idempotency, ...more } });
  const atOther = (more: { key?: string; request_hash?: string } = {}): Promise<Receipt> =>
    caller.get(ContractClient).call(acceptMessage, one.context, {
      template: one.templateId,
      recipient: { address: 'ada@example.com' },
      sender: one.sender,
      template_data: { name: 'Ada' },
      test: false,
      idempotency: { ...idempotency, ...more },
    });
  const messages = async (): Promise<number> =>
    (
      await one.sql.query<{ count: number }>('select count(*)::int from messages where account_id = $1', [
        one.context.accountId,
      ])
    ).rows[0]!.count;
  /** Runs while the first request holds the key without a commit. */
  const whileFirstRuns = async (meanwhile: (release: () => Promise<unknown>) => Promise<void>): Promise<Receipt> => {
    const release = () => holder.query('select pg_advisory_unlock_all()');
    await holder.query('select pg_advisory_lock($1)', [gate]);
    try {
      const first = atOne();
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

  it('creates one email for concurrent requests, which all get its response', async () => {
    const receipts = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? atOne() : atOther())));
    expect(new Set(receipts.map(({ receipt_id }) => receipt_id)).size).toBe(1);
    expect(receipts.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await messages()).toBe(1);
  });

  it('returns the response of the first request for the second, if that takes at most 2 s', async () => {
    let second: Receipt | undefined;
    const first = await whileFirstRuns(async (release) => {
      const waiting = atOther();
      await waitFor(() => neighbours.getCalls(resolveTemplate).length > 0);
      await release();
      second = await waiting;
    });
    expect(second).toEqual({ ...first, replayed: true });
    expect(await messages()).toBe(1);
  });

  it('answers the second request with 409 after 2 s, without delaying others', async () => {
    const first = await whileFirstRuns(async () => {
      const second = atOther().catch((error: unknown) => error);
      const elsewhere = atOther({ key: newId('request') });
      expect(await Promise.race([second, elsewhere])).toMatchObject({ replayed: false });
      expect(await second).toMatchObject({ code: 'idempotency_in_progress', retryable: true });
    });
    expect(await atOther()).toEqual({ ...first, replayed: true });
    await expect(atOther({ request_hash: 'another' })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });
});

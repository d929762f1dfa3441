import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { messageAccepted, newId } from '@postrider/contracts';
import { outboxRow } from '@postrider/outbox';
import { waitFor } from '@postrider/testing';
import type { DeliveryConfig } from '../config.js';
import { DeliveryHarness } from '../testing/delivery-harness.js';
import type { AcceptedGroup, AcceptedMessage } from './acceptance.repository.js';
import { AcceptanceRepository } from './acceptance.repository.js';

const accepted = { suppressed: expect.any(Map) };

describe('acceptances that share a commit', () => {
  let delivery: DeliveryHarness;

  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
    await delivery.stopProcess();
    await delivery.newTest();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);

  const acceptance = (): AcceptanceRepository =>
    new AcceptanceRepository(delivery.sql, { LEASE_SECONDS: 90 } as Partial<DeliveryConfig> as DeliveryConfig);

  const group = (key: string, ...others: readonly AcceptedMessage[]): AcceptedGroup => ({
    messages: [message(), ...others],
    idempotency: { key, request_hash: 'hash' },
  });

  function message(): AcceptedMessage {
    const { accountId } = delivery.context;
    const id = newId('log');
    const payload = {
      log_id: id,
      template_id: delivery.templateId,
      recipient_address: 'ada@example.com',
      test: false,
      source: 'send' as const,
      at: Math.floor(Date.now() / 1000),
    };
    return {
      id,
      accountId,
      artifactId: 'art',
      espAccountId: 'builtin',
      lane: `builtin:${accountId}`,
      templateId: delivery.templateId,
      templateName: 'Receipt',
      versionName: 'First',
      locale: 'en-US',
      test: false,
      content: {
        recipient: { address: 'ada@example.com' },
        sender: delivery.sender,
        cc: [],
        bcc: [],
        template_data: {},
        tags: [],
        headers: {},
        attachments: [],
      },
      outbox: outboxRow(messageAccepted, delivery.context, payload),
    };
  }

  const waitingForLocks = async (): Promise<number> => {
    const { rows } = await delivery.sql.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.waiting;
  };

  it('do not wait for an Idempotency-Key that another one holds, so they cannot deadlock', async () => {
    const other = await delivery.sql.connect();
    await other.query('begin');
    await other.query(
      `insert into idempotency (account_id, idem_key, request_hash, answer) values ($1, 'm', 'hash', '{}')`,
      [delivery.context.accountId],
    );
    const [one, two] = [acceptance(), acceptance()];
    const first = Promise.all(['b', 'm', 'a'].map((key) => one.accept(group(key))));
    await waitFor(async () => (await waitingForLocks()) === 1, { what: 'the first to wait for the key' });
    const all = () => Promise.all(['a', 'm', 'b', 'c'].map((key) => two.accept(group(key))));
    expect(await all()).toEqual(['in_progress', 'in_progress', 'in_progress', accepted]);
    expect(await waitingForLocks()).toBe(1);
    await other.query('commit');
    other.release();
    expect(await first).toEqual([accepted, 'key_used', accepted]);
    expect(await all()).toEqual(['key_used', 'key_used', 'key_used', 'key_used']);
  });

  it('are complete or absent for all emails of a request', async () => {
    const repository = acceptance();
    const stored = async (...groups: readonly AcceptedGroup[]): Promise<number[]> => {
      const { rows } = await delivery.sql.query<{ id: string }>('select id from messages');
      const ids = new Set(rows.map(({ id }) => id));
      return groups.map(({ messages }) => messages.filter(({ id }) => ids.has(id)).length);
    };
    const [first, repeated, withoutKey] = [
      group('group', message(), message()),
      group('group', message(), message()),
      { messages: [message(), message()] },
    ];
    const responses = await Promise.all([first, repeated, withoutKey].map((each) => repository.accept(each)));
    expect(responses).toEqual([accepted, 'key_used', accepted]);
    expect(await stored(first, repeated, withoutKey)).toEqual([3, 0, 2]);
    const gone = { messages: [message(), message()].map((mail) => ({ ...mail, espAccountId: newId('espAccount') })) };
    expect(await repository.accept(gone)).toBe('esp_account_deleted');
    expect(await stored(gone)).toEqual([0]);
    const { rows } = await delivery.sql.query<{ answer: unknown }>(
      `select answer from idempotency where idem_key = 'group'`,
    );
    expect(rows[0]!.answer).toMatchObject({
      receipt_id: first.messages[0]!.id,
      receipts: first.messages.map(({ id }) => ({ address: 'ada@example.com', receipt_id: id })),
    });
  });
});

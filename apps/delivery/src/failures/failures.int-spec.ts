import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createSuppression,
  forgetFailures,
  getArtifact,
  getDeliveryUsage,
  getLog,
  groupFailures,
  listFailures,
  newId,
  replayFailures,
} from '@postrider/contracts';
import type { RequestOf } from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { DeliveryHarness } from '../testing/delivery-harness.js';

describe('failures of an account', () => {
  let delivery: DeliveryHarness;
  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.newTest());

  const list = (query: RequestOf<typeof listFailures> = {}) =>
    delivery.client.call(listFailures, delivery.context, query);
  const replay = (request: Partial<RequestOf<typeof replayFailures>>) =>
    delivery.client.call(replayFailures, delivery.context, { test: false, ...request });
  /** Sends emails and records them as failures, one second apart, the first one as the newest. */
  const failed = async (count: number, code: string | null = '550'): Promise<string[]> => {
    const ids: string[] = [];
    const base = Math.floor(Date.now() / 1_000) * 1_000 - 600_000;
    for (let index = 0; index < count; index += 1) {
      const { receipt_id } = await delivery.accept();
      await delivery.untilStatus(receipt_id, 'sent');
      await delivery.sql.query(
        `insert into failures (account_id, message_id, esp_account_id, status, code, reason, failed_at)
         values ($1, $2, 'builtin', 'bounced', $3, 'No such user', $4)`,
        [delivery.context.accountId, receipt_id, code, new Date(base - index * 1_000)],
      );
      ids.push(receipt_id);
    }
    return ids;
  };

  it('are listed in pages, newest first, and grouped by cause', async () => {
    const ids = await failed(3);
    const [without] = await failed(1, null);
    expect((await list({ code: '550' })).data.map(({ log_id }) => log_id)).toEqual(ids);
    expect((await list({ code: 'none' })).data).toMatchObject([
      { object: 'failure', log_id: without, status: 'bounced', recipient_address: 'ada@example.com' },
    ]);
    const first = await list({ code: '550', count: 2 });
    const second = await list({ code: '550', count: 2, cursor: first.next_cursor! });
    expect([...first.data, ...second.data].map(({ log_id }) => log_id)).toEqual(ids);
    expect(second.next_cursor).toBeNull();
    await expect(list({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_request' });
    const { data, complete } = await delivery.client.call(groupFailures, delivery.context, {});
    expect(complete).toBe(true);
    expect(data).toMatchObject([
      { code: '550', count: 3, example: { log_id: ids[0], reason: 'No such user' } },
      { count: 1, example: { log_id: without } },
    ]);
    expect(data[0]!.last - data[0]!.first).toBe(2);
    await delivery.newTest();
    expect((await list()).data).toEqual([]);
  });

  it('are replayed once as new emails, and as test emails for a test key', async () => {
    const [one, other] = await failed(2);
    const { replayed, skipped, next_cursor } = await replay({ log_ids: [one!] });
    expect([replayed.length, skipped, next_cursor]).toEqual([1, [], null]);
    const receipt = replayed[0]!.receipt_id;
    await waitFor(async () => (await delivery.getStatus(receipt)) === 'sent');
    expect((await delivery.getMessages(receipt))[0]).toBe(`Replays ${one}`);
    expect(await replay({ log_ids: [one!] })).toEqual({ replayed: [], skipped: [], next_cursor: null });
    const tested = await replay({ code: '550', test: true });
    expect(tested.replayed.map(({ log_id }) => log_id)).toEqual([other]);
    await waitFor(async () => (await delivery.getStatus(tested.replayed[0]!.receipt_id)) === 'sent');
    expect((await delivery.getMessages(tested.replayed[0]!.receipt_id)).at(-1)).toMatch(/^A test key was used/);
  });

  it('are replayed without the scheduled time and the right to ignore suppressions', async () => {
    const [id] = await failed(1);
    await delivery.sql.query(
      `update messages set content = content || '{"ignore_suppressions": true, "send_at": 1790000000}' where id = $1`,
      [id],
    );
    await delivery.client.call(createSuppression, delivery.context, { email: 'ada@example.com', reason: 'manual' });
    const { replayed } = await replay({ log_ids: [id!] });
    const receipt = replayed[0]!.receipt_id;
    await delivery.untilStatus(receipt, 'dropped');
    expect((await delivery.getMessages(receipt)).at(-1)).toMatch(/^Suppressed: /);
    const { rows } = await delivery.sql.query<{ content: object }>('select content from messages where id = $1', [
      receipt,
    ]);
    expect(Object.keys(rows[0]!.content)).not.toEqual(expect.arrayContaining(['send_at']));
    expect(Object.keys(rows[0]!.content)).not.toEqual(expect.arrayContaining(['ignore_suppressions']));
  });

  it('are replayed up to the quota for pending email', async () => {
    const ids = await failed(4);
    const having = (pending_mails: number) => ({ ...delivery.context, limits: { pending_mails } });
    const later = { send_at: Math.floor(Date.now() / 1000) + 3_600 };
    await delivery.accept(later);
    const call = (maxCount: number) =>
      delivery.client.call(replayFailures, having(maxCount), { test: false, code: '550' });
    await waitFor(async () => (await delivery.client.call(getDeliveryUsage, having(3), {})).pending_mails === 1);
    const first = await call(3);
    expect(first.replayed.map(({ log_id }) => log_id)).toEqual(ids.slice(0, 2));
    expect(first.next_cursor).not.toBeNull();
    await expect(call(1)).rejects.toMatchObject({ code: 'quota_exceeded' });
  });

  it('stay when they cannot be replayed, and are visible to their account only', async () => {
    const [id] = await failed(1);
    await delivery.sql.query(`update messages set esp_account_id = 'esp_gone' where id = $1`, [id]);
    await delivery.sql.query(`update attempts set esp_account_id = 'esp_gone' where message_id = $1`, [id]);
    expect((await replay({ code: '550' })).skipped).toEqual([
      { log_id: id, reason: 'its ESP account was deleted; `through` names another' },
    ]);
    await expect(replay({ code: '550', through: newId('espAccount') })).rejects.toMatchObject({
      code: 'esp_account_not_found',
    });
    const { context } = delivery;
    await delivery.newTest();
    delivery.neighbours.respond(getArtifact, () => ({ format: 1 }));
    expect(await replay({ log_ids: [id!] })).toMatchObject({ replayed: [], skipped: [] });
    const nothing = await delivery.client.call(forgetFailures, delivery.context, { log_ids: [id!] });
    expect(nothing).toEqual({ forgotten: 0, more: false });
    expect(await delivery.client.call(forgetFailures, context, { log_ids: [id!] })).toEqual({
      forgotten: 1,
      more: false,
    });
    expect((await delivery.client.call(getLog, context, { log_id: id! })).id).toBe(id);
  });
});

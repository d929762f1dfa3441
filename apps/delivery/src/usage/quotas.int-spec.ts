import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LimitOverrides, ResponseOf, Rpc } from '@postrider/contracts';
import {
  acceptMessage,
  cancelMessage,
  commitBlob,
  createEspAccount,
  deleteEspAccount,
  findBlob,
  getDeliveryUsage,
  putBlobChunk,
  resendMessage,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import type { z } from 'zod';
import { DeliveryHarness } from '../testing/delivery-harness.js';

const relay = {
  name: 'Relay',
  esp_type: 'smtp' as const,
  credentials: { host: '127.0.0.1', port: 25, username: '', password: '', use_tls: false },
};
const hello = commitBlob.examples[0]!.request;
const other = { sha256: 'a'.repeat(64), bytes: 1_000 };

describe('the quotas of an account', () => {
  let delivery: DeliveryHarness;
  beforeAll(async () => {
    delivery = await DeliveryHarness.start({ SMTP_ALLOWED_PORTS: '25' });
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.newTest());

  const call = <R extends Rpc>(
    rpc: R,
    request: z.input<R['request']>,
    limits: LimitOverrides,
  ): Promise<ResponseOf<R>> => delivery.client.call(rpc, { ...delivery.context, limits }, request);

  it('on drip members are passed on with a send, for the campaigns that it triggers', async () => {
    const request = acceptMessage.examples[0]!.request;
    await call(acceptMessage, request, { drip_members: 7 });
    await call(acceptMessage, request, {});
    const { rows } = await delivery.sql.query<{ own: number | null }>(
      `select (payload -> 'drip_members')::int as own from outbox
       where account_id = $1 and topic = 'message.accepted.v1' order by id`,
      [delivery.context.accountId],
    );
    expect(rows).toEqual([{ own: 7 }, { own: null }]);
  });

  describe('on pending email', () => {
    const limits = { pending_mails: 3 };
    const later = (minutes = 60): z.input<(typeof acceptMessage)['request']> => ({
      ...acceptMessage.examples[0]!.request,
      send_at: Math.floor(Date.now() / 1000) + minutes * 60,
    });
    const rejected = {
      code: 'quota_exceeded',
      message: 'This account may have at most 3 emails waiting to be sent',
      retryAfter: 10,
    };

    it('reject a send and a resend above them, and accept them again later', async () => {
      const [first] = [
        await call(acceptMessage, later(), limits),
        await call(acceptMessage, later(), limits),
        await call(acceptMessage, later(), limits),
      ];
      await expect(call(acceptMessage, later(), limits)).rejects.toMatchObject(rejected);
      await expect(call(resendMessage, { log_id: first.receipt_id, test: false }, limits)).rejects.toMatchObject(
        rejected,
      );
      expect(await call(getDeliveryUsage, {}, limits)).toMatchObject({ pending_mails: 3 });
      // A higher limit applies immediately.
      await call(acceptMessage, later(), { pending_mails: 4 });
      await call(cancelMessage, { log_id: first.receipt_id }, limits);
      await delivery.sql.query(
        'delete from work where message_id in (select message_id from work where account_id = $1 limit 1)',
        [delivery.context.accountId],
      );
      await waitFor(
        () =>
          call(acceptMessage, later(), limits).then(
            () => true,
            () => false,
          ),
        { what: 'the removed mail to be counted' },
      );
    });

    it('replay the response for the key of an accepted email', async () => {
      const keyed = { ...later(), idempotency: { key: 'order-1', request_hash: 'a' } };
      const one = { pending_mails: 1 };
      const { receipt_id } = await call(acceptMessage, keyed, one);
      await expect(call(acceptMessage, later(), one)).rejects.toMatchObject({ code: 'quota_exceeded' });
      expect(await call(acceptMessage, keyed, one)).toMatchObject({ receipt_id, replayed: true });
    });

    it('count email accepted by other processes, in all lanes', async () => {
      const { id } = await call(createEspAccount, relay, {});
      await delivery.sql.query(
        `insert into work (message_id, account_id, lane, due_at)
         select 'log_' || lane, $1::text, lane, now() + interval '1 hour' from unnest(array[$2::text, 'builtin:' || $1, 'test:' || $1, 'test:somebody else']) as lane`,
        [delivery.context.accountId, id],
      );
      expect(await call(getDeliveryUsage, {}, limits)).toMatchObject({ pending_mails: 3, esp_accounts: 1 });
      await expect(call(acceptMessage, later(), limits)).rejects.toMatchObject(rejected);
    });
  });

  it('on ESP accounts cannot be exceeded by concurrent calls', async () => {
    const limits = { esp_accounts: 2 };
    const responses = await Promise.allSettled(Array.from({ length: 10 }, () => call(createEspAccount, relay, limits)));
    const made = responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
    expect(made).toHaveLength(2);
    await expect(call(createEspAccount, relay, limits)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: 'This account may have at most 2 ESP accounts',
      retryAfter: undefined,
    });
    await call(deleteEspAccount, { esp_id: made[0]!.id }, limits);
    await call(createEspAccount, relay, limits);
  });

  it('on attachments reject an upload when it starts, but not content that is stored', async () => {
    const limits = { attachment_bytes: 100 };
    await call(findBlob, hello, limits);
    await call(putBlobChunk, putBlobChunk.examples[0]!.request, limits);
    await call(commitBlob, hello, limits);
    await expect(call(findBlob, other, limits)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: 'This account may have at most 100 bytes of attachments',
    });
    expect(await call(findBlob, hello, limits)).toEqual({ blob_id: hello.blob_id });
    expect(await call(getDeliveryUsage, {}, limits)).toMatchObject({ attachment_bytes: 5 });
    // Concurrently: uploads in progress count until the next measurement, seconds later.
    const results = await Promise.allSettled(
      [1_000, 1].map((bytes) => call(findBlob, { ...other, bytes }, { attachment_bytes: 1_005 })),
    );
    expect(results).toEqual(
      expect.arrayContaining([
        { status: 'fulfilled', value: {} },
        { status: 'rejected', reason: expect.objectContaining({ code: 'quota_exceeded' }) },
      ]),
    );
  });
});

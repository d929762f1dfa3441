import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createEspAccount, listCustomerLogs, resendMessage } from '@postrider/contracts';
import { DeliveryHarness } from '../testing/delivery-harness.js';

const confusable = 'ada@example\u3002com';
const hidden = 'ada@exam\u200bple.com';
const tooLong = `ada@${'ü'.repeat(60)}.example`;

describe('addresses', () => {
  let delivery: DeliveryHarness;

  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.newTest());

  const rejection = (field: string) => ({
    code: 'invalid_request',
    details: [expect.objectContaining({ field })],
  });
  const good = (name: string) => ({ address: `${name}@example.com` });

  it.each([
    ['recipient.address', { recipient: { address: confusable } }],
    ['recipient.address', { recipient: { address: tooLong } }],
    ['cc.0.address', { cc: [{ address: hidden }] }],
    ['bcc.3.address', { bcc: [good('a'), good('b'), good('c'), { address: hidden }, good('d')] }],
    ['sender.address', { sender: { address: tooLong, reply_to: 'help@acme.example', name: 'Acme' } }],
    ['sender.reply_to', { sender: { address: 'help@acme.example', reply_to: hidden, name: 'Acme' } }],
    ['default_sender.address', { default_sender: { address: hidden, reply_to: 'a@acme.example', name: '' } }],
  ])('that are invalid are rejected in a send: %s', async (field, request) => {
    await expect(delivery.accept(request)).rejects.toMatchObject(rejection(field));
    expect(await delivery.count('messages')).toBe(0);
  });

  it('of the default sender of an ESP account are validated when it is created', async () => {
    const default_sender = { address: 'billing@acme.example', reply_to: confusable, name: 'Acme' };
    await expect(delivery.relay('Relay', 25, { default_sender })).rejects.toMatchObject(
      rejection('default_sender.reply_to'),
    );
    expect(createEspAccount.request.safeParse({ default_sender }).success).toBe(false);
  });

  it('that were stored before are validated when they are used', async () => {
    const esp = await delivery.relay('Relay', delivery.sink.port);
    await delivery.sql.query('update esp_accounts set default_sender = $2 where id = $1', [
      esp,
      JSON.stringify({ address: hidden, reply_to: 'a@acme.example', name: '' }),
    ]);
    await expect(delivery.accept({ sender: undefined })).rejects.toMatchObject(rejection('sender'));
    const { receipt_id: log_id } = await delivery.accept();
    for (const [path, value] of [
      ['{recipient,address}', tooLong],
      ['{bcc}', [good('a'), { address: hidden }]],
      ['{sender,reply_to}', confusable],
    ]) {
      const { rows } = await delivery.sql.query<{ content: unknown }>('select content from messages where id = $1', [
        log_id,
      ]);
      await delivery.sql.query(
        'update messages set content = jsonb_set(content, $2::text[], $3::jsonb) where id = $1',
        [log_id, path, JSON.stringify(value)],
      );
      await expect(
        delivery.client.call(resendMessage, delivery.context, { log_id, test: false }),
      ).rejects.toMatchObject(rejection('log_id'));
      await delivery.sql.query('update messages set content = $2 where id = $1', [
        log_id,
        JSON.stringify(rows[0]!.content),
      ]);
    }
    await delivery.client.call(resendMessage, delivery.context, { log_id, test: false });
    expect(await delivery.count('messages')).toBe(2);
  });

  it('of one mailbox share one history, however the domain is spelled', async () => {
    const sends = ['a@münchen.de', 'A@xn--mnchen-3ya.de', 'a@MÜNCHEN.DE'];
    for (const address of sends) await delivery.accept({ recipient: { address } });
    for (const email of sends) {
      const logs = await delivery.client.call(listCustomerLogs, delivery.context, { email });
      expect(logs.map(({ recipient_address }) => recipient_address)).toEqual(sends.toReversed());
    }
  });
});

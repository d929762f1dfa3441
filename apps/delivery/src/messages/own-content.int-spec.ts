import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import {
  commitBlob,
  customerErased,
  getMailSource,
  getSentMail,
  listLogs,
  newId,
  putBlobChunk,
  resendMessage,
  resolveTemplate,
  showMessage,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import PostalMime from 'postal-mime';
import { ArtifactsRepository, unpackJson } from '../attempts/artifacts.repository.js';
import { DeliveryHarness } from '../testing/delivery-harness.js';

const tracking = { opens: true, clicks: true };

describe('an email without a template', () => {
  let delivery: DeliveryHarness;

  beforeAll(async () => {
    delivery = await DeliveryHarness.start({
      PUBLIC_URL: 'https://mail.acme.example',
      TRACKING_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.newTest());

  const html = '<p>Hello {{name}} &amp; <a href="https://acme.example/">more</a></p>';
  const own_content = { subject: 'Receipt {{number}}', html, text: 'Hello {{name}}' };
  const send = (more: Parameters<DeliveryHarness['accept']>[0] = {}) =>
    delivery.accept({ template: undefined, own_content, recipient: { address: recipient }, ...more });
  let recipient: string;
  beforeEach(() => {
    recipient = `${newId('request').toLowerCase()}@example.com`;
  });
  const received = async (count = 1) => {
    await waitFor(() => delivery.receivedBy(recipient).length === count, { what: `${count} mails` });
    return PostalMime.parse(delivery.receivedBy(recipient)[count - 1]!.raw);
  };
  const artifacts = () => delivery.count('artifacts');

  it('is sent as it is, without the template service', async () => {
    const { receipt_id, email } = await send();
    const { subject, html: sent, text } = await received();
    expect([subject, sent?.trim(), text?.trim()]).toEqual([own_content.subject, html, own_content.text]);
    expect(email).toEqual({ name: 'No template', version_name: '', locale: 'en-US' });
    expect(delivery.neighbours.getCalls(resolveTemplate)).toEqual([]);
    const [log] = await delivery.client.call(listLogs, delivery.context, {});
    expect(log).toMatchObject({ id: receipt_id, email_id: '', email_name: 'No template', email_version: '' });
  });

  it('gets its text from its html, a preheader, and tracking', async () => {
    await send({ own_content: { subject: 'Hello', html, preheader: 'In short' }, tracking });
    const { html: sent = '', text } = await received();
    expect(text).toContain('Hello {{name}} & more');
    expect(sent).toContain('In short');
    expect(sent).toMatch(/<a href="https:\/\/mail\.acme\.example\/t\/c\/[^"]+">more<\/a>/);
    expect(sent).toContain('/t/o/');
  });

  it.each(['mustache', 'jinja'] as const)('prints its data if it is written in %s', async (language) => {
    const data = { name: 'Ada <3', number: 7 };
    await send({ own_content: { ...own_content, language }, template_data: data });
    const { subject, text } = await received();
    expect([subject, text?.trim()]).toEqual(['Receipt 7', 'Hello Ada <3']);
  });

  it('is rejected with the part and the line of a template error', async () => {
    const wrong = { subject: 'Hello', html: '<p>\n{{#a}}', language: 'mustache' as const };
    await expect(send({ own_content: wrong })).rejects.toMatchObject({
      code: 'invalid_template',
      message: 'html, line 2: {{#a}} is never closed by {{/a}}',
    });
    expect(await delivery.count('logs')).toBe(0);
  });

  it('is stored once per account, also when it is sent often', async () => {
    for (let sent = 1; sent <= 3; sent++) {
      await send();
      await received(sent);
    }
    expect(await artifacts()).toBe(1);
    await send({ own_content: { ...own_content, text: 'Another' } });
    expect(await artifacts()).toBe(2);
    const other = { ...delivery.context, accountId: newId('account') };
    delivery.context = other;
    await send();
    expect(await artifacts()).toBe(1);
  });

  it('is sent from its stored content by another process', async () => {
    const { receipt_id } = await send({ send_at: Math.floor(Date.now() / 1000) + 3_600 });
    await delivery.restart();
    await delivery.sql.query('update work set due_at = now() where message_id = $1', [receipt_id]);
    expect((await received()).html?.trim()).toBe(html);
  });

  it('can be resent and shown', async () => {
    const { receipt_id: log_id } = await send();
    await received();
    const { accountId } = delivery.context;
    await delivery.client.call(resendMessage, delivery.context, { log_id, test: false });
    expect((await received(2)).subject).toBe(own_content.subject);
    const request = { ...delivery.context, accountId };
    expect(await delivery.client.call(getSentMail, request, { log_id })).toMatchObject({
      ...own_content,
      locale: 'en-US',
    });
    expect((await delivery.client.call(getMailSource, request, { log_id })).source).toContain(
      'Subject: Receipt {{number}}',
    );
    expect((await delivery.client.call(showMessage, request, { log_id })).html).toContain('Hello {{name}}');
  });

  it('is sent to each of several recipients as an email of their own', async () => {
    const others = [1, 2].map((n) => ({ address: `${n}-${recipient}` }));
    const idempotency = { key: recipient, request_hash: 'hash' };
    const { receipt_id, receipts, ...response } = await send({ others, idempotency });
    expect(receipts?.map(({ address }) => address)).toEqual([recipient, ...others.map(({ address }) => address)]);
    expect(receipts?.[0]?.receipt_id).toBe(receipt_id);
    for (const { receipt_id: id } of receipts ?? []) await delivery.untilStatus(id, 'sent');
    for (const { address } of others) expect(delivery.receivedBy(address).map(({ to }) => to)).toEqual([[address]]);
    expect(await artifacts()).toBe(1);
    expect(await send({ others, idempotency })).toEqual({ ...response, receipt_id, receipts, replayed: true });
    expect(await delivery.count('logs')).toBe(3);
  });

  it('has all addresses for replies', async () => {
    const reply_to = ['help@acme.example', 'sales@acme.example'];
    const { receipt_id: log_id } = await send({ reply_to });
    expect((await received()).replyTo).toMatchObject(reply_to.map((address) => ({ address })));
    const mail = await delivery.client.call(getSentMail, delivery.context, { log_id });
    expect(mail).toMatchObject({ reply_to, sender: { reply_to: reply_to[0] } });
  });

  describe('that was accepted in MIME', () => {
    const raw = Buffer.from(
      [
        'From: Acme <billing@acme.example>',
        'To: ada@example.com',
        'Subject: Receipt',
        'DKIM-Signature: v=1; d=acme.example; b=c2lnbmF0dXJl',
        'Message-ID: <4711@acme.example>',
        'Content-Type: text/html',
        '',
        html,
        '.a line that begins with a dot',
        '',
      ].join('\r\n'),
    );
    const stored = async () => {
      const content = { sha256: createHash('sha256').update(raw).digest('hex'), bytes: raw.length };
      const [blob_id, { client, context }] = [newId('blob'), delivery];
      await client.call(putBlobChunk, context, { blob_id, position: 0, data: raw.toString('base64') });
      const committed = await client.call(commitBlob, context, { blob_id, ...content });
      return [{ name: 'message.eml', disposition: 'raw' as const, bytes: raw.length, blob_id: committed.blob_id }];
    };

    it.each(['an attachment', 'part of its content'])(
      'an email in MIME is sent as it is, stored as %s',
      async (place) => {
        const { receipt_id: log_id } = await send(
          place === 'an attachment'
            ? { attachments: await stored() }
            : { own_content: { subject: 'Receipt', mime: raw.toString() } },
        );
        await received();
        expect(delivery.receivedBy(recipient)[0]!.raw.toString()).toBe(raw.toString());
        const mail = await delivery.client.call(getSentMail, delivery.context, { log_id });
        expect(mail).toMatchObject({ html: expect.stringContaining(html), attachments: [] });
        const { source } = await delivery.client.call(getMailSource, delivery.context, { log_id });
        expect(source === raw.toString()).toBe(place !== 'an attachment');
      },
    );

    it('an email in MIME is deleted a day after the erasure of its recipient, unless other people got the same', async () => {
      const { accountId } = delivery.context;
      const daysLeft = async () => {
        const { rows } = await delivery.sql.query<{ days: number }>(
          'select round(extract(epoch from needed_until - now()) / 86400)::int as days from blobs where account_id = $1',
          [accountId],
        );
        return rows[0]!.days;
      };
      const erase = async (email: string) => {
        const erasure_id = newId('erasure');
        const pseudonym = `${newId('request').slice(4).toLowerCase()}@erased.invalid`;
        await delivery.publish(customerErased, { erasure_id, email, pseudonym, at_ms: Date.now() + 1 });
        await waitFor(
          async () =>
            (
              await delivery.sql.query('select from logs where account_id = $1 and recipient_key = $2', [
                accountId,
                pseudonym,
              ])
            ).rowCount === 1,
          { what: 'the log to be erased' },
        );
      };
      const attachments = await stored();
      await send({ attachments });
      await send({ attachments, recipient: { address: 'grace@example.com' } });
      await received();
      await waitFor(() => delivery.receivedBy('grace@example.com').length === 1, { what: 'the other mail' });
      const kept = await daysLeft();
      await erase(recipient);
      expect([kept > 1, await daysLeft()]).toEqual([true, kept]);
      await erase('grace@example.com');
      expect(await daysLeft()).toBe(1);
    }, 60_000);

    it('an email in MIME is kept for an email that is accepted during the erasure of another recipient', async () => {
      const attachments = await stored();
      await send({ attachments });
      await received();
      const erasure = await delivery.sql.connect();
      try {
        await erasure.query('begin');
        const set = `update blobs set needed_until = now() + interval '1 day' where account_id = $1`;
        await erasure.query(set, [delivery.context.accountId]);
        let isAccepted = false;
        const sent = send({ attachments, recipient: { address: 'grace@example.com' } }).finally(
          () => (isAccepted = true),
        );
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        await waitFor(async () => isAccepted || (await delivery.sql.query(waiting)).rowCount === 1);
        await erasure.query('commit');
        await sent;
      } finally {
        erasure.release();
      }
      const { rows } = await delivery.sql.query(
        `select from blobs where account_id = $1 and needed_until > now() + interval '7 days'`,
        [delivery.context.accountId],
      );
      expect(rows).toHaveLength(1);
    });

    it.each(['an attachment', 'its content'])(
      'an email in MIME is composed again from %s if it is tracked',
      async (place) => {
        const mime = { own_content: { subject: 'Receipt', mime: raw.toString() } };
        await send({ ...(place === 'an attachment' ? { attachments: await stored() } : mime), tracking });
        expect((await received()).html).toContain('/t/c/');
        expect(delivery.receivedBy(recipient)[0]!.raw.toString()).not.toContain('DKIM-Signature');
      },
    );
  });

  it('is stored once for many recipients of large content', async () => {
    const others = Array.from({ length: 49 }, (_, n) => ({ address: `${n}-${recipient}` }));
    const { receipts } = await send({ others, own_content: { subject: 'Large', text: '"x" '.repeat(250_000) } });
    for (const { receipt_id } of receipts!) await delivery.untilStatus(receipt_id, 'sent');
    expect(await artifacts()).toBe(1);
  }, 60_000);

  it('is erased with its recipient, unless other people got the same', async () => {
    const { receipt_id } = await send();
    await received();
    const private_content = { subject: 'Private', text: 'Only for Ada' };
    await send({ own_content: private_content });
    await received(2);
    await delivery.accept({ template: undefined, own_content, recipient: { address: 'grace@example.com' } });
    expect(await artifacts()).toBe(2);
    await delivery.publish(customerErased, {
      erasure_id: newId('erasure'),
      email: recipient,
      pseudonym: `${newId('request').slice(4).toLowerCase()}@erased.invalid`,
      at_ms: Date.now() + 1,
    });
    await waitFor(async () => (await artifacts()) === 1, { what: 'the content to be erased' });
    const { rows } = await delivery.sql.query<{ content: Buffer }>(
      'select content from artifacts where account_id = $1',
      [delivery.context.accountId],
    );
    expect(JSON.stringify(await unpackJson(rows[0]!.content))).toContain(own_content.subject);
    await expect(
      delivery.client.call(resendMessage, delivery.context, { log_id: receipt_id, test: false }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  }, 40_000);

  it('is deleted when the logs of its month were dropped and no email has it', async () => {
    await send();
    await send({ own_content: { ...own_content, text: 'Another' }, send_at: Math.floor(Date.now() / 1000) + 3_600 });
    await received();
    const { accountId } = delivery.context;
    await delivery.sql.query(`update artifacts set used_at = now() - interval '400 days' where account_id = $1`, [
      accountId,
    ]);
    const stored = new ArtifactsRepository(undefined as never, delivery.sql);
    const before = new Date(Date.now() - 390 * 86_400_000);
    await stored.deleteUnused(before, 100);
    expect(await artifacts()).toBe(2);
    await delivery.sql.query(
      `delete from messages where account_id = $1 and id not in (select message_id from work where account_id = $1)`,
      [accountId],
    );
    await stored.deleteUnused(before, 100);
    expect(await artifacts()).toBe(1);
  });

  it('keeps its content when it is sent again after a long time', async () => {
    await send();
    await delivery.sql.query(`update artifacts set used_at = now() - interval '400 days'`);
    await send();
    const { rows } = await delivery.sql.query<{ old: boolean }>(
      `select used_at < now() - interval '1 day' as old from artifacts where account_id = $1`,
      [delivery.context.accountId],
    );
    expect(rows).toEqual([{ old: false }]);
  });
});

describe('an email with a template', () => {
  let delivery: DeliveryHarness;
  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
    await delivery.newTest();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);

  it('can have a subject and a reply address of its own, also when it is resent', async () => {
    const recipient = { address: 'subject@example.com' };
    const reply_to = 'help-4711@acme.example';
    const { receipt_id } = await delivery.accept({ recipient, subject: 'Order 4711\r\nis on its way', reply_to });
    await delivery.untilStatus(receipt_id, 'sent');
    await delivery.client.call(resendMessage, delivery.context, { log_id: receipt_id, test: false });
    await waitFor(() => delivery.receivedBy(recipient.address).length === 2, { what: 'two mails' });
    for (const { raw } of delivery.receivedBy(recipient.address)) {
      const { subject, replyTo, text } = await PostalMime.parse(raw);
      expect([subject, replyTo?.[0]?.address, text?.trim()]).toEqual([
        'Order 4711 is on its way',
        reply_to,
        'Dear Ada',
      ]);
    }
    const sent = await delivery.client.call(getSentMail, delivery.context, { log_id: receipt_id });
    expect(sent.subject).toBe('Order 4711 is on its way');
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { acceptMessage, commitBlob, findBlob, putBlobChunk } from '@postrider/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

const rfc822 = { 'content-type': 'message/rfc822' };
const mail = (...fields: readonly string[]): string =>
  [...fields, 'Date: Fri, 27 Nov 2026 09:00:00 +0000', 'Message-ID: <1@acme.example>', '', 'Hello', ''].join('\r\n');
const from = 'From: Acme <billing@acme.example>';
const to = 'To: Ada <ada@example.com>, grace@example.com';

describe('POST /send/raw', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api?.stop());
  afterEach(() => api.services.reset());

  const call = async (body: string | Uint8Array | object, headers: Record<string, string> = {}) => {
    api.services.respond(findBlob, () => ({}));
    api.services.respond(commitBlob, (_context, { blob_id }) => ({ blob_id }));
    const { status, body: response } = await api.call('/send/raw', { body, headers });
    return { status, errors: response['errors'] };
  };
  const accepted = () => api.services.getCalls(acceptMessage).map(({ request }) => request);
  const stored = (): string => accepted().at(-1)!.own_content!.mime!;

  it('sends the email as it is, to the recipients of its header', async () => {
    const raw = mail(from, to, 'Cc: bob@example.com', 'Subject: Receipt', 'DKIM-Signature: v=1; b=c2ln');
    expect(await call(raw, rfc822)).toMatchObject({ status: 200 });
    expect(stored()).toBe(raw);
    expect(accepted()).toMatchObject([
      {
        recipient: { address: 'ada@example.com', name: 'Ada' },
        cc: [{ address: 'grace@example.com', to: true }, { address: 'bob@example.com' }],
        sender: { address: 'billing@acme.example', name: 'Acme' },
        own_content: { subject: 'Receipt', mime: raw },
        attachments: [],
      },
    ]);
    expect(api.services.getCalls(findBlob)).toEqual([]);
  });

  it.each([
    ['a file', mail(from, to, 'Content-Type: application/pdf; name=a.pdf')],
    ['more than 128 KB', mail(from, to).replace('Hello', 'Hello\r\n'.repeat(20_000))],
  ])('stores an email with %s as an attachment', async (_what, raw) => {
    expect(await call(raw, rfc822)).toMatchObject({ status: 200 });
    const [{ own_content, attachments } = {}] = accepted();
    expect(own_content).not.toHaveProperty('mime');
    expect(attachments!.at(-1)).toMatchObject({ name: 'mail.eml', disposition: 'raw', bytes: raw.length });
    const chunks = api.services.getCalls(putBlobChunk).map(({ request }) => Buffer.from(request.data, 'base64'));
    expect(Buffer.concat(chunks).toString()).toContain(raw);
  });

  it('takes base64 with options, and recipients that the email does not show', async () => {
    const raw = Buffer.from(mail(from, to, 'Bcc: eve@example.com', 'Subject: Receipt'));
    const options = { tags: ['receipts'], tracking: { opens: false }, send_at: 4_000_000_000 };
    const recipients = [{ address: 'one@example.com' }, { address: 'two@example.com' }];
    expect(await call({ raw: raw.toString('base64'), to: recipients, ...options, send_at: undefined })).toMatchObject({
      status: 200,
    });
    expect(accepted()).toMatchObject([
      { recipient: recipients[0], bcc: [recipients[1]], tags: ['receipts'], tracking: { opens: false } },
    ]);
    expect(stored()).not.toContain('eve@example.com');
  });

  it.each([
    ['only Cc', 'Cc: a@example.com, b@example.com', { recipient: 'a@example.com', cc: ['b@example.com'], bcc: [] }],
    ['only Bcc', 'Bcc: a@example.com, b@example.com', { recipient: 'a@example.com', cc: [], bcc: ['b@example.com'] }],
  ])('sends an email with %s', async (_what, field, expected) => {
    await call(mail(from, field, 'Subject: Receipt'), rfc822);
    const { recipient, cc = [], bcc = [] } = accepted()[0]!;
    const addresses = (list: readonly { readonly address: string }[]) => list.map(({ address }) => address);
    expect({ recipient: recipient.address, cc: addresses(cc), bcc: addresses(bcc) }).toEqual(expected);
  });

  it('takes a signed email, and leaves long fields out of its parts', async () => {
    const signed = mail(
      from,
      to,
      'Subject: a',
      `References: ${'<1@acme.example>\r\n '.repeat(80)}<2@acme.example>`,
    ).replace('\r\n\r\nHello', '\r\nContent-Type: multipart/signed; boundary="b"\r\n\r\n--b\r\n\r\nHello\r\n--b--');
    expect(await call(signed, rfc822)).toMatchObject({ status: 200 });
    expect(stored()).toBe(signed);
    expect(accepted()[0]!.headers).toBeUndefined();
  });

  describe('with a signature', () => {
    const signature = 'DKIM-Signature: v=1; b=c2ln';
    const signedType = 'Content-Type: multipart/signed; boundary="b"';
    const track = 'X-Postrider-Track: opens';
    const off = { opens: false, clicks: false };
    const signedMail = (...fields: readonly string[]) =>
      mail(from, to, ...fields, signedType).replace('Hello', '--b\r\n\r\nHello\r\n--b--');

    it('a signed email is not tracked because of the account, since tracking would rebuild it', async () => {
      await call(mail(from, to, 'Subject: a', signature), rfc822);
      await call(signedMail(), rfc822);
      await call(mail(from, to, 'Subject: a'), rfc822);
      expect(accepted().map(({ tracking }) => tracking)).toEqual([off, off, undefined]);
    });

    it('a signed email is tracked on request if the signature is by DKIM, and rejected if it is by S/MIME or OpenPGP', async () => {
      await call(mail(from, to, 'Subject: a', signature, track), rfc822);
      expect(accepted()[0]!.tracking).toEqual({ ...off, opens: true });
      expect(await call(signedMail(track), rfc822)).toMatchObject({
        status: 400,
        errors: [
          { field: 'tracking', message: 'is not possible for a signed or encrypted email: it would be rebuilt' },
        ],
      });
    });
  });

  it('rebuilds an email that not every server accepts', async () => {
    await call(mail(from, to, 'Subject: Grüße'), rfc822);
    expect(accepted()).toMatchObject([{ own_content: { subject: 'Grüße' }, attachments: [] }]);
  });

  it('sends a repetition with the same key once, and rejects another email', async () => {
    const headers = { ...rfc822, 'idempotency-key': 'order-1' };
    await call(mail(from, to, 'Subject: One'), headers);
    await call(mail(from, to, 'Subject: One'), headers);
    await call(mail(from, to, 'Subject: Two'), headers);
    const hashes = accepted().map(({ idempotency }) => idempotency?.request_hash);
    expect([hashes[0] === hashes[1], hashes[0] === hashes[2]]).toEqual([true, false]);
  });

  it('prefers the key of the email to that of a client that sets one for each request', async () => {
    const raw = mail(from, to, 'Subject: One', 'X-Postrider-Idempotency-Key: order-1');
    await call(raw, rfc822);
    await call(raw, { ...rfc822, 'idempotency-key': 'random' });
    expect(accepted().map(({ idempotency }) => idempotency?.key)).toEqual(['order-1', 'order-1']);
    expect(stored()).not.toContain('order-1');
  });

  it.each([
    ['raw', 'is required', {}],
    ['raw', 'must be base64', { raw: '*not base64*' }],
    [
      'to.0.address',
      'must be an email address',
      { raw: Buffer.from(mail(from)).toString('base64'), to: [{ address: 'x' }] },
    ],
    ['message', 'must not contain NUL characters', Buffer.from(`${mail(from, to)}\0`)],
    ['recipient', 'is required', Buffer.from(mail(from, 'Subject: a'))],
    ['recipient', 'is not possible here: use to', { raw: 'QQ==', recipient: { address: 'ada@example.com' } }],
    ['message', 'must have a From field', Buffer.from(mail(to, 'Subject: a'))],
    [
      'message',
      'must not have X-Postrider-Template: it is sent as it is',
      Buffer.from(mail(from, to, 'X-Postrider-Template: tem_1')),
    ],
    ['to', 'must have at most 8192 characters', Buffer.from(mail(from, `To: ${'a@example.com,\r\n '.repeat(600)}`))],
    ['to.0.address', 'must be an email address', Buffer.from(mail(from, 'To: nobody', 'Subject: a'))],
    ['raw', 'must be at most 7 MB', Buffer.alloc(7 * 1024 * 1024 + 1, 'a')],
  ])('rejects an email whose %s %s', async (field, message, body) => {
    const response = await call(body, Buffer.isBuffer(body) ? rfc822 : {});
    expect(response).toEqual({ status: 400, errors: [{ field, message }] });
    expect(accepted()).toEqual([]);
  });
});

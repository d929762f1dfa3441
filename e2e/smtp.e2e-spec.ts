import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LogResource } from '@postrider/contracts';
import { freePorts, SmtpSink, waitFor } from '@postrider/testing';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { modes, Postrider } from './installation.js';

describe.each(modes)('email by SMTP (%s)', (mode) => {
  let sink: SmtpSink;
  let postrider: Postrider;
  let port: number;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    [port] = (await freePorts(1)) as [number];
    postrider = await Postrider.start(mode, {
      smtpUrl: `smtp://127.0.0.1:${sink.port}`,
      environment: { SMTP_PORT: String(port) },
    });
  }, 60_000);
  afterAll(async () => {
    await postrider?.stop();
    await sink?.close();
  }, 30_000);

  const transport = (user = 'postrider') =>
    createTransport({ host: '127.0.0.1', port, auth: { user, pass: postrider.liveKey } });
  const rawTo = async (address: string): Promise<Buffer> => {
    const find = () => sink.mails.find(({ to }) => to.includes(address));
    await waitFor(() => find() !== undefined, { timeoutMs: 15_000, what: `mail to ${address}` });
    return find()!.raw;
  };
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const mail = {
    from: '"Acme, Inc." <billing@acme.example>',
    replyTo: 'help@acme.example',
    to: '"Ada Lovelace" <ada@example.com>, grace@example.com',
    bcc: 'hidden@example.com',
    subject: 'Grüße, your receipt 🎉',
    text: 'Hello Ada,\n\n.\nthis line has a dot above.\n',
    html: '<p>Hello Ada <img src="cid:logo@acme"><img src="cid:photo@acme"></p>',
    attachments: [
      { filename: 'logo.png', content: png, cid: 'logo@acme' },
      { filename: 'photo.png', content: Buffer.concat([png, png]), cid: 'photo@acme' },
      { filename: 'Rechnung März.pdf', content: Buffer.from('%PDF-1.4') },
    ],
    headers: { 'X-Order': '4711', 'X-Postrider-Tags': 'receipts', 'X-PM-Tag': 'pm' },
    list: { unsubscribe: 'https://acme.example/unsubscribe' },
    messageId: '<order-4711@acme.example>',
  };

  it('sends each recipient an email of their own, and repetitions once', async () => {
    const { response } = await transport().sendMail(mail);
    expect(response).toMatch(/^250 2\.0\.0 Accepted log_\w+ log_\w+ log_\w+$/);
    expect((await transport().sendMail(mail)).response.split(' ').toSorted()).toEqual(response.split(' ').toSorted());
    for (const address of ['ada@example.com', 'grace@example.com', 'hidden@example.com']) {
      const raw = await rawTo(address);
      const read = await PostalMime.parse(raw);
      expect(read).toMatchObject({
        from: { name: 'Acme, Inc.', address: 'billing@acme.example' },
        replyTo: [{ address: 'help@acme.example' }],
        to: [{ address, name: address === 'ada@example.com' ? 'Ada Lovelace' : '' }],
        subject: mail.subject,
      });
      expect(read.text!.replaceAll('\r', '').trim()).toBe(mail.text.trim());
      expect(read.html).toContain(mail.html);
      expect(
        read.attachments.map(({ filename, contentId, content }) => [
          filename,
          contentId,
          Buffer.from(content as ArrayBuffer),
        ]),
      ).toEqual([
        ['logo.png', '<logo@acme>', png],
        ['photo.png', '<photo@acme>', Buffer.concat([png, png])],
        ['Rechnung März.pdf', undefined, Buffer.from('%PDF-1.4')],
      ]);
      const header = raw
        .toString('latin1')
        .split('\r\n\r\n', 1)[0]!
        .replaceAll(/\r\n[ \t]/g, ' ');
      expect(header).toContain('X-Order: 4711\r\n');
      expect(header).toContain('List-Unsubscribe: <https://acme.example/unsubscribe>');
      expect(header).not.toMatch(/^(bcc|cc|x-postrider|x-pm-tag|received)/im);
      expect(header).not.toContain('order-4711@acme.example');
    }
    expect(sink.accepted).toBe(3);
  });

  it('shows the email in the logs, without a template', async () => {
    const { response } = await transport().sendMail(mail);
    const { body } = await postrider.get<LogResource>(`/logs/${response.split(' ').at(-1)}`);
    expect(body).toMatchObject({ recipient_address: 'hidden@example.com', email_name: 'No template' });
  });

  it('sends a template', async () => {
    const { body } = await postrider.post<{ id: string }>('/templates', {
      name: 'Hi',
      subject: 'Hi {{name}}',
      text: 'Hi {{name}}',
    });
    await transport(body.id).sendMail({
      from: 'Acme <billing@acme.example>',
      to: 'template@example.com',
      headers: { 'X-Postrider-Data': '{"name":"Ada"}' },
    });
    expect(await PostalMime.parse(await rawTo('template@example.com'))).toMatchObject({
      subject: 'Hi Ada',
      text: 'Hi Ada\n',
    });
  });

  it('rejects a wrong key', async () => {
    const wrong = createTransport({
      host: '127.0.0.1',
      port,
      auth: { user: 'postrider', pass: 'live_wrong_key_0123456789' },
    });
    await expect(wrong.sendMail(mail)).rejects.toMatchObject({ responseCode: 535 });
  });
});

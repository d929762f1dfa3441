import { readFileSync } from 'node:fs';
import { createClient, waitForMail } from '@postrider/client';
import { SmtpSink } from '@postrider/testing';
import { firstMail } from '../examples/first-mail.js';
import { Postrider } from './installation.js';

describe('the example of the typed client', () => {
  let sink: SmtpSink;
  let postrider: Postrider;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    postrider = await Postrider.start('standalone', { smtpUrl: `smtp://127.0.0.1:${sink.port}` });
  }, 60_000);
  afterAll(async () => {
    await postrider?.stop();
    await sink?.close();
  }, 30_000);

  it('matches the client README', () => {
    expect(readFileSync('libs/client/README.md', 'utf8')).toContain(
      readFileSync('examples/first-mail.ts', 'utf8').trim(),
    );
  });

  it('sends its emails', async () => {
    expect(await firstMail(new URL(postrider.api).origin, postrider.liveKey)).toContain('Hello Ada, thank you.');
    const mails = await sink.received(2);
    expect(mails.map(({ raw }) => /^Subject: .*$/m.exec(raw.toString())?.[0].trim())).toEqual([
      'Subject: Hello',
      'Subject: Your receipt R-1',
    ]);
  });

  it('finds emails of a test key in its logs', async () => {
    const client = createClient({ url: new URL(postrider.api).origin, key: postrider.testKey });
    const to = 'test-key@example.com';
    const mail = waitForMail(client, { to, subject: 'Reset' });
    const { receipt_id } = await client.send({
      to,
      subject: 'Reset',
      html: '<a href="https://acme.example">Reset</a>',
    });
    expect(await mail).toMatchObject({ id: receipt_id, html: '<a href="https://acme.example">Reset</a>' });
    await expect(waitForMail(client, { to, subject: 'Welcome', timeoutMs: 700 })).rejects.toThrow(
      'did not arrive within 700 ms. Emails to that address: "Reset".',
    );
    await expect(client.send({ to, subject: 'Reset' })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

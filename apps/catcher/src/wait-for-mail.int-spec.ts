import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitForMail } from '@postrider/client';
import { createTransport } from 'nodemailer';
import type { Catcher } from './catcher.js';
import { startCatcher } from './catcher.js';

describe('waitForMail', () => {
  let directory: string;
  let catcher: Catcher;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'catcher-'));
    catcher = await startCatcher({
      httpHost: '127.0.0.1',
      httpPort: 0,
      smtpHost: '127.0.0.1',
      smtpPort: 0,
      directory,
      maxMessages: 100,
      apiUrl: 'http://localhost:3000/api/v1',
      log: () => undefined,
    });
  });
  afterEach(async () => {
    await catcher.stop();
    await rm(directory, { recursive: true });
  });

  const send = (to: string, subject: string) =>
    createTransport(catcher.smtpUrl).sendMail({ from: 'a@acme.example', to, subject, html: `<p>${subject}</p>` });

  it('returns an email that arrives while it waits', async () => {
    const mail = waitForMail(catcher.httpUrl, { to: 'ADA@example.com', subject: 'Reset "now"' });
    await send('ada.other@example.com', 'Reset "now"');
    await send('Ada <ada@example.com>', 'Welcome');
    await send('Ada <ada@example.com>', 'Reset "now"');
    expect(await mail).toMatchObject({ subject: 'Reset "now"', html: '<p>Reset "now"</p>\n', text: '' });
    const others = { to: 'ada@example.com', subject: 'Bye', timeoutMs: 150 };
    await expect(waitForMail(catcher.httpUrl, others)).rejects.toThrow(
      'did not arrive within 150 ms. Emails to that address: "Reset \\"now\\"", "Welcome".',
    );
    await expect(waitForMail(catcher.httpUrl, { ...others, to: 'grace@example.com' })).rejects.toThrow(
      /None was found for that address\. The newest are: "Reset \\"now\\"" to ada@example.com, /,
    );
    const later = { to: 'ada@example.com', since: new Date(Date.now() + 60_000), timeoutMs: 150 };
    await expect(waitForMail(catcher.httpUrl, later)).rejects.toThrow('None was found for that address.');
  });
});

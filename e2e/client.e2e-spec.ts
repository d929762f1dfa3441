import { readFileSync } from 'node:fs';
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

  it('sends its mail', async () => {
    expect(await firstMail(new URL(postrider.api).origin, postrider.liveKey)).toMatch(/^GET \/logs\/log_\w{22}$/);
    const [mail] = await sink.received(1);
    expect(mail!.raw.toString()).toContain('Hello Ada, thank you.');
  });
});

import { runSync } from '@postrider/concurrency';
import { prepareRawMail } from './raw-mail.js';

const now = new Date('2026-11-27T10:00:00Z');
const passed = (...lines: readonly string[]): string | undefined =>
  runSync(prepareRawMail(Buffer.from(lines.join('\r\n')), now))?.toString('latin1');
const known = ['Date: Fri, 27 Nov 2026 09:00:00 +0000', 'Message-ID: <1@acme.example>'];

describe('prepareRawMail', () => {
  it('keeps signed fields, folded lines and the body', () => {
    const mail = ['From: a@acme.example', 'DKIM-Signature: v=1;', '\tb=c2ln', ...known, '', 'Hello', '..', ''];
    expect(passed(...mail)).toBe(mail.join('\r\n'));
  });

  it('removes Bcc, commands of providers and our own fields, with their folded lines', () => {
    const hidden = [
      'Bcc: eve@example.com,',
      ' mallory@example.com',
      'X-SMTPAPI: {}',
      'x-postrider-tags: a',
      'X-PM-Tag: b',
    ];
    expect(passed('Subject: a', ...hidden, ...known, '', 'Bcc: not a header')).toBe(
      ['Subject: a', ...known, '', 'Bcc: not a header', ''].join('\r\n'),
    );
  });

  it('adds Date and Message-ID', () => {
    expect(passed('From: a@acme.example', '', 'Hello')).toMatch(
      /^From: a@acme\.example\r\nDate: Fri, 27 Nov 2026 10:00:00 \+0000\r\nMessage-ID: <[0-9a-f-]{36}@acme\.example>\r\n\r\nHello\r\n$/,
    );
  });

  it('ends lines with CRLF', () => {
    const raw = Buffer.from(`Subject: a\n${known.join('\n')}\n\nHello\n`);
    expect(runSync(prepareRawMail(raw, now))?.toString()).toBe(['Subject: a', ...known, '', 'Hello', ''].join('\r\n'));
  });

  it.each([
    ['without a body', ['Subject: a', ...known], `Subject: a\r\n${known.join('\r\n')}\r\n\r\n`],
    ['beyond ASCII', ['Subject: ä', '', 'Hello'], undefined],
    ['with a CR inside a line', ['Subject: a\rBcc: eve@example.com', '', 'Hello'], undefined],
    ['with a CR at its end', ['Subject: a', '', 'Hello\r'], undefined],
    ['without a header', ['', 'Hello'], undefined],
    ['with a long line', ['Subject: a', '', 'x'.repeat(999)], undefined],
  ])('handles an email %s', (_what, lines, expected) => {
    expect(passed(...lines)).toBe(expected);
  });
});

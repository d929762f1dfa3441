import { runInTurns, runSync } from '@postrider/concurrency';
import type { ServiceError } from '@postrider/contracts';
import { expectHold, expectProcessorTime } from '@postrider/processor-time';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseMail } from './parse-mail.js';

const read = (raw: string | Buffer) => runSync(parseMail(Buffer.from(raw as string, 'latin1')));
const rejection = (raw: string | Buffer): string | undefined => {
  try {
    read(raw);
    return undefined;
  } catch (error) {
    return (error as ServiceError).details![0]!.message;
  }
};
const lines = (...all: string[]): string => all.join('\r\n');
const multipart = (type: string, ...parts: string[]): string =>
  lines(
    `Content-Type: multipart/${type}; boundary="b 1"`,
    '',
    ...parts.flatMap((part) => ['--b 1', part]),
    '--b 1--',
    '',
  );

describe('parseMail', () => {
  it('parses a message of nodemailer', async () => {
    const raw = await new MailComposer({
      from: 'a@b.example',
      text: 'Grüße 🎉 = "x"\n'.repeat(50),
      html: '<p>Grüße 🎉</p>',
      attachments: [
        { filename: 'Übersicht.csv', content: 'a;b', contentType: 'text/csv' },
        { filename: 'x.png', content: Buffer.from([1, 2, 3]), cid: 'x@y' },
        { filename: 'mail.eml', content: 'Subject: x\r\n\r\nHello', contentType: 'message/rfc822' },
      ],
      icalEvent: { method: 'REQUEST', content: 'BEGIN:VCALENDAR' },
    })
      .compile()
      .build();
    const mail = runSync(parseMail(raw));
    expect(mail.text!.replaceAll('\r', '').trimEnd()).toBe('Grüße 🎉 = "x"\n'.repeat(50).trimEnd());
    expect(mail.html!.trimEnd()).toBe('<p>Grüße 🎉</p>');
    expect(
      mail.files.map(({ data, ...file }) => ({ ...file, data: Buffer.from(data, 'base64').toString('latin1') })),
    ).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Übersicht.csv', type: 'text/csv', data: 'a;b' }),
        expect.objectContaining({ name: 'x.png', type: 'image/png', contentId: 'x@y', data: '\u0001\u0002\u0003' }),
        expect.objectContaining({ name: 'mail.eml', type: 'message/rfc822', data: 'Subject: x\r\n\r\nHello' }),
        expect.objectContaining({ type: 'text/calendar', method: 'REQUEST', data: 'BEGIN:VCALENDAR' }),
      ]),
    );
  });

  it.each([
    ['utf-8', 'quoted-printable', 'caf=C3=A9 =\r\nau lait', 'café au lait'],
    ['utf-8', 'quoted-printable', 'a=3Db=zz=', 'a=b=zz='],
    ['iso-8859-1', '8bit', 'caf\xe9', 'café'],
    ['iso-8859-15', 'base64', 'Y2Fm6Q==', 'café'],
    ['windows-1251', 'base64', 'z/Do\r\n4uXy', 'Привет'],
    ['', '8bit', 'caf\xc3\xa9', 'café'],
    ['', '', 'caf\xe9', 'café'],
    ['us-ascii', '7bit', 'caf\xc3\xa9', 'café'],
    ['iso-2022-jp', '7bit', '\x1b$B$"\x1b(B', 'あ'],
  ])('decodes text in %s and %s: %j', (charset, encoding, body, text) => {
    const type = charset === '' ? 'text/plain' : `text/plain; charset="${charset}"`;
    expect(read(lines(`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', body)).text).toBe(text);
  });

  it('converts text files to UTF-8', () => {
    const part = lines('Content-Type: text/csv; charset=iso-8859-1; name=a.csv', '', 'caf\xe9');
    expect(read(multipart('mixed', part)).files).toMatchObject([
      { name: 'a.csv', data: Buffer.from('café').toString('base64') },
    ]);
  });

  it('unfolds header fields', () => {
    expect(read(lines('Subject: One', ' two', '\tthree', 'X-Raw: gr\xc3\xbcn', '', '')).fields).toEqual([
      { name: 'Subject', value: ' One two\tthree' },
      { name: 'X-Raw', value: ' grün' },
    ]);
  });

  it('joins several texts', () => {
    const html = lines('Content-Type: text/html', '', '<p>One</p>');
    const footer = lines('Content-Type: text/plain', '', 'a < b');
    expect(read(multipart('mixed', html, footer))).toMatchObject({
      html: '<p>One</p>\n<pre>a &lt; b</pre>',
      text: undefined,
    });
    expect(read(multipart('mixed', footer, footer))).toMatchObject({ html: undefined, text: 'a < b\na < b' });
    expect(read(multipart('alternative', footer, html))).toMatchObject({ html: '<p>One</p>', text: 'a < b' });
  });

  it('reads AMP, and text with a name as a file', () => {
    const amp = lines('Content-Type: text/x-amp-html', '', '<html amp4email>');
    const named = lines('Content-Type: text/plain; name=notes.txt', '', 'Notes');
    expect(read(multipart('alternative', amp))).toMatchObject({ amp: '<html amp4email>' });
    expect(read(multipart('mixed', named))).toMatchObject({ text: '\n', files: [{ name: 'notes.txt' }] });
  });

  it('tolerates a missing end and text around the parts', () => {
    const part = lines(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      'preamble',
      '--b',
      '',
      'One',
      '--bc',
      '--b \t',
      '',
      'Two',
    );
    expect(read(part).text).toBe('One\r\n--bc\nTwo');
    expect(
      read(lines('Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'One', '--b--', 'epilogue')).text,
    ).toBe('One');
  });

  it.each([
    ['NUL', 'Subject: x\r\n\r\n\0', 'must not contain NUL characters'],
    ['a line without a colon', 'Subject: x\r\nno colon\r\n\r\n', 'has a header line without a name and a colon'],
    ['a signature', 'Content-Type: multipart/signed; boundary=b\r\n\r\n', /signed or encrypted/],
    ['no boundary', 'Content-Type: multipart/mixed\r\n\r\n', 'has no boundary in its multipart/mixed'],
    ['no part', 'Content-Type: multipart/mixed; boundary=b\r\n\r\nx', 'has a multipart without parts'],
    [
      'an unknown encoding',
      'Content-Transfer-Encoding: x-uuencode\r\n\r\nx',
      /unknown Content-Transfer-Encoding \(x-uuencode\)/,
    ],
    ['an unknown charset', 'Content-Type: text/plain; charset=klingon\r\n\r\nx', 'has an unknown charset (klingon)'],
    ['a large header', `X: ${'x'.repeat(140_000)}\r\n\r\n`, /at most 128 KB/],
    ['many parts', multipart('mixed', ...Array.from({ length: 201 }, () => '\r\nx')), 'must have at most 200 parts'],
    [
      'deep nesting',
      Array.from({ length: 30 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join(''),
      /nested deeper/,
    ],
  ])('rejects %s', (_name, raw, message) => {
    expect(rejection(raw)).toMatch(message);
  });

  it.each([
    ['line feeds', 'Subject: x\r\n\r\n', '\n'],
    ['dots', 'Subject: x\r\n\r\n', '.\n..'],
    ['delimiters', 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n', '--b'],
    ['soft breaks', 'Content-Transfer-Encoding: quoted-printable\r\n\r\n', '=\r\n'],
    ['base64', 'Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n', 'AAAA\r\n'],
    ['spaces in base64', 'Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n', ' '],
    ['parentheses', 'Content-Type: (', '('],
  ])('parses megabytes of %s in short slices', async (_name, start, repeated) => {
    const raw = Buffer.concat([Buffer.from(start), Buffer.from(repeated.repeat((10 * 1024 * 1024) / repeated.length))]);
    const readInTurns = async (): Promise<void> => {
      try {
        await runInTurns('account', parseMail(raw));
      } catch {
        // Rejected.
      }
    };
    await expectProcessorTime(readInTurns, 1_500);
    await expectHold(readInTurns, 150);
  });
});

import { expectHold } from '@postrider/processor-time';
import * as fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { UnsendableMessage } from './addresses.js';
import { composeMail, composeMime } from './compose-mime.js';
import type { MailStream } from './mail-stream.js';
import type { OutgoingMessage } from '../mail/outgoing-message.js';

const message = (over: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  logId: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
  messageId: '<log_01KQV5Xx7GJ8sVJ4mB2cDe@acme.example>',
  date: new Date('2026-11-21T04:00:00Z'),
  from: { address: 'billing@acme.example', name: 'Acme' },
  replyTo: ['help@acme.example'],
  to: { address: 'ada@example.com', name: 'Ada Lovelace' },
  cc: [],
  bcc: [],
  subject: 'Your receipt',
  text: 'Hello Ada',
  html: '<p>Hello Ada</p>',
  headers: {},
  tags: [],
  attachments: [],
  ...over,
});
const file = (name: string, content = 'bytes', disposition: 'inline' | 'attachment' = 'attachment') => ({
  name,
  content: Buffer.from(content),
  disposition,
});

/** Twice the maximum event loop delay of docs/operate/limits-internal.md#event-loop. */
const hold = 20;

const unixLines = (text: string | undefined) => text?.replaceAll('\r\n', '\n').replace(/\n+$/, '');

/** The parts of an email that a reader sees, by which both composers are compared. */
function seen(mail: Email) {
  return {
    from: mail.from,
    to: mail.to,
    cc: mail.cc,
    bcc: mail.bcc,
    replyTo: mail.replyTo,
    subject: mail.subject,
    date: mail.date,
    messageId: mail.messageId,
    text: unixLines(mail.text),
    html: unixLines(mail.html),
    custom: mail.headers
      .filter(({ key }) => key.startsWith('x-') || key === 'auto-submitted')
      .map(({ key, value }) => [key, decodeWords(value)]),
    attachments: mail.attachments.map(({ filename, mimeType, disposition, contentId, content }) => ({
      filename,
      mimeType,
      disposition,
      contentId,
      content: Buffer.from(content as ArrayBuffer).toString('hex'),
    })),
  };
}

const parsed = async (outgoing: OutgoingMessage) => PostalMime.parse((await composeMime(outgoing)).raw);

async function composedByNodemailer(outgoing: OutgoingMessage): Promise<Email> {
  const mailbox = (box: { address: string; name?: string | undefined }) => ({
    address: box.address,
    name: box.name ?? '',
  });
  const composer = new MailComposer({
    from: mailbox(outgoing.from),
    to: [mailbox(outgoing.to)],
    cc: outgoing.cc.map(mailbox),
    replyTo: [...outgoing.replyTo],
    subject: outgoing.subject,
    text: outgoing.text,
    html: outgoing.html,
    amp: outgoing.ampHtml,
    date: outgoing.date,
    messageId: outgoing.messageId,
    headers: { 'Auto-Submitted': 'auto-generated', ...outgoing.headers },
    attachments: outgoing.attachments.map(({ name, content, disposition }) => ({
      filename: name,
      content,
      contentDisposition: disposition,
      ...(disposition === 'inline' ? { cid: name } : {}),
    })),
  });
  return PostalMime.parse(await composer.compile().build());
}

describe('the composed email', () => {
  it('has the same bytes at every attempt', async () => {
    expect((await composeMime(message())).raw.toString()).toBe(
      [
        'From: Acme <billing@acme.example>',
        'To: Ada Lovelace <ada@example.com>',
        'Reply-To: help@acme.example',
        'Subject: Your receipt',
        'Date: Sat, 21 Nov 2026 04:00:00 +0000',
        'Message-ID: <log_01KQV5Xx7GJ8sVJ4mB2cDe@acme.example>',
        'Auto-Submitted: auto-generated',
        'MIME-Version: 1.0',
        'Content-Type: multipart/alternative;',
        ' boundary="=_log_01KQV5Xx7GJ8sVJ4mB2cDe_1"',
        '',
        '--=_log_01KQV5Xx7GJ8sVJ4mB2cDe_1',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 7bit',
        '',
        'Hello Ada',
        '--=_log_01KQV5Xx7GJ8sVJ4mB2cDe_1',
        'Content-Type: text/html; charset=utf-8',
        'Content-Transfer-Encoding: 7bit',
        '',
        '<p>Hello Ada</p>',
        '--=_log_01KQV5Xx7GJ8sVJ4mB2cDe_1--',
        '',
      ].join('\r\n'),
    );
  });

  it('orders its parts by increasing preference', async () => {
    const raw = (
      await composeMime(
        message({
          ampHtml: '<html amp4email>',
          html: '<img src="cid:logo.png">',
          attachments: [file('logo.png', 'png', 'inline'), file('terms.pdf')],
        }),
      )
    ).raw.toString();
    expect(raw.match(/^Content-Type: [^;\r]+/gm)).toEqual([
      'Content-Type: multipart/mixed',
      'Content-Type: multipart/alternative',
      'Content-Type: text/plain',
      'Content-Type: text/x-amp-html',
      'Content-Type: multipart/related',
      'Content-Type: text/html',
      'Content-Type: image/png',
      'Content-Type: application/pdf',
    ]);
  });

  it('is sent to cc and bcc without showing bcc, and to each address once', async () => {
    const { raw, envelope } = await composeMime(
      message({
        cc: [{ address: 'grace@example.com' }, { address: 'ada@example.com' }],
        bcc: [{ address: 'audit@acme.example', name: 'Auditor' }],
      }),
    );
    expect(envelope).toEqual({
      from: 'billing@acme.example',
      to: ['ada@example.com', 'grace@example.com', 'audit@acme.example'],
    });
    expect(raw.toString()).not.toMatch(/audit|auditor|^bcc/im);
  });

  it('shows cc recipients', async () => {
    const { raw } = await composeMime(
      message({ cc: [{ address: 'grace@example.com', name: 'Hopper, Grace' }, { address: 'bob@example.com' }] }),
    );
    expect(raw.toString()).toContain('\r\nCc: "Hopper, Grace" <grace@example.com>, bob@example.com\r\n');
  });

  it('is passed on as it is if it is given in MIME, with headers of the driver in front', async () => {
    const raw = Buffer.from('Subject: As it is\r\n\r\nHello\r\n');
    const composed = await composeMime(message({ raw, cc: [{ address: 'grace@example.com' }] }), { 'X-Tag': 'a' });
    expect(composed.raw.toString()).toBe(`X-Tag: a\r\n${raw.toString()}`);
    expect(composed.envelope.to).toEqual(['ada@example.com', 'grace@example.com']);
  });

  it('shows additional recipients in To', async () => {
    const cc = [
      { address: 'grace@example.com', name: 'Grace', to: true as const },
      { address: 'bob@example.com' },
      { address: 'ada@example.com', to: true as const },
    ];
    const { raw, envelope } = await composeMime(message({ cc }));
    expect(raw.toString()).toMatch(
      /\r\nTo: .*<?ada@example\.com>?, Grace <grace@example\.com>\r\nCc: bob@example\.com\r\n/,
    );
    expect(envelope.to).toEqual(['ada@example.com', 'grace@example.com', 'bob@example.com']);
  });

  it('has punycode domains in headers and envelope', async () => {
    const { raw, envelope } = await composeMime(
      message({ to: { address: 'bob@müller.de', name: 'Bob' }, messageId: '<log_1@müller.de>' }),
    );
    expect(envelope.to).toEqual(['bob@xn--mller-kva.de']);
    expect(raw.toString()).toContain('Message-ID: <log_1@xn--mller-kva.de>');
    expect(raw.toString()).toContain('To: Bob <bob@xn--mller-kva.de>');
  });

  it('is sent once to an address in two spellings', async () => {
    const { envelope } = await composeMime(
      message({ cc: [{ address: 'bob@müller.de' }], bcc: [{ address: 'Bob@XN--MLLER-KVA.de' }] }),
    );
    expect(envelope.to).toEqual(['ada@example.com', 'bob@xn--mller-kva.de']);
  });

  it('refers to an inline image whose name is not a safe identifier', async () => {
    const mail = await parsed(
      message({
        html: '<img src="cid:my logo ü.png"><img src="cid:my%20logo%20%C3%BC.png">',
        attachments: [file('my logo ü.png', 'png', 'inline')],
      }),
    );
    const contentId = mail.attachments[0]?.contentId?.slice(1, -1) ?? '';
    expect(contentId).toMatch(/^inline-[0-9a-f]{16}$/);
    expect(mail.html).toContain(`<img src="cid:${contentId}"><img src="cid:${contentId}">`);
    expect(mail.attachments[0]?.filename).toBe('my logo ü.png');
  });

  it('refers to an inline image by its reference, and keeps its file name', async () => {
    const attachments = [{ ...file('Acme logo.png', 'png', 'inline'), reference: 'logo' }];
    const raw = (await composeMime(message({ html: '<img src="cid:logo">', attachments }))).raw.toString();
    expect(raw).toContain('Content-Disposition: inline; filename="Acme logo.png"\r\nContent-ID: <logo>');
  });

  it('uses the given type of an attachment', async () => {
    const attachments = [
      { ...file('invite.ics'), type: 'text/calendar; charset=us-ascii; method=REQUEST' },
      { ...file('a.txt'), type: 'message/rfc822' },
    ];
    const raw = (await composeMime(message({ attachments }))).raw.toString();
    expect(raw).toContain('Content-Type: text/calendar; charset=us-ascii; method=REQUEST;');
    expect(raw).toContain('Content-Type: application/octet-stream; name="a.txt"');
  });

  it('refers to an inline image whose name is escaped in the HTML', async () => {
    const mail = await parsed(
      message({
        html: '<img src="cid:b&amp;w.png"><img src="cid:b&w.png">',
        attachments: [file('b&w.png', 'png', 'inline')],
      }),
    );
    const contentId = mail.attachments[0]?.contentId?.slice(1, -1);
    expect(mail.html).toContain(`<img src="cid:${contentId}"><img src="cid:${contentId}">`);
  });

  it('refers to inline images whose names have the same prefix', async () => {
    const mail = await parsed(
      message({
        html: '<img src="cid:my logo"><img src="cid:my logo 2">',
        attachments: [file('my logo', 'png', 'inline'), file('my logo 2', 'png', 'inline')],
      }),
    );
    const [first, second] = mail.attachments.map(({ contentId }) => contentId?.slice(1, -1));
    expect(mail.html).toContain(`<img src="cid:${first}"><img src="cid:${second}">`);
  });

  it('keeps text that looks like its own boundary, single dots and trailing blanks', async () => {
    const text = '--=_log_01KQV5Xx7GJ8sVJ4mB2cDe_1--\n.\n..\nFrom me \t\nend ';
    expect((await parsed(message({ text }))).text?.trimEnd().replaceAll('\r\n', '\n')).toBe(text.trimEnd());
    expect((await composeMime(message({ text }))).raw.toString()).toContain('end=20');
  });

  it('attaches a forwarded email as application/octet-stream, which may be base64', async () => {
    const mail = await parsed(message({ attachments: [file('forwarded.eml', 'Subject: x\r\n\r\nü')] }));
    expect(mail.attachments[0]).toMatchObject({ filename: 'forwarded.eml', mimeType: 'application/octet-stream' });
  });

  it.each([
    ['notes.txt', 'plain', 'text/plain; charset=utf-8; name="notes.txt"'],
    ['größe.csv', 'ü', "text/csv; charset=utf-8;\r\n name*=utf-8''gr%C3%B6%C3%9Fe.csv"],
    ['bytes.txt', Buffer.from([0x66, 0xfc]), 'text/plain; name="bytes.txt"'],
    ['bill.pdf', 'plain', 'application/pdf; name="bill.pdf"'],
  ])('declares the charset of %s', async (name, content, type) => {
    const attachment = { name, content: Buffer.from(content), disposition: 'attachment' as const };
    expect((await composeMime(message({ attachments: [attachment] }))).raw.toString()).toContain(
      `\r\nContent-Type: ${type}\r\n`,
    );
  });

  it('encodes file names by RFC 2231, never as encoded words in quotes', async () => {
    const raw = (
      await composeMime(
        message({
          html: '<img src="cid:Übersicht.png">',
          attachments: [
            file('Rechnung März.pdf'),
            file(`${'長い名前'.repeat(9)}.pdf`),
            file('Übersicht.png', 'p', 'inline'),
          ],
        }),
      )
    ).raw.toString();
    expect(raw).not.toMatch(/name="[^"]*=\?/);
    expect(raw).toContain(
      "Content-Type: application/pdf;\r\n name*=utf-8''Rechnung%20M%C3%A4rz.pdf\r\n" +
        "Content-Disposition: attachment;\r\n filename*=utf-8''Rechnung%20M%C3%A4rz.pdf\r\n",
    );
    expect(raw).toMatch(/Content-Type: application\/pdf;\r\n name\*0\*=utf-8''[%\w]+;\r\n name\*1\*=/);
    expect(raw).toContain(" filename*=utf-8''%C3%9Cbersicht.png");
  });

  it('keeps machine-readable parts of headers in ASCII', async () => {
    const { raw: bytes } = await composeMime(
      message({
        headers: {
          'List-Unsubscribe': '<https://bücher.example/ab?für=ä>, <mailto:ab@acme.example?subject=Schluß>',
          'List-Id': '"Grüße aus Köln" <news.acme.example>',
          'List-Help': '<https://acme.example/help>',
          'X-Note': 'Grüße',
        },
      }),
    );
    const raw = bytes.toString().replaceAll('\r\n ', ' ');
    expect(raw).toContain(
      'List-Unsubscribe: <https://xn--bcher-kva.example/ab?f%C3%BCr=%C3%A4>, <mailto:ab@acme.example?subject=Schlu%C3%9F>\r\n',
    );
    expect(raw).toMatch(/\r\nList-Id: =\?UTF-8\?B\?[^?]+\?= <news\.acme\.example>\r\n/);
    expect(raw).toContain('\r\nList-Help: <https://acme.example/help>\r\n');
    expect(raw).toMatch(/\r\nX-Note: =\?UTF-8\?B\?[^?]+\?=\r\n/);
  });

  it('parses like an email composed by nodemailer', async () => {
    const examples = [
      message(),
      message({ text: undefined }),
      message({ html: undefined }),
      message({ ampHtml: '<html ⚡4email></html>' }),
      message({
        cc: [
          { address: 'grace@example.com', name: 'Grace Hopper' },
          { address: 'bob@müller.de', name: 'Müller, "Bob"' },
          { address: 'eve@example.com' },
        ],
        replyTo: ['help@acme.example', 'sales@müller.de'],
        headers: { 'X-Campaign': 'Weihnachten — früh', 'X-Long': 'word '.repeat(60).trim() },
      }),
      message({
        subject: '受領書 12 号 '.repeat(12).trim(),
        text: '日本語のテキスト'.repeat(100),
        html: `<p>${'ä'.repeat(300)}</p>`,
      }),
      message({
        from: { address: 'billing@acme.example', name: 'Müller, "Acme" \\ (Söhne)' },
        to: { address: 'ada@example.com', name: 'Lovelace, Ada; <x>' },
      }),
      message({
        attachments: [
          file('Rechnung März 2026.pdf'),
          file('見積書 最終版 第二稿 とても長い名前のファイル.xlsx'),
          file(`${'x'.repeat(120)}.txt`),
          file('a"b.txt'),
        ],
      }),
      message({
        html: '<img src="cid:logo.png">',
        attachments: [file('logo.png', 'png', 'inline'), file('terms.pdf', 'p'.repeat(5000))],
      }),
    ];
    for (const example of examples) {
      expect(seen(await parsed(example))).toEqual(seen(await composedByNodemailer(example)));
    }
  });

  it('preserves any subject, name, text and file in short 7-bit lines', async () => {
    const line = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replace(/[\p{C}\s]+/gu, ' ').trim());
    const body = fc.string({ unit: 'binary', maxLength: 600 }).map((text) => text.replace(/[\0\r\ufeff]/g, '\n'));
    await fc.assert(
      fc.asyncProperty(
        line,
        line,
        body,
        body,
        line,
        fc.uint8Array({ maxLength: 300 }),
        async (subject, name, text, html, fileName, content) => {
          const attachment = {
            name: `${fileName.replace(/[/\\]/g, '')}.bin`,
            content: Buffer.from(content),
            disposition: 'attachment' as const,
          };
          const { raw } = await composeMime(
            message({
              subject,
              to: { address: 'ada@example.com', name },
              cc: [
                { address: 'grace@example.com', name },
                { address: 'bob@example.com', name },
              ],
              text,
              html,
              attachments: [attachment],
            }),
          );
          const mail = await PostalMime.parse(raw);
          expect(mail.subject ?? '').toBe(subject);
          expect(mail.to).toEqual([{ address: 'ada@example.com', name }]);
          expect(mail.cc).toEqual([
            { address: 'grace@example.com', name },
            { address: 'bob@example.com', name },
          ]);
          expect(unixLines(mail.text)).toBe(unixLines(text));
          expect(unixLines(mail.html)).toBe(unixLines(html));
          expect(mail.attachments.map((part) => part.filename)).toEqual([attachment.name]);
          expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer)).toEqual(attachment.content);
          for (const wire of raw.toString('latin1').split('\r\n')) expect(wire).toMatch(/^[\t -~]{0,76}$/);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a message that tries to add recipients or to change its own structure', () => {
  it.each([
    'a@example.com\r\nBcc: evil@x.com',
    'a@example.com, evil@x.com',
    'a@example.com Bcc: evil@x.com',
    'a@b@evil.com',
    '"a@example.com Bcc: evil"@x.com',
    'a@example.com>\r\nRCPT TO:<evil@x.com',
    'group: evil@x.com;',
    'a@example.com SIZE=1',
    '用户@例え.jp',
    'a@exam\u0085ple.com',
    'a@ｅxample.com/evil',
    'a@ｅxample.com／evil',
    'a@ｅxample.com?x',
    'a@ｅxample.com\\x',
    'a@ｅx%61mple.com',
    'a@ü.com:25',
    '@x.com',
    'a@',
    `${'a'.repeat(65)}@x.com`,
    `a@${'x'.repeat(63)}.${'y'.repeat(63)}.${'z'.repeat(63)}.${'w'.repeat(63)}`,
  ])('is rejected for the address %j in any field', async (address) => {
    for (const over of [
      { to: { address } },
      { from: { address } },
      { cc: [{ address }] },
      { bcc: [{ address }] },
      { replyTo: [address] },
    ]) {
      await expect(composeMime(message(over))).rejects.toThrow(UnsendableMessage);
    }
  });

  it.each([
    'Bcc',
    'bcc',
    'Content-Type',
    'Resent-To',
    'DKIM-Signature',
    'X-SMTPAPI',
    'X-Mailgun-Variables',
    'X-MC-BccAddress',
    'X-PM-Bcc',
    'X-SES-Configuration-Set',
    'X-MJ-CustomID',
    'X-MSYS-API',
    'X-SG-EID',
    'X-Header\r\nBcc',
    'X Header',
    'X:Header',
  ])('is rejected for the header %j', async (name) => {
    await expect(composeMime(message({ headers: { [name]: 'evil@x.com' } }))).rejects.toThrow(UnsendableMessage);
  });

  it('has line breaks in any value replaced by a space', async () => {
    const evil = 'x\r\nBcc: evil@x.com\r\n\r\nbody';
    const outgoing = message({
      subject: evil,
      from: { address: 'billing@acme.example', name: evil },
      cc: [{ address: 'grace@example.com', name: evil }],
      headers: { 'X-Note': evil },
      attachments: [file(evil), file(evil, 'x', 'inline')],
    });
    const { raw, envelope } = await composeMime(outgoing);
    const mail = await PostalMime.parse(raw);
    expect(envelope.to).toEqual(['ada@example.com', 'grace@example.com']);
    expect(mail.cc).toEqual([{ address: 'grace@example.com', name: 'x Bcc: evil@x.com body' }]);
    expect(mail.bcc).toBeUndefined();
    expect(raw.toString()).not.toMatch(/^bcc/im);
    expect(mail.subject).toBe('x Bcc: evil@x.com body');
    expect(mail.from?.name).toBe('x Bcc: evil@x.com body');
    expect(mail.headers.filter(({ key }) => key === 'content-type')).toHaveLength(1);
  });

  it('cannot override headers of the driver', async () => {
    const { raw } = await composeMime(message({ headers: { 'x-log-id': 'log_another' } }), { 'X-Log-Id': 'log_mine' });
    expect(raw.toString().match(/^x-log-id: .*$/gim)).toEqual(['X-Log-Id: log_mine']);
  });
});

describe('a large email', () => {
  const megabytes = (text: string, many = 5): string =>
    Buffer.from(text.repeat(Math.floor((many * 1_048_576) / text.length))).toString();
  const nothing = { text: 'x', html: undefined };

  it.each(['a\nb\r\nc\rd', '\r', 'łąę😀 ', '\r\n'])('has its text as base64 with CRLF line ends: %j', async (piece) => {
    const { raw } = await composeMime(message({ ...nothing, text: `x${megabytes(piece, 1)}` }));
    const [header = '', body = ''] = raw.toString().split('\r\n\r\n');
    expect(header).toContain('Content-Transfer-Encoding: base64');
    expect(Buffer.from(body, 'base64').toString()).toBe(`x${megabytes(piece, 1).replaceAll(/\r\n?|\n/g, '\r\n')}`);
    expect(Math.max(...body.split('\r\n').map(({ length }) => length))).toBe(76);
  });

  it.each(['abc ', 'łąę ', ' \n', '=', '\r'])('is encoded in pieces: %j', async (piece) => {
    const large = { ...nothing, html: megabytes(piece) };
    await expectHold(() => composeMime(message(large)), hold);
    await expectHold(async () => {
      for await (const _ of ((await composeMail(message(large))).raw as MailStream).read());
    }, hold);
  });

  it.each(['abc ', 'łąę ', ' \n', '=', '\r'])('has texts that are encoded without a pause: %j', async (piece) => {
    const text = megabytes(piece, 1).slice(0, 131_072);
    await expectHold(() => composeMime(message({ text, html: text, ampHtml: text })), 4 * hold);
  });

  it('has attachments that are encoded in chunks', async () => {
    const attachments = Array.from({ length: 50 }, (_, n) => file(`${n}`, 'x'.repeat(146_000)));
    await expectHold(() => composeMime(message({ attachments })), hold);
  });

  it('refers to images with odd names without many comparisons', async () => {
    const odd = (n: number): string => `${'a '.repeat(100)}${n}`;
    const attachments = Array.from({ length: 50 }, (_, n) => file(odd(n), 'x', 'inline'));
    for (const html of [megabytes('cid:'), megabytes(`cid:${odd(99)}`), megabytes(`cid:${odd(1)}`)])
      await expectHold(() => composeMime(message({ ...nothing, html, attachments })), 3 * hold);
  });
});

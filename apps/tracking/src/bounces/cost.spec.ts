import { expectHold } from '@postrider/processor-time';
import { maxBytes } from './bounces.service.js';
import { readBounce } from './read-bounce.js';

const header = 'From: MAILER-DAEMON@mx.example.net\nSubject: Undelivered\n';
const megabyte = (text: string): string => text.repeat(Math.floor(1_000_000 / text.length));
const mixed = (body: string): string => `${header}Content-Type: multipart/mixed; boundary=b\n\n${body}`;
const nested = (levels: number): string =>
  Array.from(
    { length: levels },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`,
  ).join('');
const report = (status: string): string =>
  `${header}Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n${status}\n--b--\n`;

/** Inputs of up to 1 MB that are slow to parse. */
const hostile: Readonly<Record<string, string>> = {
  'a header of one line': `${header}X: ${megabyte('a')}\n\nx`,
  'a folded header': `${header}X: ${megabyte('a\n ')}\n\nx`,
  'many headers': `${header}${megabyte('X: a\n')}\nx`,
  'spaces in a header': `${header}Subject: ${megabyte(' ')}\n\nx`,
  addresses: `${header}To: ${megabyte('a@b,')}\n\nx`,
  'angle brackets': `${header}From: ${megabyte('<')}\n\nx`,
  'comments in an address': `${header}From: ${megabyte('(')}\n\nx`,
  'groups of addresses': `${header}To: ${megabyte('a:b@c;')}\n\nx`,
  'quotes in an address': `${header}From: ${megabyte('"a" ')}\n\nx`,
  'names of an address': `${header}From: ${megabyte('a b ')} <a@b>\n\nx`,
  'encoded words': `${header}Subject: ${megabyte('=?utf-8?q?a?= ')}\n\nx`,
  'broken encoded words': `${header}Subject: ${megabyte('=?utf-8?q?')}\n\nx`,
  'one encoded word': `${header}Subject: =?utf-8?q?${megabyte('=41')}?=\n\nx`,
  parameters: `${header}Content-Type: text/plain; ${megabyte('a=b; ')}\n\nx`,
  'continued parameters': `${header}Content-Type: text/plain; ${Array.from({ length: 60_000 }, (_, at) => `a*${at}=b`).join('; ')}\n\nx`,
  semicolons: `${header}Content-Type: text/plain${megabyte(';')}\n\nx`,
  parts: mixed(megabyte('--b\n\nx\n')),
  'parts with headers': mixed(megabyte('--b\nContent-Type: text/plain\n\nx\n')),
  'html parts': mixed(megabyte('--b\nContent-Type: text/html\n\n<p>x\n')),
  'nested parts': `${header}${nested(250)}x`,
  'deeper parts': `${header}${nested(5_000)}x`,
  'nested mails': `${header}${'Content-Type: message/rfc822\n\n'.repeat(5_000)}x`,
  html: `${header}Content-Type: text/html\n\n${megabyte('<p>x</p>')}`,
  'open html': `${header}Content-Type: text/html\n\n${megabyte('<')}`,
  'open comments': `${header}Content-Type: text/html\n\n${megabyte('<!--')}`,
  'open styles': `${header}Content-Type: text/html\n\n${megabyte('<style>')}`,
  'open links': `${header}Content-Type: text/html\n\n${megabyte('<a href="')}`,
  entities: `${header}Content-Type: text/html\n\n${megabyte('&amp;')}`,
  'blank html': `${header}Content-Type: text/html\n\n${megabyte(' \u00a0')}`,
  'quoted-printable': `${header}Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n${megabyte('=41')}`,
  'soft line breaks': `${header}Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n${megabyte('a=\n')}`,
  base64: `${header}Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n${megabyte('YWFh')}`,
  'flowed text': `${header}Content-Type: text/plain; format=flowed\n\n${megabyte('a \n')}`,
  'another charset': `${header}Content-Type: text/plain; charset=iso-2022-jp\n\n${megabyte('\x1b$B$"\x1b(B')}`,
  'fields of a report': report(megabyte('A: b\n')),
  'groups of a report': report(megabyte('Action: failed\n\n')),
  'folded fields of a report': report(`Action: ${megabyte('a\n ')}`),
  'blank lines of a report': report(megabyte('\n \n')),
  'spaces in a report': report(`Action: failed\nDiagnostic-Code: ${megabyte(' ')}x`),
  'dots in a report': report(`Action: failed\nStatus: ${megabyte('5.1.')}`),
};

/** Twice the longest block of the event loop in docs/operate/limits-internal.md#event-loop. */
const maxHoldMs = 40;

it.each(Object.entries(hostile))('%s does not block the event loop', async (_, mail) => {
  const raw = Buffer.from(mail).subarray(0, maxBytes);
  await expectHold(() => readBounce(raw, '').catch(() => undefined), maxHoldMs);
});

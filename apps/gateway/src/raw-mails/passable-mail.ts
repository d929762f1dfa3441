import { isAscii } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Pieces } from '@postrider/concurrency';

/** Fields that only this server reads, that providers take for commands, and that recipients must not see. */
const removed =
  /^(bcc|resent-bcc|return-path|delivered-to|envelope-to|x-postrider-.*|x-smtpapi|x-mailgun-.*|x-mc-.*|x-pm-.*|x-ses-.*|x-mj-.*|x-mailjet-.*|x-msys-api|x-sg-.*):/i;
/** RFC 5322 section 2.1.1. */
const maxLineLength = 998;
/** Bytes handled without a pause. */
const pieceBytes = 256 * 1024;
const [cr, lf] = [0x0d, 0x0a];

/**
 * The mail as it is sent on: without `removed` fields, with Message-ID and Date if they are absent, with CRLF line ends.
 * Undefined if not every mail server accepts it so: with bytes beyond ASCII or long lines. Then it is composed anew.
 */
export function* passableMail(raw: Buffer, domain: string, now: Date): Pieces<Buffer | undefined> {
  if (!isAscii(raw)) return undefined;
  yield;
  const mail = yield* withLineEnds(raw);
  if (!mail) return undefined;
  const end = mail.indexOf('\r\n\r\n');
  const header = mail.subarray(0, end < 0 ? mail.length : end + 2).toString('latin1');
  const fields = header.split(/\r\n(?![ \t])/).filter((field) => field !== '' && !removed.test(field));
  const has = (name: string): boolean => fields.some((field) => field.toLowerCase().startsWith(`${name}:`));
  if (!has('date')) fields.push(`Date: ${now.toUTCString().replace('GMT', '+0000')}`);
  if (!has('message-id')) fields.push(`Message-ID: <${randomUUID()}@${domain}>`);
  const body = end < 0 ? Buffer.from('\r\n') : mail.subarray(end + 2);
  return Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n`, 'latin1'), body]);
}

/** With CRLF at the end of each line; undefined if a line is too long. */
function* withLineEnds(raw: Buffer): Pieces<Buffer | undefined> {
  const lines: Buffer[] = [];
  const lineEnd = Buffer.from('\r\n');
  for (let start = 0, handled = 0; start < raw.length;) {
    const found = raw.indexOf(lf, start);
    const next = found < 0 ? raw.length : found + 1;
    const end = found < 0 ? raw.length : found - Number(found > start && raw[found - 1] === cr);
    if (end - start > maxLineLength) return undefined;
    lines.push(raw.subarray(start, end), lineEnd);
    start = next;
    if (start - handled < pieceBytes) continue;
    handled = start;
    yield;
  }
  return Buffer.concat(lines);
}

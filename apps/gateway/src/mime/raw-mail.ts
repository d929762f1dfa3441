import { isAscii } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Stepwise } from '@postrider/concurrency';
import { isProviderHeader } from '@postrider/contracts';
import { isOwnField } from './submitted-mail.js';

/** Fields that only this server reads, that providers interpret as commands, and that recipients must not see. */
function isRemoved(field: string): boolean {
  const name = field.slice(0, field.indexOf(':')).trim();
  return /^(resent-)?bcc$/i.test(name) || isOwnField(name) || isProviderHeader(name);
}

/** RFC 5322 section 2.1.1. */
const maxLineLength = 998;
/** Bytes handled without a pause. */
const sliceBytes = 256 * 1024;
const [cr, lf] = [0x0d, 0x0a];

/**
 * The email as it is sent on: without the removed fields, with Message-ID and Date if they are absent, with CRLF line
 * ends. Undefined if not every mail server accepts it so: with bytes beyond ASCII, long lines, a CR that ends no line,
 * or without a header. Then it is composed again.
 */
export function* prepareRawMail(raw: Buffer, now: Date): Stepwise<Buffer | undefined> {
  if (!isAscii(raw)) return undefined;
  yield;
  const mail = yield* withLineEnds(raw);
  if (!mail || mail[0] === cr) return undefined;
  const end = mail.indexOf('\r\n\r\n');
  const header = mail.subarray(0, end < 0 ? mail.length : end + 2).toString('latin1');
  const fields = header.split(/\r\n(?![ \t])/).filter((field) => field !== '' && !isRemoved(field));
  const has = (name: RegExp): boolean => fields.some((field) => name.test(field));
  if (!has(/^date[ \t]*:/i)) fields.push(`Date: ${now.toUTCString().replace('GMT', '+0000')}`);
  if (!has(/^message-id[ \t]*:/i)) fields.push(`Message-ID: <${randomUUID()}@${parseDomain(fields)}>`);
  const body = end < 0 ? Buffer.from('\r\n') : mail.subarray(end + 2);
  return Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n`, 'latin1'), body]);
}

const parseDomain = (fields: readonly string[]): string =>
  /@([A-Za-z0-9.-]{1,253})/.exec(fields.find((field) => /^from[ \t]*:/i.test(field)) ?? '')?.[1] ?? 'localhost';

/** The email with CRLF at the end of each line; undefined if a line is too long or has a CR inside. */
function* withLineEnds(raw: Buffer): Stepwise<Buffer | undefined> {
  const text = raw.toString('latin1');
  const next = (char: string, from: number): number => {
    const found = text.indexOf(char, from);
    return found < 0 ? text.length : found;
  };
  let missing = Number(raw.at(-1) !== lf) * 2;
  for (let start = 0, checked = 0, nextCr = next('\r', 0); start < text.length;) {
    const end = next('\n', start);
    const hasCr = end < text.length && nextCr === end - 1;
    if ((nextCr < end && !hasCr) || end - Number(hasCr) - start > maxLineLength) return undefined;
    if (end < text.length && !hasCr) missing += 1;
    if (hasCr) nextCr = next('\r', end);
    start = end + 1;
    if (start - checked < sliceBytes) continue;
    yield;
    checked = start;
  }
  if (missing === 0) return raw;
  const mail = Buffer.allocUnsafe(raw.length + missing);
  let written = 0;
  for (let at = 0; at < raw.length; at++) {
    if (at % sliceBytes === sliceBytes - 1) yield;
    if (raw[at] === lf && raw[at - 1] !== cr) mail[written++] = cr;
    mail[written++] = raw[at]!;
  }
  if (raw.at(-1) !== lf) mail.write('\r\n', written, 'latin1');
  return mail;
}

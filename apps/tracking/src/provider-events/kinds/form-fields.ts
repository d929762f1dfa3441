import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { unreadable } from './report.js';

/** A field of a form. Its value comes in chunks, each of whole characters. */
export interface FormField {
  readonly name: string;
  readonly chunks: readonly string[];
}

const chunkBytes = 65_536;
const maxFields = 100;
const maxNameBytes = 1_000;

const ampersand = 0x26;
const equals = 0x3d;
const percent = 0x25;
const plus = 0x2b;
const space = 0x20;

/**
 * The fields of an `application/x-www-form-urlencoded` body, decoded in chunks between which the event loop handles
 * other work.
 * @throws ServiceError `invalid_request`
 */
export async function formFields(body: Buffer): Promise<readonly FormField[]> {
  const fields: FormField[] = [];
  let parts = 0;
  for (let start = 0; start < body.length;) {
    parts += 1;
    if (parts > maxFields) throw unreadable(`has more than ${maxFields} fields`);
    const found = body.indexOf(ampersand, start);
    const end = found < 0 ? body.length : found;
    if (end > start) fields.push(await parseField(body.subarray(start, end)));
    start = end + 1;
  }
  return fields;
}

async function parseField(bytes: Buffer): Promise<FormField> {
  const found = bytes.indexOf(equals);
  const nameEnd = found < 0 ? bytes.length : found;
  if (nameEnd > maxNameBytes) throw unreadable('has a field with a name longer than 1,000 bytes');
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const name = decoder.decode(unescaped(bytes.subarray(0, nameEnd)));
  const value = bytes.subarray(nameEnd + 1);
  const chunks: string[] = [];
  for (let start = 0; start < value.length;) {
    if (start > 0) await yieldToEventLoop();
    const end = getChunkEnd(value, start);
    chunks.push(decoder.decode(unescaped(value.subarray(start, end)), { stream: end < value.length }));
    start = end;
  }
  return { name, chunks };
}

/** Never ends within an escape such as `%C3`. */
function getChunkEnd(bytes: Buffer, start: number): number {
  const end = start + chunkBytes;
  if (end >= bytes.length) return bytes.length;
  const escape = bytes.subarray(end - 2, end).indexOf(percent);
  return escape < 0 ? end : end - 2 + escape;
}

function unescaped(bytes: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at]!;
    if (byte === plus) byte = space;
    else if (byte === percent) {
      const high = parseHexDigit(bytes[at + 1]);
      const low = parseHexDigit(bytes[at + 2]);
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low;
        at += 2;
      }
    }
    decoded[length] = byte;
    length += 1;
  }
  return decoded.subarray(0, length);
}

/** The value of a hexadecimal digit, or -1. */
function parseHexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lowerCase = byte | 0x20;
  return lowerCase >= 0x61 && lowerCase <= 0x66 ? lowerCase - 0x57 : -1;
}

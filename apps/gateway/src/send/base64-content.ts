import { createHash } from 'node:crypto';
import type { Stepwise } from '@postrider/concurrency';

const groupBytes = 3;
const groupLength = 4;
/** Bytes hashed without a pause; a multiple of 3. */
const hashedBytes = 64 * 1024 * groupBytes;

/** Base64 text that is decoded in ranges, so that memory never holds the content twice. */
export class Base64Content {
  readonly bytes: number;

  /** `text` is base64 without line breaks; its padding may be missing. */
  constructor(private readonly text: string) {
    this.bytes = Math.floor((significant(text) * groupBytes) / groupLength);
  }

  /** Like Buffer.subarray: the bytes from `start` to before `end`. */
  subarray(start: number, end: number): Buffer {
    const firstGroup = Math.floor(start / groupBytes);
    const groups = this.text.slice(firstGroup * groupLength, Math.ceil(end / groupBytes) * groupLength);
    const from = firstGroup * groupBytes;
    return Buffer.from(groups, 'base64').subarray(start - from, end - from);
  }

  /** `length` bytes from `start` as base64, without decoding if the range is on group boundaries. */
  base64(start: number, length: number): string {
    const end = Math.min(start + length, this.bytes);
    if (start % groupBytes !== 0 || end % groupBytes !== 0) return this.subarray(start, end).toString('base64');
    return this.text.slice((start / groupBytes) * groupLength, (end / groupBytes) * groupLength);
  }

  /** In hexadecimal. */
  *sha256(): Stepwise<string> {
    const hash = createHash('sha256');
    for (let start = 0; start < this.bytes; start += hashedBytes) {
      hash.update(this.subarray(start, start + hashedBytes));
      if (start + hashedBytes < this.bytes) yield;
    }
    return hash.digest('hex');
  }
}

/** The length without the padding. */
export const significant = (base64: string): number =>
  base64.length - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);

import { createHash } from 'node:crypto';
import type { Pieces } from '@postrider/concurrency';

const groupBytes = 3;
const groupLength = 4;
/** A multiple of the bytes of a group. */
const hashedBytes = 64 * 1024 * groupBytes;

/** What base64 text stands for, decoded piece by piece: nowhere is the whole of it in memory a second time. */
export class Base64Content {
  readonly bytes: number;

  /** `text` is base64 without line breaks; its padding may be missing. */
  constructor(private readonly text: string) {
    this.bytes = Math.floor((significant(text) * groupBytes) / groupLength);
  }

  /** As of a Buffer: the bytes from `start` to before `end`. */
  subarray(start: number, end: number): Buffer {
    const firstGroup = Math.floor(start / groupBytes);
    const groups = this.text.slice(firstGroup * groupLength, Math.ceil(end / groupBytes) * groupLength);
    const from = firstGroup * groupBytes;
    return Buffer.from(groups, 'base64').subarray(start - from, end - from);
  }

  /** The bytes from `start` on as base64 of their own, `length` of them: as they came where groups begin and end there. */
  base64(start: number, length: number): string {
    const end = Math.min(start + length, this.bytes);
    if (start % groupBytes !== 0 || end % groupBytes !== 0) return this.subarray(start, end).toString('base64');
    return this.text.slice((start / groupBytes) * groupLength, (end / groupBytes) * groupLength);
  }

  /** In hexadecimal. */
  *sha256(): Pieces<string> {
    const hash = createHash('sha256');
    for (let start = 0; start < this.bytes; start += hashedBytes) {
      hash.update(this.subarray(start, start + hashedBytes));
      if (start + hashedBytes < this.bytes) yield;
    }
    return hash.digest('hex');
  }
}

/** Its length without the padding. */
export const significant = (base64: string): number =>
  base64.length - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);

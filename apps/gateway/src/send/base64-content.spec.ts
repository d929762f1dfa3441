import { createHash } from 'node:crypto';
import { assert, constantFrom, nat, property, uint8Array } from 'fast-check';
import { runSync } from '@postrider/concurrency';
import { Base64Content } from './base64-content.js';

describe('Base64Content', () => {
  it('returns any range of the decoded bytes', () => {
    assert(
      property(uint8Array({ maxLength: 50 }), nat(60), nat(60), constantFrom(true, false), (array, a, b, padded) => {
        const bytes = Buffer.from(array);
        const text = bytes.toString('base64');
        const content = new Base64Content(padded ? text : text.replace(/=+$/, ''));
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        expect(content.bytes).toBe(bytes.length);
        expect(content.subarray(start, end)).toEqual(bytes.subarray(start, end));
        expect(content.base64(start, end - start)).toBe(bytes.subarray(start, end).toString('base64'));
        expect(runSync(content.sha256())).toBe(createHash('sha256').update(bytes).digest('hex'));
      }),
    );
  });

  it('hashes large contents', () => {
    const bytes = Buffer.alloc(1_000_001, 'postrider');
    expect(runSync(new Base64Content(bytes.toString('base64')).sha256())).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
  });
});

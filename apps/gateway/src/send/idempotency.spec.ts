import { createHash } from 'node:crypto';
import { runSync } from '@postrider/concurrency';
import { LosslessNumber } from '@postrider/numbers';
import { assert, jsonValue, property } from 'fast-check';
import { canonicalJson as pieces } from './canonical-json.js';
import { hashValue } from './idempotency.js';

const canonicalJson = (value: unknown): string => [...pieces(value)].join('');

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, field]) => [name, shuffled(field)]),
  );
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('canonicalJson', () => {
  it('the text is JSON, and the same for fields in another order', () => {
    assert(
      property(jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('normalizes numbers', () => {
    expect(
      canonicalJson({ b: [new LosslessNumber('1.0'), new LosslessNumber('1e400')], a: new LosslessNumber('10.50') }),
    ).toBe('{"a":10.5,"b":[1,null]}');
  });

  it('keeps the order of arrays', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });

  it.each([
    'x'.repeat(1_000_000),
    `${'x'.repeat(64 * 1024 - 1)}\u{1f600}\r\n"\\/${'ü'.repeat(200_000)}`,
    '\u{1f600}'.repeat(200_000),
    'aGVsbG8=\r\n'.repeat(100_000),
  ])('writes long texts like JSON.stringify: %.10s', (text) => {
    expect(canonicalJson({ b: [text], a: 1 })).toBe(`{"a":1,"b":[${JSON.stringify(text)}]}`);
  });
});

describe('hashValue', () => {
  it('hashes the canonical JSON of any value', () => {
    assert(
      property(jsonValue(), (value) => {
        expect(runSync(hashValue(['POST', '/api/v1/send', 'live', value]))).toBe(
          sha256(`["POST","/api/v1/send","live",${canonicalJson(value)}]`),
        );
      }),
    );
  });

  it('yields often for a large value', () => {
    const body = { files: [{ id: 'a', data: 'aGVsbG8='.repeat(1_000_000) }] };
    const work = hashValue(body);
    let count = 0;
    for (let next = work.next(); ; next = work.next()) {
      if (next.done) {
        expect(next.value).toBe(sha256(JSON.stringify({ files: [{ data: body.files[0]!.data, id: 'a' }] })));
        break;
      }
      count++;
    }
    expect(count).toBeGreaterThan(20);
  });
});

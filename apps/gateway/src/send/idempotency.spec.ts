import { assert, jsonValue, property } from 'fast-check';
import { writeCanonicalJson } from './idempotency.js';

const canonicalJson = (value: unknown): string => {
  let text = '';
  writeCanonicalJson(value, (piece) => {
    text += piece;
  });
  return text;
};

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, field]) => [name, shuffled(field)]),
  );
};

describe('canonical JSON', () => {
  it('is the same for the same fields in another order, and is JSON', () => {
    assert(
      property(jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('differs where the order of an array does', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });
});

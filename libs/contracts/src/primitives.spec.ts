import { optionalOrEmpty, displayName, text, timestamp } from './primitives.js';

describe('optional and required fields', () => {
  it('optional fields are absent when null or empty', () => {
    for (const absent of [null, '', undefined]) expect(optionalOrEmpty(text(5)).parse(absent)).toBeUndefined();
    expect(optionalOrEmpty(text(5)).parse('five!')).toBe('five!');
    expect(optionalOrEmpty(text(5)).safeParse('sixsix').success).toBe(false);
  });

  it('required fields are missing when empty', () => {
    expect(text(5).safeParse('').error?.issues[0]?.message).toBe('is required');
    expect(text(5).safeParse(undefined).error?.issues[0]?.message).toBe('is required');
  });

  it('accept names of one line and times in whole seconds', () => {
    expect(displayName.safeParse('Ada\r\nBcc: eve@example.com').success).toBe(false);
    expect(displayName.safeParse('Ada Łovelace').success).toBe(true);
    expect([1.5, -1, '1790000000', 1_790_000_000].map((at) => timestamp.safeParse(at).success)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});

import { absentable, addressKey, displayName, emailAddress, text, timestamp } from './primitives.js';

describe('an email address', () => {
  it.each([
    'ada@example.com',
    'a+b.c_d@sub.example.co',
    "o'neil@example.com",
    'ada@bücher.example',
    'a-.-b@ex-ample.com',
    `ada@${'x'.repeat(63)}.com`,
    ' ada@example.com ',
    `${'a'.repeat(64)}@example.com`,
  ])('may be %j', (address) => {
    expect(emailAddress.parse(address)).toBe(address.trim());
  });

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'a@b@c',
    'ada @example.com',
    'ada@exa mple.com',
    '"ada"@example.com',
    'adä@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'x'.repeat(260)}.com`,
    '.ada@example.com',
    'ada.@example.com',
    'a..b@example.com',
    'ada@.example.com',
    'ada@example..com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@mail.-example.com',
    `ada@${'x'.repeat(64)}.com`,
    'ada@example.com.',
    'Ada <ada@example.com>',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com,eve@example.com',
    'ada@example.com;eve@example.com',
    'ada@[127.0.0.1]',
    'ada\u0000@example.com',
  ])('must not be %j', (address) => {
    expect(emailAddress.safeParse(address).success).toBe(false);
  });

  it('is required, and a string', () => {
    expect(emailAddress.safeParse(undefined).error?.issues[0]?.message).toBe('is required');
    expect(emailAddress.safeParse(7).error?.issues[0]?.message).toBe('must be a string');
  });
});

describe('optional and required fields', () => {
  it('are absent when null or empty', () => {
    for (const absent of [null, '', undefined]) expect(absentable(text(5)).parse(absent)).toBeUndefined();
    expect(absentable(text(5)).parse('five!')).toBe('five!');
    expect(absentable(text(5)).safeParse('sixsix').success).toBe(false);
  });

  it('are missing when empty', () => {
    expect(text(5).safeParse('').error?.issues[0]?.message).toBe('is required');
    expect(text(5).safeParse(undefined).error?.issues[0]?.message).toBe('is required');
  });

  it('keep names to one line and times to whole seconds', () => {
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

describe('the key of an address', () => {
  it('is the same however the address is spelt', () => {
    for (const address of ['ada@example.com', ' Ada@Example.COM ', 'ADA@EXAMPLE.COM\n'])
      expect(addressKey(address)).toBe('ada@example.com');
    expect(addressKey('ada+news@example.com')).not.toBe(addressKey('ada@example.com'));
  });
});

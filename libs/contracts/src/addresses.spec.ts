import { assert, constantFrom, property, string } from 'fast-check';
import { addressKey, emailAddress, wireAddress } from './addresses.js';

describe('an email address', () => {
  it.each([
    'ada@example.com',
    'a+b.c_d@sub.example.co',
    "o'neil@example.com",
    'ada@bücher.example',
    'ada@BÜCHER.example',
    'ada@bücher.xn--mnchen-3ya.de',
    'ada@\u05d0\u05d1.example',
    'ada@例え.テスト',
    'ada@\u{1f600}.example',
    `ada@${'ü'.repeat(50)}.example`,
    'a-.-b@ex-ample.com',
    `ada@${'x'.repeat(63)}.com`,
    ' ada@example.com ',
    `${'a'.repeat(64)}@example.com`,
  ])('%j is valid', (address) => {
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
    // Characters that look like dots, and invisible characters.
    'ada@example\u3002com',
    'ada@example.com\uff0e',
    'ada@example\uff61com',
    'ada@exam\u200bple.com',
    'ada@exam\u200cple.com',
    'ada@exam\u200dple.com',
    'ada@exam\u2060ple.com',
    'ada@exam\u00adple.com',
    'ada@exam\ufeffple.com',
    'ada@\u202emoc.elpmaxe',
    'ada@example\u2066.com',
    'ada@exam\u200fple.com',
    // Right-to-left and left-to-right characters in one label; a label that starts with a combining mark.
    'ada@\u05d0a\u05d1.example',
    'ada@\u0301a.example',
    // Domains that the converter turns into IP addresses.
    'ada@\uff11\uff12\uff17.0.0.1',
    'ada@a\uff0fb.example',
    'ada@\u2100.example',
    // Too long as punycode.
    `ada@${'ü'.repeat(60)}.example`,
    `ada@${Array(4).fill('ü'.repeat(56)).join('.')}.example`,
    `${'a'.repeat(60)}@${Array(3).fill('ü'.repeat(56)).join('.')}.example`,
  ])('%j is invalid', (address) => {
    expect(emailAddress.safeParse(address).success).toBe(false);
  });

  it.each(['nobody', 'ada@exam\u200bple.com', `ada@${'x'.repeat(300)}.com`])('%j has exactly one error', (address) => {
    expect(emailAddress.safeParse(address).error?.issues).toHaveLength(1);
  });

  it('is required and must be a string', () => {
    expect(emailAddress.safeParse(undefined).error?.issues[0]?.message).toBe('is required');
    expect(emailAddress.safeParse(7).error?.issues[0]?.message).toBe('must be a string');
  });
});

describe('addressKey', () => {
  it('the key is the same for all spellings of an address', () => {
    for (const address of ['ada@example.com', ' Ada@Example.COM ', 'ADA@EXAMPLE.COM\n'])
      expect(addressKey(address)).toBe('ada@example.com');
    expect(addressKey('ada+news@example.com')).not.toBe(addressKey('ada@example.com'));
  });

  it('has the domain in punycode', () => {
    for (const address of [
      'a@münchen.de',
      'A@MÜNCHEN.DE',
      'a@mu\u0308nchen.de',
      'a@xn--mnchen-3ya.de',
      'a@XN--MNCHEN-3YA.de',
    ])
      expect(addressKey(address)).toBe('a@xn--mnchen-3ya.de');
  });

  it('also works for invalid addresses', () => {
    expect(addressKey(' Nobody@exa\u200bmple.com')).toBe('nobody@exa\u200bmple.com');
    expect(addressKey('Nobody')).toBe('nobody');
  });
});

describe('wireAddress', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada@Example.COM', 'Ada@Example.COM'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ])('of %s is %s', (address, wire) => {
    expect(wireAddress(address)).toBe(wire);
  });

  it.each(['ada', 'ada@', '@example.com', 'ada@example\u3002com', 'ada@-example.com', 'a..b@example.com'])(
    '%j is none',
    (address) => {
      expect(wireAddress(address)).toBeUndefined();
    },
  );

  it('exists for every valid address and fits the length limit', () => {
    const part = string({
      unit: constantFrom('a', 'B', '1', '-', '.', 'ü', 'ß', '\u200d', '\u3002', '\u05d0', 'め', '\u{1f600}'),
      maxLength: 70,
    });
    assert(
      property(part, (domain) => {
        const { success, data = '' } = emailAddress.safeParse(`ada@${domain}`);
        if (!success) return;
        expect(wireAddress(data)).toMatch(/^ada@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/);
        expect(addressKey(addressKey(data))).toBe(addressKey(data));
      }),
      { numRuns: 2000 },
    );
  });
});

import { getApiKey, newSecret, toStoredForm } from './credentials.js';

describe('secrets of API keys', () => {
  it('consist of their kind and 43 random letters and digits', () => {
    const secrets = Array.from({ length: 1_000 }, () => newSecret('live'));
    for (const secret of secrets) expect(secret).toMatch(/^live_[0-9A-Za-z]{43}$/);
    expect(new Set(secrets).size).toBe(1_000);
    expect(newSecret('test')).toMatch(/^test_/);
  });

  it('use each character about equally often', () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 2_000; round++)
      for (const character of newSecret('live').slice(5)) counts.set(character, (counts.get(character) ?? 0) + 1);
    const expected = (2_000 * 43) / 62;
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(expected * 0.2);
  });

  it('are stored as SHA-256 and a hint of at most a quarter of their length', () => {
    expect(toStoredForm('abc').secretHash.toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(toStoredForm('live_0123456789abcdef').hint).toBe('live_');
    expect(toStoredForm(newSecret('live')).hint).toHaveLength(12);
  });
});

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('getApiKey', () => {
  it.each([
    [basic('live_key:'), 'live_key'],
    [basic('live_key:password:with:colons'), 'live_key'],
    [basic('live_key'), 'live_key'],
    [` basic   ${Buffer.from('live_key:').toString('base64')} `, 'live_key'],
  ])('returns the user name of %j', (authorization, key) => {
    expect(getApiKey({ authorization })).toBe(key);
  });

  it.each([
    undefined,
    '',
    'Basic',
    'Basic ',
    basic(':password'),
    'Bearer live_key',
    'live_key',
    basic('x'.repeat(513)),
    `Basic ${'A'.repeat(5_000)}`,
  ])('returns undefined for %j', (authorization) => {
    expect(getApiKey(authorization === undefined ? {} : { authorization })).toBeUndefined();
  });
});

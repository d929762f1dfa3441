import { recorded } from './recorded-value.js';

const read = (value: unknown): unknown => JSON.parse(recorded(value)!);

describe('a value in the audit log', () => {
  it.each([undefined, null, {}])('is none where there is nothing: %p', (value) => {
    expect(recorded(value)).toBeUndefined();
  });

  it('is without secrets, wherever they stand', () => {
    const value = {
      name: 'Shop',
      api_key: { id: 'key_1', secret: 'live_x' },
      credentials: { username: 'u', password: 'p' },
      webhook: { url: 'https://acme.example', signing_secret: 's' },
      webhook_url: 'https://mail.acme.example/webhooks/esp/t',
      list: [{ token: 't' }],
    };
    expect(read(value)).toEqual({
      name: 'Shop',
      api_key: { id: 'key_1', secret: '(not shown)' },
      credentials: '(not shown)',
      webhook: { url: 'https://acme.example', signing_secret: '(not shown)' },
      webhook_url: '(not shown)',
      list: [{ token: '(not shown)' }],
    });
  });

  it('keeps the beginning of long texts and lists', () => {
    expect(read({ html: 'a'.repeat(5_000), tags: Array.from({ length: 300 }, (_, index) => index) })).toMatchObject({
      html: `${'a'.repeat(2_000)}… (5000 characters)`,
      tags: expect.arrayContaining([0, 199, '… (300 in all)']) as unknown[],
    });
  });

  it.each<[string, unknown]>([
    [
      'many long texts',
      Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`field${index}`, 'é'.repeat(4_000)])),
    ],
    ['many fields', Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`f${index}`, index]))],
    ['deep lists', Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => 'x'.repeat(300)))],
    ['long names', { ['n'.repeat(100_000)]: 1 }],
  ])('is at most 16 KB: %s', (_what, value) => {
    expect(Buffer.byteLength(recorded(value)!)).toBeLessThanOrEqual(16 * 1024);
  });
});

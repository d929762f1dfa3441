import { createHmac, timingSafeEqual } from 'node:crypto';
import { newWebhookSecret, signed } from './signature.js';

/** Verification according to Standard Webhooks 1.0.0, written from the specification. */
function verify(
  secret: string,
  headers: Readonly<Record<string, string>>,
  payload: string,
  nowSeconds: number,
): boolean {
  const key = Buffer.from(secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret, 'base64');
  const timestamp = Number.parseInt(headers['webhook-timestamp']!, 10);
  if (Math.abs(nowSeconds - timestamp) > 5 * 60) return false;
  const toSign = new TextEncoder().encode(`${headers['webhook-id']}.${timestamp}.${payload}`);
  const expected = createHmac('sha256', key).update(toSign).digest();
  return headers['webhook-signature']!.split(' ').some((versioned) => {
    const [version, signature = ''] = versioned.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** The example in the tests of the Standard Webhooks libraries. */
const example = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('signed', () => {
  it('returns the signature of the published example', () => {
    expect(signed(example.id, example.timestamp, example.body, [example.secret])).toEqual({
      'webhook-id': example.id,
      'webhook-timestamp': String(example.timestamp),
      'webhook-signature': example.signature,
    });
  });

  it('can be verified with each of two secrets, and with no other', () => {
    const [one, other, unrelated] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
    const body = '{"type":"email.sent","data":{"recipient":{"address":"zoë@example.com"}}}';
    const headers = signed('evt_1', 1_790_000_000, body, [one, other]);
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
    expect([one, other, unrelated].map((secret) => verify(secret, headers, body, 1_790_000_010))).toEqual([
      true,
      true,
      false,
    ]);
    expect(verify(one, headers, body, 1_790_000_301)).toBe(false);
    for (const [name, value] of [
      ['webhook-id', 'evt_2'],
      ['webhook-timestamp', '1790000001'],
    ] as const)
      expect(verify(one, { ...headers, [name]: value }, body, 1_790_000_010)).toBe(false);
    expect(verify(one, headers, body.replace('zoë', 'zoe'), 1_790_000_010)).toBe(false);
  });

  it('uses secrets of 32 random bytes in base64', () => {
    const secret = newWebhookSecret();
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(newWebhookSecret()).not.toBe(secret);
  });
});

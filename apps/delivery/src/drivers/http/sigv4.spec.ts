import { sha256, signedHeaders } from './sigv4.js';

// From AWS's own test suite for Signature Version 4.
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const at = new Date('2015-08-30T12:36:00Z');
const sign = (headers: Record<string, string>, body: string) =>
  signedHeaders(keys, 'us-east-1', 'service', new URL('https://example.amazonaws.com/'), headers, sha256(body), at);
const credential = 'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request';

describe('AWS signature version 4', () => {
  it('signs post-vanilla', () => {
    expect(sign({}, '')).toMatchObject({
      'x-amz-date': '20150830T123600Z',
      authorization: `${credential}, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b`,
    });
  });

  it('signs post-x-www-form-urlencoded', () => {
    expect(sign({ 'content-type': 'application/x-www-form-urlencoded' }, 'Param1=value1').authorization).toBe(
      `${credential}, SignedHeaders=content-type;host;x-amz-date, Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a`,
    );
  });
});

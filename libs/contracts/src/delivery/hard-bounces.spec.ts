import { expectProcessorTime } from '@postrider/processor-time';
import { describe, expect, it } from '@jest/globals';
import { bounceReplies } from '@postrider/testing';
import { isHardBounce } from './hard-bounces.js';

describe('isHardBounce', () => {
  it.each(bounceReplies)('decides by code and text: $reply', ({ reply: text, hardIfRejected, hardIfInvalid }) => {
    expect(isHardBounce({ bounceClass: 'rejected', text })).toBe(hardIfRejected);
    expect(isHardBounce({ bounceClass: 'invalid', text })).toBe(hardIfInvalid);
    expect(isHardBounce({ bounceClass: 'temporary', text })).toBe(false);
  });

  it.each([
    ['5.1.1', undefined, true],
    ['5.1.1', 'No thanks', true],
    ['5.0.0', '550 5.1.1 User unknown', true],
    ['5.0.0', '550 5.7.1 Blocked', false],
    ['5.7.1', '550 5.1.1 User unknown', false],
    ['5.1.1', 'the address b@5.7.1.example does not exist', true],
    ['550', 'User unknown', true],
    ['550', undefined, false],
    ['bad_mailbox', undefined, false],
    [undefined, '550 Connection to 5.1.1.7 failed', false],
    [undefined, '550 refused by MTA 15.1.1', false],
    [undefined, undefined, false],
  ])('reads the code %s, then the text %s', (code, text, hard) => {
    expect(isHardBounce({ bounceClass: 'rejected', code, text })).toBe(hard);
  });

  it.each(['user '.repeat(100_000), 'a'.repeat(500_000), `550 ${'<'.repeat(500_000)}`])(
    'handles long texts quickly: %#',
    async (text) => {
      await expectProcessorTime(() => isHardBounce({ bounceClass: 'rejected', text }), 40);
    },
  );
});

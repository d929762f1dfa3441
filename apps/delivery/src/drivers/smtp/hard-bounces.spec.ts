import { describe, expect, it } from '@jest/globals';
import { bounceReplies } from '@postrider/testing';
import { hardBouncesOf } from './hard-bounces.js';

const refused = (response: string) => ({ address: 'ada@example.com', response });

describe('hard bounces of a mail server', () => {
  it.each(bounceReplies)('follow the rule of all kinds: $reply', ({ reply, hardIfRejected }) => {
    expect(hardBouncesOf([refused(reply)])).toEqual(hardIfRejected ? [refused(reply)] : undefined);
  });

  it.each(['550', '5501 User unknown', 'User unknown', 'smtp; 550 5.1.1 User unknown', '450 5.1.1 User unknown', ''])(
    'do not include a reply that is no refusal for good: %j',
    (reply) => {
      expect(hardBouncesOf([refused(reply)])).toBeUndefined();
    },
  );

  it('name only the recipients they are about', () => {
    const unknown = { address: 'a@example.com', response: '550 5.1.1 No such user' };
    expect(hardBouncesOf([unknown, { address: 'b@example.com', response: '552 5.2.2 Full' }])).toEqual([unknown]);
  });
});

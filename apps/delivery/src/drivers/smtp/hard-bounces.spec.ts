import { describe, expect, it } from '@jest/globals';
import { hardBouncesOf, isHardBounce } from './hard-bounces.js';

describe('a refused recipient', () => {
  it.each([
    '550 5.1.1 <nobody@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
    "550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address",
    '550 5.1.2 Bad destination system address',
    '501 5.1.3 Bad recipient address syntax',
    '551 5.1.6 Recipient has moved',
    '556 5.1.10 Recipient address has null MX',
    '550 5.2.1 The email account that you tried to reach is disabled',
    '550 No such user here',
    '550 User unknown',
    '550 Unknown recipient <nobody@example.com>',
    '553 sorry, no mailbox here by that name',
    '550 Requested action not taken: mailbox nobody@example.com not found',
  ])('will never work: %s', (response) => {
    expect(isHardBounce(response)).toBe(true);
  });

  it.each([
    '450 4.1.1 User unknown',
    '452 4.2.2 The email account that you tried to reach is over quota',
    '552 5.2.2 Mailbox full',
    '550 5.7.1 Message rejected due to content restrictions',
    '550 5.7.26 Unauthenticated email is not accepted from this domain',
    '554 5.7.1 Service unavailable; Client host blocked using zen.example; user unknown',
    '550 5.4.1 Recipient address rejected: Access denied',
    '550 relay not permitted',
    '550 5.1.2 relaying denied',
    '550 Blocked: recipient address does not exist on our allow list for your reputation',
    '550 Mailbox not found or access denied',
    '550 Requested action not taken: mailbox unavailable',
    '550',
    '5501 User unknown',
    'User unknown',
    '',
  ])('may work later, or by another sender: %s', (response) => {
    expect(isHardBounce(response)).toBe(false);
  });

  it('is one of several', () => {
    const gone = { address: 'a@example.com', response: '550 5.1.1 No such user' };
    expect(hardBouncesOf([gone, { address: 'b@example.com', response: '452 4.2.2 Full' }])).toEqual([gone]);
    expect(hardBouncesOf([{ address: 'b@example.com', response: '452 4.2.2 Full' }])).toBeUndefined();
  });
});

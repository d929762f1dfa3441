import type { SmtpReply } from './classify-smtp.js';
import { classifyReply, findHardBounces } from './classify-smtp.js';
import { describe, expect, it } from '@jest/globals';
import { bounceReplies } from '@postrider/testing';

const rejected = (response: string) => ({ address: 'ada@example.com', response });

describe('findHardBounces', () => {
  it.each(bounceReplies)('follows the common rule: $reply', ({ reply, hardIfRejected }) => {
    expect(findHardBounces([rejected(reply)])).toEqual(hardIfRejected ? [rejected(reply)] : undefined);
  });

  it.each(['550', '5501 User unknown', 'User unknown', 'smtp; 550 5.1.1 User unknown', '450 5.1.1 User unknown', ''])(
    'ignores a reply that is not a permanent rejection: %j',
    (reply) => {
      expect(findHardBounces([rejected(reply)])).toBeUndefined();
    },
  );

  it('returns only the recipients that hard-bounced', () => {
    const unknown = { address: 'a@example.com', response: '550 5.1.1 No such user' };
    expect(findHardBounces([unknown, { address: 'b@example.com', response: '552 5.2.2 Full' }])).toEqual([unknown]);
  });
});

const getVerdict = (at: SmtpReply['at'], response: string): string => {
  const outcome = classifyReply({ at, response });
  if (outcome.kind === 'sent') return 'sent';
  if (outcome.kind === 'rejected') return outcome.status;
  return outcome.outage ? 'outage' : outcome.scope;
};

describe('classifyReply', () => {
  describe('at MAIL FROM', () => {
    it.each([
      ['account', '530 5.7.0 Authentication required'],
      ['account', '530 Must issue a STARTTLS command first'],
      ['account', '535 5.7.8 Authentication credentials invalid'],
      ['account', '525 5.7.13 User account disabled'],
      ['account', '550 5.7.1 Sender not allowed'],
      ['account', '553 5.7.1 <a@acme.example>: Sender address rejected: not owned by user ada'],
      ['account', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
      ['account', '550 5.4.5 Daily user sending quota exceeded'],
      ['account', '550 5.2.1 The account is disabled'],
      ['account', '552 5.2.2 Over quota'],
      ['account', '552 Quota exceeded'],
      ['account', '550 Your account has been suspended'],
      ['account', '550 Unauthorized'],
      ['account', '550 You are not allowed to send from here'],
      ['account', '550 5.1.8 Access denied, bad outbound sender'],
      ['account', '554 Sending limit reached, try again tomorrow'],
      ['account', '554 Your IP 192.0.2.1 is blacklisted'],
      ['account', '521 5.3.2 This host does not accept email'],
      ['dropped', '553 5.1.8 <a@acme.example>: Sender address rejected: Domain not found'],
      ['dropped', '553 5.1.8 <account@quota.example>: Sender address rejected: Domain not found'],
      ['dropped', '501 5.1.7 Bad sender address syntax'],
      ['dropped', '550 5.1.0 <a@acme.example> Address rejected'],
      ['dropped', '550 Sender verify failed'],
      ['dropped', '555 5.5.4 Unsupported option: SIZE'],
      ['dropped', '550 Rejected'],
      ['bounced', '552 5.3.4 Message size exceeds fixed limit'],
      ['bounced', '552 5.2.3 Message length exceeds administrative limit'],
      ['bounced', '552 Message size exceeds fixed maximum message size'],
      ['bounced', '554 Message too large'],
      ['outage', '554 5.3.0 Internal trouble'],
      ['outage', '550 5.3.5 System incorrectly configured'],
      ['message', '500 5.5.2 Command unrecognized'],
      ['message', '502 Command not implemented'],
      ['message', '503 5.5.1 Nested MAIL command'],
      ['message', '451 4.3.0 Later'],
      ['message', '452 4.3.1 Insufficient system storage'],
      ['message', '421 4.7.0 Too many messages'],
    ])('returns %s for %s', (verdict, response) => {
      expect(getVerdict('MAIL FROM', response)).toBe(verdict);
    });
  });

  it.each<[SmtpReply['at'], string, string]>([
    ['open', '554 5.7.1 Your IP is listed', 'account'],
    ['open', '421 4.7.0 Too many connections', 'outage'],
    ['RCPT TO', '550 5.1.1 No such user', 'bounced'],
    ['RCPT TO', '552 Mailbox full', 'message'],
    ['RCPT TO', '550 relaying denied', 'account'],
    ['DATA', '554 5.7.1 Looks like spam', 'bounced'],
    ['DATA', '550 5.7.26 Unauthenticated email', 'account'],
  ])('at %s: for %s returns %s', (at, response, verdict) => {
    expect(getVerdict(at, response)).toBe(verdict);
  });

  describe('for an invalid reply', () => {
    it.each<[SmtpReply['at'], string, string]>([
      ['open', '199 Well', 'Not an SMTP reply to the connection: "199 Well"'],
      ['open', 'SSH-2.0-OpenSSH_9.6', 'Not an SMTP reply to the connection: "SSH-2.0-OpenSSH_9.6"'],
      ['MAIL FROM', '600 Beyond', 'Not an SMTP reply to MAIL FROM: "600 Beyond"'],
      ['MAIL FROM', '5500 Nearly', 'Not an SMTP reply to MAIL FROM: "5500 Nearly"'],
      ['RCPT TO', '\0 <html>"x"\n', String.raw`Not an SMTP reply to RCPT TO: "\u0000 <html>\"x\"\n"`],
      ['RCPT TO', '354 Go on', 'Unexpected reply to RCPT TO: "354 Go on"'],
      ['DATA', '', 'Not an SMTP reply to DATA: ""'],
      ['message', '354 Go on', 'Unexpected reply to the message: "354 Go on"'],
      ['message', '199 Well', 'Not an SMTP reply to the message: "199 Well"'],
    ])('at %s: quotes %j', (at, response, detail) => {
      expect(classifyReply({ at, response })).toEqual({
        kind: 'deferred',
        scope: 'message',
        code: 'EPROTOCOL',
        outage: true,
        detail,
        ...(at === 'message' ? { unknown: true } : {}),
      });
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import { bounceReplies } from '@postrider/testing';
import { toLogEvent } from '../provider-events/reported.js';
import { readBounce } from './read-bounce.js';

describe('a delivery status notification', () => {
  it.each(bounceReplies)(
    'the notification is a hard or soft bounce by code and reason: $reply',
    async ({ reply, hardIfRejected }) => {
      const [status = reply.startsWith('4') ? '4.0.0' : '5.0.0'] = /[45]\.\d\.\d+/.exec(reply) ?? [];
      const mail = `From: MAILER-DAEMON@mx.example.net
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ada@example.com
Action: failed
Status: ${status}
Diagnostic-Code: smtp; ${reply}

--b--
`;
      const { notices } = await readBounce(Buffer.from(mail), '');
      const { type, code, text } = notices[0]!;
      const common = { accountId: 'acc_1', espAccountId: '', espType: 'smtp' as const, key: Buffer.alloc(16) };
      const event = { logId: 'log_01KQV5Xx7GJ8sVJ4mB2cDe', atMs: 0, code, text };
      expect(toLogEvent({ ...common, type, event })).toMatchObject({
        type: 'bounced',
        detail: { bounce: hardIfRejected ? 'hard' : 'soft' },
      });
    },
  );
});

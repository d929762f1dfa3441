import { expectHold } from '@postrider/processor-time';
import { eventSources } from '../provider-events/report-readers.js';
import { readBounce } from './read-bounce.js';

const ada = 'ada@example.com';

interface Parts {
  readonly headers: string;
  readonly text: string;
  readonly status?: string;
  readonly type?: string;
  readonly report?: string;
  readonly original?: string;
}

/** A report as mail servers write it: a text, the machine-readable part, and the original email. */
const report = ({
  headers,
  text,
  status,
  type = 'message/delivery-status',
  report: kind = 'delivery-status',
  original,
}: Parts) =>
  `${headers}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=${kind};
\tboundary="=_b1"

This is a MIME-encapsulated message.

--=_b1
Content-Type: text/plain; charset=us-ascii

${text}

--=_b1
Content-Type: ${type}

${status}

--=_b1
Content-Type: text/rfc822-headers

${original ?? 'From: Acme <billing@acme.example>\nTo: ada@example.com\nSubject: Receipt\nAuto-Submitted: auto-generated'}

--=_b1--
`;
const plain = (headers: string, text: string) => `${headers}
Content-Type: text/plain; charset=us-ascii

${text}
`;
const daemon =
  'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)\nSubject: Undelivered Mail Returned to Sender\nDate: Sun, 22 Nov 2026 12:00:00 +0000\nMessage-Id: <1@mx.example.net>\nAuto-Submitted: auto-replied';

interface Expected {
  readonly type: string;
  readonly address?: string | undefined;
  readonly code?: string | undefined;
  readonly text?: string | RegExp | undefined;
}
type Case = readonly [name: string, mail: string, sender: string | undefined, expected: Expected | readonly Expected[]];

const cases: Case[] = [
  [
    'Postfix, an unknown user',
    report({
      headers: daemon,
      text: `This is the mail system at host mx.example.net.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients.`,
      status: `Reporting-MTA: dns; mx.example.net\nX-Postfix-Queue-ID: 4Ck8\nArrival-Date: Sun, 22 Nov 2026 11:59:58 +0000 (UTC)\n\nFinal-Recipient: rfc822; ada@example.com\nOriginal-Recipient: rfc822;ada@example.com\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; mail.example.com\nDiagnostic-Code: smtp; 550 5.1.1 <ada@example.com>: Recipient address\n    rejected: User unknown in virtual mailbox table`,
    }),
    '',
    {
      type: 'failed/hard',
      address: ada,
      code: '5.1.1',
      text: '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
    },
  ],
  [
    'Postfix, a delay',
    report({
      headers: daemon.replace('Undelivered Mail Returned to Sender', 'Delayed Mail (still being retried)'),
      text: '####################################################################\n# THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #',
      status:
        'Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; ada@example.com\nAction: delayed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect to mail.example.com[192.0.2.1]:25: Connection timed out\nWill-Retry-Until: Fri, 27 Nov 2026 11:59:58 +0000 (UTC)',
    }),
    '',
    { type: 'delayed', address: ada, code: '4.4.1', text: /Connection timed out$/ },
  ],
  [
    'Postfix, final failure after days',
    report({
      headers: daemon,
      text: 'could not be delivered',
      status:
        'Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; ada@example.com\nAction: failed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect to mail.example.com[192.0.2.1]:25: Connection timed out',
    }),
    '',
    { type: 'failed/soft', address: ada, code: '4.4.1' },
  ],
  [
    'Postfix, delivered (requested with NOTIFY=SUCCESS)',
    report({
      headers: daemon.replace('Undelivered Mail Returned to Sender', 'Successful Mail Delivery Report'),
      text: 'Your message was successfully delivered to the destination(s) listed below.',
      status:
        'Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; ada@example.com\nAction: delivered\nStatus: 2.0.0\nDiagnostic-Code: smtp; 250 2.0.0 OK',
    }),
    '',
    { type: 'delivered', address: ada, code: '2.0.0' },
  ],
  [
    'Postfix, a full mailbox',
    report({
      headers: daemon,
      text: 'x',
      status:
        'Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; ada@example.com\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 Over quota',
    }),
    '',
    { type: 'failed/soft', code: '5.2.2', address: ada },
  ],
  [
    'Postfix, two recipients',
    report({
      headers: daemon,
      text: 'x',
      status:
        'Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; ada@example.com\nAction: failed\nStatus: 5.1.1\n\nFinal-Recipient: rfc822; grace@example.com\nAction: failed\nStatus: 4.2.2',
    }),
    '',
    [
      { type: 'failed/hard', address: ada, code: '5.1.1' },
      { type: 'failed/soft', address: 'grace@example.com', code: '4.2.2' },
    ],
  ],
  [
    'sendmail',
    report({
      headers:
        'From: Mail Delivery Subsystem <MAILER-DAEMON@smtp.example.net>\nSubject: Returned mail: see transcript for details\nAuto-Submitted: auto-generated (failure)',
      text: 'The original message was received at Sun, 22 Nov 2026 12:00:00 GMT\n\n   ----- The following addresses had permanent fatal errors -----\n<ada@example.com>',
      status:
        'Reporting-MTA: dns; smtp.example.net\nReceived-From-MTA: DNS; app.acme.example\nArrival-Date: Sun, 22 Nov 2026 12:00:00 GMT\n\nFinal-Recipient: RFC822; ada@example.com\nAction: failed\nStatus: 5.1.1\nRemote-MTA: DNS; mail.example.com\nDiagnostic-Code: SMTP; 550 5.1.1 <ada@example.com>... User unknown\nLast-Attempt-Date: Sun, 22 Nov 2026 12:00:01 GMT',
    }),
    '',
    { type: 'failed/hard', address: ada, code: '5.1.1', text: '550 5.1.1 <ada@example.com>... User unknown' },
  ],
  [
    'sendmail, a warning after four hours',
    report({
      headers: 'From: MAILER-DAEMON@smtp.example.net\nSubject: Warning: could not send message for past 4 hours',
      text: '    **********************************************\n    **      THIS IS A WARNING MESSAGE ONLY      **',
      status:
        'Reporting-MTA: dns; smtp.example.net\n\nFinal-Recipient: RFC822; ada@example.com\nAction: delayed\nStatus: 4.2.0\nDiagnostic-Code: SMTP; 451 Greylisted',
    }),
    '',
    { type: 'delayed', address: ada, code: '4.2.0' },
  ],
  [
    'Exim since 4.87',
    report({
      headers:
        'X-Failed-Recipients: ada@example.com\nAuto-Submitted: auto-replied\nFrom: Mail Delivery System <Mailer-Daemon@exim.example.net>\nSubject: Mail delivery failed: returning message to sender',
      text: 'This message was created automatically by mail delivery software.',
      status:
        'Reporting-MTA: dns; exim.example.net\n\nAction: failed\nFinal-Recipient: rfc822;ada@example.com\nStatus: 5.0.0\nRemote-MTA: dns; mail.example.com\nDiagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.\n 550 5.1.1 https://support.example.com/',
    }),
    '',
    { type: 'failed/hard', address: ada, code: '5.1.1' },
  ],
  [
    'Exim before 4.87, free text',
    plain(
      'X-Failed-Recipients: ada@example.com\nAuto-Submitted: auto-replied\nFrom: Mail Delivery System <Mailer-Daemon@exim.example.net>\nSubject: Mail delivery failed: returning message to sender',
      'This message was created automatically by mail delivery software.\n\n  ada@example.com\n    550 5.1.1 User unknown',
    ),
    '',
    { type: 'unreadable', address: ada, text: 'This message was created automatically by mail delivery software.' },
  ],
  [
    'Exim, a warning',
    plain(
      'From: Mailer-Daemon@exim.example.net\nAuto-Submitted: auto-replied\nSubject: Warning: message 1abc-0001-Xy delayed 24 hours',
      'This message was created automatically by mail delivery software.',
    ),
    '',
    { type: 'delayed' },
  ],
  [
    'Exchange on premises',
    report({
      headers:
        'From: postmaster@corp.example\nSubject: Undeliverable: Receipt\nX-MS-Exchange-Message-Is-Ndr:\nContent-Language: en-US',
      text: 'Delivery has failed to these recipients or groups:',
      status:
        'Reporting-MTA: dns;EX01.corp.example\nReceived-From-MTA: dns;mx.corp.example\n\nFinal-Recipient: rfc822;ada@example.com\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup\nX-Display-Name: Ada',
    }),
    '',
    { type: 'failed/hard', address: ada, code: '5.1.10' },
  ],
  [
    'Office 365, access denied',
    report({
      headers:
        'From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@acme.onmicrosoft.example>\nSubject: Undeliverable: Receipt\nAuto-Submitted: auto-replied',
      text: "Your message to ada@example.com couldn't be delivered.",
      status:
        'Reporting-MTA: dns;AM0PR0.eurprd.prod.outlook.example\n\nFinal-Recipient: rfc822;ada@example.com\nAction: failed\nStatus: 5.4.1\nDiagnostic-Code: smtp;550 5.4.1 Recipient address rejected: Access denied. [AM0]',
    }),
    '',
    { type: 'failed/soft', address: ada, code: '5.4.1' },
  ],
  [
    'Office 365, policy',
    report({
      headers: 'From: postmaster@outlook.example\nSubject: Undeliverable: Receipt',
      text: 'x',
      status:
        'Reporting-MTA: dns;AM0PR0\n\nFinal-Recipient: rfc822;ada@example.com\nAction: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp;550 5.7.1 Service unavailable, Client host [192.0.2.9] blocked using Spamhaus',
    }),
    '',
    { type: 'failed/soft', address: ada, code: '5.7.1' },
  ],
  [
    'Gmail, no such account',
    report({
      headers:
        'From: Mail Delivery Subsystem <mailer-daemon@googlemail.example>\nSubject: Delivery Status Notification (Failure)\nX-Failed-Recipients: ada@example.com\nAuto-Submitted: auto-replied',
      text: "** Address not found **\n\nYour message wasn't delivered to ada@example.com",
      status:
        "Reporting-MTA: dns; googlemail.example\nArrival-Date: Sun, 22 Nov 2026 04:00:00 -0800 (PST)\nX-Original-Message-ID: <log_1@acme.example>\n\nFinal-Recipient: rfc822; ada@example.com\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; gmail-smtp-in.l.google.example. (192.0.2.26, the server for the domain gmail.example.)\nDiagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try\n 550-5.1.1 double-checking the recipient's email address for typos or\n 550 5.1.1 unnecessary spaces.\nLast-Attempt-Date: Sun, 22 Nov 2026 04:00:01 -0800 (PST)",
    }),
    '',
    { type: 'failed/hard', address: ada, code: '5.1.1', text: /^550-5\.1\.1 The email account/ },
  ],
  [
    'Gmail, delayed',
    report({
      headers:
        'From: Mail Delivery Subsystem <mailer-daemon@googlemail.example>\nSubject: Delivery Status Notification (Delay)',
      text: '** Delivery incomplete **',
      status:
        'Reporting-MTA: dns; googlemail.example\n\nFinal-Recipient: rfc822; ada@example.com\nAction: delayed\nStatus: 4.4.1\nDiagnostic-Code: smtp; The recipient server did not accept our requests to connect.\nWill-Retry-Until: Tue, 24 Nov 2026 04:00:00 -0800 (PST)',
    }),
    '',
    { type: 'delayed', address: ada, code: '4.4.1' },
  ],
  [
    'qmail',
    plain(
      'From: MAILER-DAEMON@qmail.example.net\nSubject: failure notice',
      "Hi. This is the qmail-send program at qmail.example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n<ada@example.com>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 User unknown\nGiving up on 192.0.2.1.",
    ),
    '',
    { type: 'unreadable', text: 'Hi. This is the qmail-send program at qmail.example.net.' },
  ],
  [
    'an internationalized address (RFC 6533)',
    report({
      headers: daemon,
      text: 'x',
      type: 'message/global-delivery-status',
      status: 'Reporting-MTA: dns; mx\n\nFinal-Recipient: utf-8; ada@münchen.de\nAction: failed\nStatus: 5.1.1',
    }),
    '',
    { type: 'failed/hard', address: 'ada@münchen.de', code: '5.1.1' },
  ],
  [
    'a forwarding address: the original recipient counts',
    report({
      headers: daemon,
      text: 'x',
      status:
        'Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; lovelace@elsewhere.example\nOriginal-Recipient: rfc822; ada@example.com\nAction: failed\nStatus: 5.1.1',
    }),
    '',
    { type: 'failed/hard', address: ada, code: '5.1.1' },
  ],
  [
    'a relay that reports no further, and a list',
    report({
      headers: daemon,
      text: 'x',
      status:
        'Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; ada@example.com\nAction: relayed (to non-DSN-aware mailer)\nStatus: 2.1.9\n\nFinal-Recipient: rfc822; all@example.com\nAction: expanded\nStatus: 2.0.0',
    }),
    '',
    [
      { type: 'relayed', address: ada },
      { type: 'expanded', address: 'all@example.com' },
    ],
  ],
  [
    'a report without an action',
    report({
      headers: daemon,
      text: 'Something went wrong',
      status: 'Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; ada@example.com\nStatus: 5.1.1',
    }),
    '',
    { type: 'unreadable', address: ada, code: '5.1.1', text: 'Something went wrong' },
  ],
  [
    'a report without a report',
    report({ headers: daemon, text: 'It did not arrive', status: 'nothing: here' }),
    '',
    { type: 'unreadable', text: 'It did not arrive' },
  ],
  [
    'a complaint (RFC 5965)',
    report({
      headers: 'From: <feedback@isp.example>\nSubject: FW: Receipt',
      text: 'This is an email abuse report',
      type: 'message/feedback-report',
      report: 'feedback-report',
      status:
        'Feedback-Type: abuse\nUser-Agent: SomeGenerator/1.0\nVersion: 1\nOriginal-Rcpt-To: <ada@example.com>\nArrival-Date: Sun, 22 Nov 2026 12:00:00 +0000',
    }),
    'feedback@isp.example',
    { type: 'feedback/abuse', address: ada, text: 'SomeGenerator/1.0' },
  ],
  [
    'a retracted complaint (not-spam) without a recipient',
    report({
      headers: 'From: <feedback@isp.example>\nSubject: x',
      text: 'x',
      type: 'message/feedback-report',
      report: 'feedback-report',
      status: 'Feedback-Type: not-spam\nUser-Agent: x\nVersion: 1',
    }),
    'feedback@isp.example',
    { type: 'feedback/not-spam' },
  ],
  [
    'a read receipt',
    report({
      headers: 'From: ada@example.com\nSubject: Read: Receipt',
      text: 'Your message was read',
      type: 'message/disposition-notification',
      report: 'disposition-notification',
      status: 'Final-Recipient: rfc822;ada@example.com\nDisposition: manual-action/MDN-sent-manually; displayed',
    }),
    '',
    { type: 'read' },
  ],
  [
    'a vacation reply',
    plain(
      'From: ada@example.com\nSubject: Automatic reply: Receipt\nAuto-Submitted: auto-replied\nX-Auto-Response-Suppress: All',
      'I am away until Monday. Undeliverable things wait.',
    ),
    '',
    { type: 'reply' },
  ],
  [
    'a vacation reply recognizable by its subject only',
    plain('From: ada@example.com\nSubject: Abwesenheitsnotiz: Quittung', 'Ich bin nicht da.'),
    '',
    { type: 'reply' },
  ],
  ['a personal reply', plain('From: ada@example.com\nSubject: Re: Receipt', 'Thank you!'), ada, { type: 'reply' }],
  [
    'free text with an empty sender',
    plain('From: system@old.example\nSubject: Hello', 'User nobody: no mailbox here by that name'),
    '',
    { type: 'unreadable', text: 'User nobody: no mailbox here by that name' },
  ],
  [
    'free text with an unknown sender',
    plain('From: system@old.example\nSubject: Hello', 'Hello'),
    undefined,
    { type: 'reply' },
  ],
  ['an empty mail', '', '', { type: 'unreadable' }],
];

describe('readBounce', () => {
  it.each(cases)('reads %s', async (_name, mail, sender, expected) => {
    for (const raw of [mail, mail.replaceAll('\n', '\r\n')]) {
      const { notices } = await readBounce(Buffer.from(raw), sender);
      const wanted = [expected].flat() as Expected[];
      expect(notices).toHaveLength(wanted.length);
      wanted.forEach(({ text, ...more }, place) => {
        expect(notices[place]).toMatchObject(more);
        if (typeof text === 'string') expect(notices[place]!.text).toBe(text);
        else if (text) expect(notices[place]!.text).toMatch(text);
      });
    }
  });

  it('returns only types with a defined meaning', async () => {
    const types = new Set<string>();
    for (const [, mail, sender] of cases)
      for (const { type } of (await readBounce(Buffer.from(mail), sender)).notices) types.add(type);
    expect([...types].filter((type) => !Object.hasOwn(eventSources.smtp.logEventByType, type))).toEqual([]);
    expect(eventSources.smtp.logEventByType['unreadable']).toEqual({ status: 'bounced', bounce: 'temporary' });
    expect(eventSources.smtp.logEventByType['reply']).toBeNull();
  });

  it('returns date and Message-ID', async () => {
    expect(await readBounce(Buffer.from(cases[0]![1]), '')).toMatchObject({
      atMs: Date.UTC(2026, 10, 22, 12),
      messageId: '<1@mx.example.net>',
    });
    expect(await readBounce(Buffer.from('Date: yesterday\n\nx'), '')).toMatchObject({
      atMs: undefined,
      messageId: undefined,
    });
  });

  it('reads at most 100 recipients, and is fast for hostile input', async () => {
    const group = 'Final-Recipient: rfc822; ada@example.com\nAction: failed\nStatus: 5.1.1';
    const many = report({
      headers: daemon,
      text: 'x',
      status: Array.from({ length: 5_000 }, () => group).join('\n\n'),
    });
    expect((await readBounce(Buffer.from(many), '')).notices).toHaveLength(100);
    for (const odd of [
      '\n'.repeat(1_000_000),
      'a: b\n '.repeat(100_000),
      `Content-Type: multipart/report; boundary=b\n\n${'--b\n\n'.repeat(100_000)}`,
      '\u0000\uffff'.repeat(10_000),
      '<'.repeat(1_000_000),
    ]) {
      await expectHold(() => readBounce(Buffer.from(odd), '').catch(() => undefined), 40);
    }
  });
});

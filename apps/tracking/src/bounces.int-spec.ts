import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { PayloadOf } from '@postrider/contracts';
import { logEventReported, newId } from '@postrider/contracts';
import { LinkKeys, returnPath } from '@postrider/links';
import { freePorts } from '@postrider/testing';
import { runBounces } from './commands/bounces.command.js';
import { TrackingHarness } from './testing/tracking-harness.js';

const domain = 'bounce.acme.example';
const TRACKING_KEY = randomBytes(32).toString('base64');
const keys = new LinkKeys(TRACKING_KEY);

const failed = (id: string, recipient = 'ada@example.com') =>
  `From: MAILER-DAEMON@mx.example.net
Subject: Undelivered Mail Returned to Sender
Message-Id: <${id}@mx.example.net>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

It could not be delivered.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 No such user

--b1--
`.replaceAll('\n', '\r\n');

describe('returned emails', () => {
  let tracking: TrackingHarness;
  let port: number;
  let logId: string;
  let address: string;

  beforeAll(async () => {
    tracking = await TrackingHarness.start();
    await tracking.stopTracking();
    [port] = (await freePorts(1)) as [number];
    await tracking.sql.query('create table stored as select event_id, account_id, payload from outbox where false');
    await tracking.sql.query('create unique index on stored (event_id)');
    await tracking.sql.query(
      `create function keep_stored() returns trigger language plpgsql as
       'begin insert into tracking.stored select new.event_id, new.account_id, new.payload on conflict do nothing; return new; end'`,
    );
    await tracking.sql.query(
      'create trigger keep_stored after insert on outbox for each row execute function keep_stored()',
    );
    await tracking.startTracking({ TRACKING_KEY, BOUNCE_DOMAIN: domain, BOUNCE_SMTP_PORT: String(port) });
  }, 60_000);
  afterAll(() => tracking?.stop(), 30_000);
  beforeEach(() => {
    tracking.newTest();
    logId = newId('log');
    address = returnPath(keys, domain, { accountId: tracking.context.accountId, logId });
  });

  /** Sends these commands in sequence and returns the replies. */
  const converse = (...lines: string[]): Promise<string[]> =>
    new Promise((resolve, reject) => {
      const replies: string[] = [];
      let buffer = '';
      const remaining = ['EHLO mx.example.net', ...lines, 'QUIT'];
      const socket = connect(port, '127.0.0.1');
      socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')));
      socket.on('error', reject).on('close', () => resolve(replies));
      socket.on('data', (piece: Buffer) => {
        buffer += piece.toString();
        const reply = /(?:^|\n)(\d{3} [^\r\n]*)\r\n$/.exec(buffer)?.[1];
        if (reply === undefined) return;
        buffer = '';
        replies.push(reply);
        const next = remaining.shift();
        if (next !== undefined) socket.write(`${next}\r\n`);
      });
    });
  const send = async (mail: string, { to = address, from = '' } = {}): Promise<string> =>
    (await converse(`MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA', `${mail}\r\n.`))[5]!;
  /** All events stored for delivery, including published ones. */
  const stored = async (accountIds = [tracking.context.accountId]) =>
    (
      await tracking.sql.query<{ event_id: string; payload: PayloadOf<typeof logEventReported> }>(
        'select event_id, payload from stored where account_id = any($1)',
        [accountIds],
      )
    ).rows;

  it('are stored before the reply 250, as an event for their log', async () => {
    expect(await send(failed('one'))).toBe('250 2.0.0 OK');
    const [event] = await stored();
    expect(event!.payload).toEqual({
      log_id: logId,
      type: 'bounced',
      at_ms: expect.any(Number) as number,
      message: 'Rejected by the mail server of the recipient: 550 5.1.1 No such user',
      moves_status: true,
      address: 'ada@example.com',
      detail: { bounce: 'hard', code: '5.1.1' },
    });
  }, 30_000);

  it('are stored once when sent repeatedly', async () => {
    for (let time = 0; time < 3; time++) expect(await send(failed('again'))).toMatch(/^250/);
    expect(await stored()).toHaveLength(1);
    await send(failed('another'));
    expect(await stored()).toHaveLength(2);
  }, 30_000);

  it('are recorded in the log of each recipient, in its own account', async () => {
    const other = { accountId: newId('account'), logId: newId('log') };
    const replies = await converse(
      'MAIL FROM:<>',
      `RCPT TO:<${address.toUpperCase()}>`,
      `RCPT TO:<${returnPath(keys, domain, other)}>`,
      'DATA',
      `${failed('two')}\r\n.`,
    );
    expect(replies[6]).toMatch(/^250/);
    expect(await stored([tracking.context.accountId, other.accountId])).toHaveLength(2);
  }, 30_000);

  it('with a sender count only when they are a report', async () => {
    expect(await send('Subject: Re: Receipt\r\n\r\nThanks!', { from: 'ada@example.com' })).toMatch(/^250/);
    expect(await send('Subject: Automatic reply\r\nAuto-Submitted: auto-replied\r\n\r\nAway')).toMatch(/^250/);
    expect(await stored()).toHaveLength(0);
    expect(await send(failed('three'), { from: 'postmaster@mx.example.net' })).toMatch(/^250/);
    expect(await stored()).toHaveLength(1);
  }, 30_000);

  it.each([
    ['nobody', `postmaster@${domain}`],
    ['an address elsewhere: nothing is relayed', 'ada@example.com'],
    ['a forged token', ''],
    ['no domain', 'postmaster'],
  ])('to %s are rejected before DATA', async (_what, to) => {
    const forged = `${address[2] === 'a' ? 'b+b' : 'b+a'}${address.slice(3)}`;
    const replies = await converse('MAIL FROM:<>', `RCPT TO:<${to || forged}>`, 'DATA');
    expect([replies[3]!.slice(0, 3), replies[4]!.slice(0, 3)]).toEqual(['550', '503']);
  });

  it('need no login and no TLS', async () => {
    const [, , auth, tls] = await converse('AUTH LOGIN', 'STARTTLS');
    expect([auth!.slice(0, 1), tls!.slice(0, 1)]).toEqual(['5', '5']);
  });

  it('are rejected above 1 MB, by declared and by received size', async () => {
    const declared = await converse(`MAIL FROM:<> SIZE=${2 * 1024 * 1024}`);
    expect(declared[2]).toMatch(/^552/);
    const line = `${'x'.repeat(998)}\r\n`;
    expect(await send(`Subject: x\r\n\r\n${line.repeat(1_100)}`)).toMatch(/^552/);
    expect(await stored()).toHaveLength(0);
  }, 30_000);

  it('get a temporary error when they cannot be stored', async () => {
    await tracking.sql.query('alter table outbox rename to gone');
    try {
      expect(await send(failed('four'))).toMatch(/^451/);
    } finally {
      await tracking.sql.query('alter table gone rename to outbox');
    }
    expect(await send(failed('four'))).toMatch(/^250/);
  }, 30_000);

  describe('through a pipe', () => {
    const pipe = async (mail: string | Buffer, recipients: string[] = [], environment: Record<string, string> = {}) => {
      const warned: string[] = [];
      const url = new URL(tracking.databaseUrl);
      const exit = await runBounces({
        input: Readable.from([Buffer.from(mail)]),
        recipients,
        environment: {
          DATABASE_URL: url.toString(),
          AMQP_URL: 'memory:none',
          SECRETS_KEY: tracking.secretsKey,
          TRACKING_KEY,
          BOUNCE_DOMAIN: domain,
          ...environment,
        },
        warn: (text) => warned.push(text),
      });
      return [exit, warned.join()] as const;
    };

    it('piped emails are recorded for the given recipients, or those in the header', async () => {
      expect(await pipe(failed('p1'), [address])).toEqual([0, '']);
      expect(await pipe(`Return-Path: <>\nDelivered-To: ${address}\n${failed('p2')}`)).toEqual([0, '']);
      expect(await stored()).toHaveLength(2);
      expect(await pipe(failed('p2'), [address])).toEqual([0, '']);
      expect(await stored()).toHaveLength(2);
    }, 30_000);

    it('return the exit codes of sysexits.h', async () => {
      expect(await pipe('', [address])).toEqual([65, 'There is no email on stdin']);
      expect((await pipe(Buffer.alloc(1024 * 1024 + 1, 'x'), [address]))[0]).toBe(65);
      expect(await pipe(failed('p3'), ['b+forged@bounce.acme.example'])).toEqual([67, 'No such return path']);
      expect(await pipe(failed('p3'))).toEqual([67, 'No such return path']);
      expect((await pipe(failed('p3'), [address], { DATABASE_URL: 'postgres://127.0.0.1:1/none' }))[0]).toBe(75);
      expect((await pipe(failed('p3'), [address], { BOUNCE_DOMAIN: 'no domain' }))[0]).toBe(78);
    }, 60_000);
  });
});

import { connect } from 'node:net';
import { freePorts, waitFor } from '@postrider/testing';
import { liveKey, startWholeSystem } from './testing/whole-system.js';
import type { WholeSystem } from './testing/whole-system.js';

const domain = 'bounce.acme.example';

const report = (recipient: string, id: string) =>
  `From: MAILER-DAEMON@mx.example.net\r\nMessage-Id: <${id}@mx.example.net>\r\nMIME-Version: 1.0\r
Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r
Reporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 No such user\r\n--b--\r\n`;

/** Returns an email as a mail server does; resolves with the last reply. */
const returnMail = (port: number, to: string, mail: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const lines = ['EHLO mx', 'MAIL FROM:<>', `RCPT TO:<${to}>`, 'DATA', `${mail}.`];
    let last = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject).on('data', (piece: Buffer) => {
      last = piece.toString();
      if (!/(^|\n)\d{3} [^\n]*\n$/.test(last)) return;
      const next = lines.shift();
      if (next === undefined || last.startsWith('5')) {
        socket.end();
        resolve(last);
      } else socket.write(`${next}\r\n`);
    });
  });

describe('a returned email', () => {
  let system: WholeSystem;
  let port: number;
  beforeAll(async () => {
    system = await startWholeSystem();
    [port] = (await freePorts(1)) as [number];
    await system.takeDown('tracking');
    await system.takeDown('delivery');
    await system.bringUp('tracking', { ...system.links, BOUNCE_DOMAIN: domain, BOUNCE_SMTP_PORT: String(port) });
    await system.bringUp('delivery', {
      BOUNCE_DOMAIN: domain,
      SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
      SMTP_ALLOWED_PORTS: String(system.sink.port),
    });
  }, 90_000);
  afterAll(() => system?.stop(), 30_000);

  async function api<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await fetch(`${system.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${liveKey}:`)}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const parsedBody: unknown = await response.json();
    expect([path, response.status, parsedBody]).toEqual([path, 200, parsedBody]);
    return parsedBody as Body;
  }

  it('is recorded in its log once, and for another recipient only as an event', async () => {
    const credentials = { host: '127.0.0.1', port: system.sink.port, username: '', password: '', use_tls: false };
    const relay = { name: 'Relay', esp_type: 'smtp', credentials };
    const [withBounces, withoutBounces] = await Promise.all(
      [true, false].map((bounces) =>
        api<{ esp_account: { id: string } }>('POST', '/esp_accounts', { ...relay, bounces }),
      ),
    );
    const { id: template } = await api<{ id: string }>('POST', '/templates', { name: 'A', subject: 'A', text: 'A' });
    const send = async (esp_account: string, address: string) => {
      const { receipt_id } = await api<{ receipt_id: string }>('POST', '/send', {
        template,
        esp_account,
        recipient: { address },
        sender: { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' },
      });
      const mail = await waitFor(() => system.sink.mails.find(({ to }) => to.includes(address)));
      await untilStatus(receipt_id, 'sent');
      return { id: receipt_id, from: mail!.from };
    };
    const untilStatus = (id: string, status: string) =>
      waitFor(async () => (await api<{ status: string }>('GET', `/logs/${id}`)).status === status);
    const getEvents = async (id: string) =>
      (await api<{ type: string; message: string }[]>('GET', `/logs/${id}/events`)).slice(3);

    expect((await send(withoutBounces!.esp_account.id, 'grace@example.com')).from).toBe('billing@acme.example');
    const { id, from } = await send(withBounces!.esp_account.id, 'ada@example.com');
    expect(from).toMatch(new RegExp(`^b\\+[a-z2-7]{61}@${domain}$`));
    expect(await returnMail(port, `b+${'a'.repeat(61)}@${domain}`, '')).toMatch(/^550/);

    expect(await returnMail(port, from, report('somebody@example.com', 'one'))).toMatch(/^250/);
    await waitFor(async () => (await getEvents(id)).length === 1);
    expect((await api<{ status: string }>('GET', `/logs/${id}`)).status).toBe('sent');

    for (let time = 0; time < 2; time++)
      expect(await returnMail(port, from, report('ada@example.com', 'two'))).toMatch(/^250/);
    await untilStatus(id, 'bounced');
    expect(await getEvents(id)).toEqual([
      expect.objectContaining({ type: 'bounced', message: expect.stringContaining('Copy to somebody@') as string }),
      expect.objectContaining({
        type: 'bounced',
        message: 'Rejected by the mail server of the recipient: 550 5.1.1 No such user',
      }),
    ]);
  }, 60_000);
});

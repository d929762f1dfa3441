import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@postrider/testing';
import { createTransport } from 'nodemailer';
import type { Catcher, CatcherOptions } from './catcher.js';
import { startCatcher } from './catcher.js';
import type { Message, MessageHeaders, MessagesPage } from './mailpit-api.js';

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let directory: string;
let running: Catcher[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catcher-'));
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((catcher) => catcher.stop()));
  await rm(directory, { recursive: true, force: true });
});

async function start(overrides: Partial<CatcherOptions> = {}): Promise<Catcher> {
  const catcher = await startCatcher({
    httpHost: '127.0.0.1',
    httpPort: 0,
    smtpHost: '127.0.0.1',
    smtpPort: 0,
    directory,
    maxMessages: 100,
    apiUrl: 'http://localhost:3000/api/v1',
    log: (line) => {
      throw new Error(`unexpected log line: ${line}`);
    },
    ...overrides,
  });
  running.push(catcher);
  return catcher;
}

type Mail = Parameters<ReturnType<typeof createTransport>['sendMail']>[0];

async function send(catcher: Catcher, mail: Mail): Promise<void> {
  const transport = createTransport(catcher.smtpUrl);
  try {
    await transport.sendMail({
      from: 'Shop <shop@example.com>',
      to: 'ada@example.com',
      subject: 'Hello',
      text: 'Hello Ada',
      ...mail,
    });
  } finally {
    transport.close();
  }
}

async function get<T>(catcher: Catcher, path: string): Promise<T> {
  const response = await fetch(catcher.httpUrl + path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  return (await response.json()) as T;
}

const list = (catcher: Catcher, query = '') => get<MessagesPage>(catcher, `/api/v1/messages${query}`);
const subjects = async (catcher: Catcher) => (await list(catcher)).messages.map(({ Subject }) => Subject);

/** A manual SMTP session: sends each step after the previous reply and returns all replies. */
async function converse(catcher: Catcher, steps: (string | Buffer)[]): Promise<string[]> {
  const { hostname, port } = new URL(catcher.smtpUrl);
  const socket = connect(Number(port), hostname);
  const replies: string[] = [];
  let text = '';
  let next = 0;
  for await (const chunk of socket.setEncoding('latin1') as AsyncIterable<string>) {
    text += chunk;
    const complete = /^\d{3} .*\r\n$/m.exec(text);
    if (!complete) continue;
    replies.push(text.trimEnd());
    text = '';
    const step = steps[next++];
    if (step === undefined) break;
    socket.write(step);
  }
  socket.destroy();
  return replies;
}

/** Resolves with the output of the server up to `wanted`; rejects if it closes the connection before. */
function readUntil(socket: Socket, wanted: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (text.includes(wanted)) resolve(text);
    });
    socket.on('close', () => reject(new Error(`closed after: ${text}`)));
  });
}

/** Starts a session up to the DATA command. */
async function beginMail(catcher: Catcher): Promise<Socket> {
  const { hostname, port } = new URL(catcher.smtpUrl);
  const socket = connect(Number(port), hostname);
  await readUntil(socket, '220 ');
  socket.write('EHLO test\r\nMAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.com>\r\nDATA\r\n');
  await readUntil(socket, '354 ');
  return socket;
}

/** fetch() cannot set the Host header. */
function statusWithHost(catcher: Catcher, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    httpRequest(`${catcher.httpUrl}/api/v1/messages`, { headers: { host } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}

describe('an email that was sent', () => {
  it('is listed newest first, in the shape of Mailpit', async () => {
    const catcher = await start();
    await send(catcher, { subject: 'First' });
    await send(catcher, {
      subject: 'Grüße – 你好',
      to: '"Lovelace, Ada" <ada@example.com>',
      cc: 'bob@example.com',
      bcc: 'eve@example.com',
      replyTo: 'help@example.com',
      text: 'plain words',
      html: '<p>Rich <b>words</b></p>',
      messageId: '<one@example.com>',
      attachments: [{ filename: 'bill.pdf', content: 'x' }],
    });
    const page = await list(catcher);
    expect(page).toMatchObject({
      total: 2,
      unread: 2,
      count: 2,
      messages_count: 2,
      messages_unread: 2,
      start: 0,
      tags: [],
    });
    expect(page.messages.map(({ Subject }) => Subject)).toEqual(['Grüße – 你好', 'First']);
    expect(page.messages[0]).toEqual({
      ID: expect.stringMatching(/^[0-9a-z]+$/) as string,
      MessageID: 'one@example.com',
      Read: false,
      From: { Name: 'Shop', Address: 'shop@example.com' },
      To: [{ Name: 'Lovelace, Ada', Address: 'ada@example.com' }],
      Cc: [{ Name: '', Address: 'bob@example.com' }],
      Bcc: [{ Name: '', Address: 'eve@example.com' }],
      ReplyTo: [{ Name: '', Address: 'help@example.com' }],
      Subject: 'Grüße – 你好',
      Created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      Username: '',
      Tags: [],
      Size: expect.any(Number) as number,
      Attachments: 1,
      Snippet: 'Rich words',
    });
  });

  it('can be paged', async () => {
    const catcher = await start();
    for (const subject of ['1', '2', '3', '4']) await send(catcher, { subject });
    const page = await list(catcher, '?start=1&limit=2');
    expect(page.messages.map(({ Subject }) => Subject)).toEqual(['3', '2']);
    expect(page).toMatchObject({ total: 4, messages_count: 4, count: 2, start: 1 });
  });

  it('can be read completely, and is then marked as read', async () => {
    const catcher = await start();
    await send(catcher, {
      text: 'Plain',
      html: '<img src="cid:logo">',
      headers: { 'List-Unsubscribe': '<https://example.com/out>' },
      date: new Date('2026-01-02T03:04:05Z'),
      attachments: [
        { filename: 'logo.png', content: onePixel, cid: 'logo', contentDisposition: 'inline' },
        { filename: 'bill.pdf', content: Buffer.from('%PDF-1') },
      ],
    });
    const message = await get<Message>(catcher, '/api/v1/message/latest');
    expect(message).toMatchObject({
      Subject: 'Hello',
      Date: '2026-01-02T03:04:05.000Z',
      ReturnPath: 'shop@example.com',
      HTML: expect.stringContaining('cid:logo') as string,
      Text: expect.stringMatching(/^Plain\s*$/) as string,
      ListUnsubscribe: { Links: ['https://example.com/out'] },
      Inline: [{ FileName: 'logo.png', ContentType: 'image/png', ContentID: 'logo', Size: onePixel.length }],
      Attachments: [{ FileName: 'bill.pdf', ContentType: 'application/pdf', Size: 6 }],
    });
    expect(await list(catcher)).toMatchObject({ unread: 0, messages: [{ Read: true }] });
    const headers = await get<MessageHeaders>(catcher, `/api/v1/message/${message.ID}/headers`);
    expect(headers).toMatchObject({ Subject: ['Hello'], 'Mime-Version': ['1.0'], From: ['Shop <shop@example.com>'] });
    const part = await fetch(`${catcher.httpUrl}/api/v1/message/${message.ID}/part/${message.Attachments[0]!.PartID}`);
    expect(await part.text()).toBe('%PDF-1');
    expect(part.headers.get('content-type')).toBe('application/pdf');
    expect(part.headers.get('content-disposition')).toContain('bill.pdf');
  });

  it('is stored unchanged', async () => {
    const catcher = await start();
    const source = 'Subject: raw\r\nX-Odd:  spaces \r\n\r\n.dot line\r\n\xff\xfe not UTF-8\r\n';
    const replies = await converse(catcher, [
      'EHLO test\r\n',
      'MAIL FROM:<>\r\n',
      'RCPT TO:<one@example.com>\r\n',
      'DATA\r\n',
      Buffer.from(source.replace('\r\n.', '\r\n..') + '.\r\n', 'latin1'),
    ]);
    expect(replies.at(-1)).toMatch(/^250 2\.0\.0 /);
    const raw = await fetch(`${catcher.httpUrl}/api/v1/message/latest/raw`);
    expect(raw.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(Buffer.from(await raw.arrayBuffer()).toString('latin1')).toBe(source);
    expect(await get<Message>(catcher, '/api/v1/message/latest')).toMatchObject({
      ReturnPath: '',
      Bcc: [{ Address: 'one@example.com' }],
      To: [],
    });
  });

  it('can be searched by words, sender, recipient and subject', async () => {
    const catcher = await start();
    await send(catcher, { subject: 'Your receipt', text: 'Total 12 EUR' });
    await send(catcher, {
      subject: 'Welcome',
      from: 'team@example.org',
      to: 'bob@example.net',
      text: 'Receipt of nothing',
    });
    const found = async (query: string) =>
      (await get<MessagesPage>(catcher, `/api/v1/search?query=${encodeURIComponent(query)}`)).messages.map(
        ({ Subject }) => Subject,
      );
    expect(await found('receipt')).toEqual(['Welcome', 'Your receipt']);
    expect(await found('subject:receipt')).toEqual(['Your receipt']);
    expect(await found('to:bob@example.net')).toEqual(['Welcome']);
    expect(await found('from:SHOP total')).toEqual(['Your receipt']);
    expect(await found('"12 eur"')).toEqual(['Your receipt']);
    expect(await found('receipt -welcome')).toEqual(['Your receipt']);
    expect(await found('nowhere')).toEqual([]);
    expect((await fetch(`${catcher.httpUrl}/api/v1/search`)).status).toBe(400);
  });

  it('can arrive with many others over a few connections', async () => {
    const catcher = await start();
    const transport = createTransport({ ...urlParts(catcher.smtpUrl), pool: true, maxConnections: 4 });
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: `mail ${n}`, text: 'x' }),
      ),
    );
    transport.close();
    const page = await list(catcher, '?limit=100');
    expect(new Set(page.messages.map(({ Subject }) => Subject)).size).toBe(60);
  });
});

describe('the mailbox', () => {
  it('is restored after a restart, with the read state', async () => {
    const first = await start();
    await send(first, { subject: 'one', bcc: 'hidden@example.com' });
    await send(first, { subject: 'two' });
    await get(first, `/api/v1/message/${(await list(first)).messages[1]!.ID}`);
    const before = await list(first);
    await first.stop();
    expect(await list(await start())).toEqual(before);
  });

  it('keeps only the newest emails, also on disk', async () => {
    const catcher = await start({ maxMessages: 2 });
    for (const subject of ['1', '2', '3']) await send(catcher, { subject });
    expect(await subjects(catcher)).toEqual(['3', '2']);
    expect((await readdir(directory)).filter((name) => name.endsWith('.eml'))).toHaveLength(2);
    await catcher.stop();
    expect(await subjects(await start({ maxMessages: 1 }))).toEqual(['3']);
  });

  it('deletes the given emails, or all', async () => {
    const catcher = await start();
    for (const subject of ['1', '2', '3']) await send(catcher, { subject });
    const id = (await list(catcher)).messages[1]!.ID;
    const one = await fetch(`${catcher.httpUrl}/api/v1/messages`, {
      method: 'DELETE',
      body: JSON.stringify({ IDs: [id, 'unknown'] }),
    });
    expect([one.status, await one.text()]).toEqual([200, 'ok']);
    expect(await subjects(catcher)).toEqual(['3', '1']);
    await fetch(`${catcher.httpUrl}/api/v1/messages`, { method: 'DELETE' });
    expect(await list(catcher)).toMatchObject({ total: 0, messages: [] });
    expect(await readdir(directory)).toEqual([]);
  });

  it('notifies the page of a new email', async () => {
    const catcher = await start();
    const events = (await fetch(`${catcher.httpUrl}/events`)).body!.pipeThrough(new TextDecoderStream()).getReader();
    await events.read();
    await send(catcher, {});
    expect((await events.read()).value).toContain('event: change');
  });
});

describe('rejections', () => {
  it.each([
    ['bounce@example.com', /^550 5\.1\.1 /],
    ['Bounce+7@example.com', /^550 5\.1\.1 /],
    ['defer@example.com', /^451 4\.7\.1 /],
    ['drop@example.com', /^554 5\.7\.1 /],
    ['spam@example.com', /^554 5\.7\.1 /],
    ['bouncer@example.com', /^250 /],
    ['constructor@example.com', /^250 /],
  ])('the recipient %s gets the reply of its name', async (recipient, reply) => {
    const replies = await converse(await start(), [
      'EHLO test\r\n',
      'MAIL FROM:<a@example.com>\r\n',
      `RCPT TO:<${recipient}>\r\n`,
    ]);
    expect(replies.at(-1)).toMatch(reply);
  });

  it('accepts the other recipients of an email', async () => {
    const catcher = await start();
    await send(catcher, { to: ['bounce@example.com', 'ada@example.com'] });
    expect((await list(catcher)).total).toBe(1);
  });

  it('offers PIPELINING and SIZE but no STARTTLS, and accepts any password', async () => {
    const replies = await converse(await start(), [
      'EHLO test\r\n',
      `AUTH PLAIN ${Buffer.from('\0me\0secret').toString('base64')}\r\n`,
    ]);
    expect(replies[1]).toContain('PIPELINING');
    expect(replies[1]).toContain('SIZE 26214400');
    expect(replies[1]).not.toContain('STARTTLS');
    expect(replies[2]).toMatch(/^235 /);
  });

  it('rejects an email over 25 MB, declared or not, and stores nothing', async () => {
    const catcher = await start();
    const announced = await converse(catcher, ['EHLO test\r\n', 'MAIL FROM:<a@example.com> SIZE=30000000\r\n']);
    expect(announced.at(-1)).toMatch(/^552 /);
    const replies = await converse(catcher, [
      'EHLO test\r\n',
      'MAIL FROM:<a@example.com>\r\n',
      'RCPT TO:<b@example.com>\r\n',
      'DATA\r\n',
      Buffer.alloc(26 * 1024 * 1024, 'x'.repeat(76) + '\r\n').toString() + '\r\n.\r\n',
      'NOOP\r\n',
    ]);
    expect(replies.slice(-2)).toEqual([expect.stringMatching(/^552 5\.3\.4 /), expect.stringMatching(/^250 /)]);
    expect(await list(catcher)).toMatchObject({ total: 0 });
    expect(await readdir(directory)).toEqual([]);
  });

  it('stores nothing when the sender disconnects', async () => {
    const catcher = await start();
    const socket = await beginMail(catcher);
    socket.write('Subject: half\r\n\r\nThe rest\r\n');
    await waitFor(async () => (await readdir(directory)).length === 1);
    socket.destroy();
    await waitFor(async () => (await readdir(directory)).length === 0);
    await send(catcher, { subject: 'whole' });
    expect(await subjects(catcher)).toEqual(['whole']);
    await catcher.stop();
    expect(await subjects(await start())).toEqual(['whole']);
  });

  it('returns 451 while emails cannot be stored, and continues the session', async () => {
    const log: string[] = [];
    const catcher = await start({ log: (line) => log.push(line) });
    await rm(directory, { recursive: true });
    const mail = [
      'MAIL FROM:<a@example.com>\r\n',
      'RCPT TO:<b@example.com>\r\n',
      'DATA\r\n',
      'Subject: x\r\n\r\nx\r\n.\r\n',
    ];
    const replies = await converse(catcher, ['EHLO test\r\n', ...mail, 'NOOP\r\n']);
    expect(replies.slice(-2)).toEqual([expect.stringMatching(/^451 4\.3\.0 /), expect.stringMatching(/^250 /)]);
    expect(log).toEqual([expect.stringMatching(/^An email could not be stored: .*ENOENT/)]);
    await mkdir(directory);
    expect((await converse(catcher, ['EHLO test\r\n', ...mail])).at(-1)).toMatch(/^250 /);
  });

  it.each([
    '/api/v1/message/nothing',
    '/api/v1/message/%2e%2e%2fetc',
    '/api/v1/message/%ff',
    '/api/v1/message/nothing/raw',
    '/api/v1/message/nothing/headers',
    '/api/v1/message/nothing/part/1',
    '/view/nothing.html',
    '/nowhere',
    '/api/v1/message/__proto__',
  ])('%s is 404', async (path) => {
    const response = await fetch((await start()).httpUrl + path);
    expect([response.status, await response.text()]).toEqual([404, '404 page not found']);
  });

  it('returns 404 for another part and 405 for another method', async () => {
    const catcher = await start();
    await send(catcher, {});
    expect((await fetch(`${catcher.httpUrl}/api/v1/message/latest/part/9`)).status).toBe(404);
    expect((await fetch(`${catcher.httpUrl}/api/v1/messages`, { method: 'POST' })).status).toBe(405);
  });

  it('rejects foreign host names (DNS rebinding)', async () => {
    const catcher = await start();
    for (const host of ['localhost', 'localhost:8025', '127.0.0.1:1', '[::1]:8025', 'mail.localhost'])
      expect([host, await statusWithHost(catcher, host)]).toEqual([host, 200]);
    for (const host of ['evil.example', 'localhost.evil.example:8025', '10.0.0.1', '127.evil.example'])
      expect([host, await statusWithHost(catcher, host)]).toEqual([host, 403]);
  });
});

describe('a hostile email', () => {
  it('is shown without scripts and in its own origin', async () => {
    const catcher = await start();
    await send(catcher, {
      html: '<html><head><title>x</title></head><body onload="alert(1)"><script>alert(1)</script><img src="cid:logo"></body></html>',
      attachments: [{ filename: 'l.png', content: onePixel, cid: 'logo' }],
    });
    const { ID, Inline } = await get<Message>(catcher, '/api/v1/message/latest');
    const response = await fetch(`${catcher.httpUrl}/view/${ID}.html`);
    const policy = response.headers.get('content-security-policy')!.split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy[0]).toMatch(/^sandbox/);
    expect(policy.join(' ')).not.toMatch(/script|allow-same-origin|unsafe-eval/);
    const html = await response.text();
    expect(html).toContain('<head><base target="_blank">');
    expect(html).toContain(`<img src="/api/v1/message/${ID}/part/${Inline[0]!.PartID}">`);
  });

  it('cannot make the browser run an attachment', async () => {
    const catcher = await start();
    await send(catcher, {
      attachments: [
        { filename: 'a".html', content: '<script>alert(1)</script>', contentType: 'text/html' },
        { filename: 'a.svg', content: '<svg/>', contentType: 'image/svg+xml' },
      ],
    });
    for (const part of [1, 2]) {
      const response = await fetch(`${catcher.httpUrl}/api/v1/message/latest/part/${part}`);
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename\*=UTF-8''a(%22)?\.(html|svg)$/,
      );
      expect(response.headers.get('content-security-policy')).toContain('sandbox');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('is shown as text when it is not valid MIME', async () => {
    const catcher = await start();
    const nested = Array.from(
      { length: 400 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    ).join('');
    await converse(catcher, [
      'EHLO test\r\n',
      'MAIL FROM:<a@example.com>\r\n',
      'RCPT TO:<b@example.com>\r\n',
      'DATA\r\n',
      `${nested}.\r\n`,
    ]);
    expect(await list(catcher)).toMatchObject({ total: 1, count: 1 });
    expect((await get<Message>(catcher, '/api/v1/message/latest')).Text).toContain('boundary=b399');
  });

  it('is shown by a page that runs only its own script', async () => {
    const catcher = await start({ apiUrl: 'http://x/"><script>alert(1)</script>' });
    const response = await fetch(`${catcher.httpUrl}/`);
    expect(response.headers.get('content-security-policy')).toMatch(
      /script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/,
    );
    expect(await response.text()).not.toContain('<script>alert');
  });
});

describe('starting and stopping', () => {
  it.each([
    ['CATCHER_HTTP_PORT', 'httpPort'],
    ['CATCHER_SMTP_PORT', 'smtpPort'],
  ] as const)('reports %s when the port is in use, and releases the other port', async (variable, option) => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => occupant.once('listening', resolve));
    const { port } = occupant.address() as AddressInfo;
    await expect(start({ [option]: port })).rejects.toThrow(
      new RegExp(`127\\.0\\.0\\.1:${port} because the port is in use: set ${variable} to another port\\.$`),
    );
    occupant.close();
    const catcher = await start({ [option]: port });
    expect([catcher.httpUrl, catcher.smtpUrl].some((url) => url.endsWith(`:${port}`))).toBe(true);
  });

  it('stops within a second while clients stay connected', async () => {
    const catcher = await start();
    const transport = createTransport({ ...urlParts(catcher.smtpUrl), pool: true });
    await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'x' });
    await fetch(`${catcher.httpUrl}/events`);
    const began = Date.now();
    await catcher.stop();
    expect(Date.now() - began).toBeLessThan(5_000);
    await expect(fetch(`${catcher.httpUrl}/livez`)).rejects.toThrow();
    transport.close();
  });

  it('stores an email in progress at shutdown', async () => {
    const catcher = await start();
    const socket = await beginMail(catcher);
    const stopping = catcher.stop();
    const reply = readUntil(socket, '250 2.0.0 Caught');
    socket.write('Subject: last\r\n\r\nx\r\n.\r\n');
    await reply;
    await stopping;
    expect(await subjects(await start())).toEqual(['last']);
  });

  it('answers the health checks', async () => {
    const catcher = await start();
    for (const path of ['/livez', '/readyz']) expect(await (await fetch(catcher.httpUrl + path)).text()).toBe('ok');
    await send(catcher, {});
    expect(await get(catcher, '/api/v1/info')).toMatchObject({ Messages: 1, Unread: 1 });
  });
});

function urlParts(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { acceptMessage, putBlobChunk, ServiceError } from '@postrider/contracts';
import { renewedCertificate, testCertificate, waitFor } from '@postrider/testing';
import type { SendMailOptions } from 'nodemailer';
import { createTransport } from 'nodemailer';
import { GatewayUnderTest, liveKey, testKey } from '../testing/gateway-under-test.js';
import { SmtpClient } from '../testing/smtp-client.js';

const mail: SendMailOptions = {
  from: 'Acme <billing@acme.example>',
  to: 'Ada <ada@example.com>',
  subject: 'Your receipt',
  text: 'Hello Ada',
  html: '<p>Hello Ada</p>',
};
const written = 'From: billing@acme.example\r\nSubject: Hello\r\n\r\nHello\r\n';
const acceptedReply = /^250 2\.0\.0 Accepted log_\w+$/;

describe('SMTP submission', () => {
  let api: GatewayUnderTest;
  let folder: string;
  let files: { readonly TLS_CERT: string; readonly TLS_KEY: string };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'postrider-smtp-'));
    files = { TLS_CERT: join(folder, 'tls.crt'), TLS_KEY: join(folder, 'tls.key') };
    await writeFile(files.TLS_CERT, testCertificate.cert);
    await writeFile(files.TLS_KEY, testCertificate.key);
    api = await GatewayUnderTest.start({ ...files, SMTP_PORT: '0', SMTPS_PORT: '0', LOG_LEVEL: 'silent' });
  });
  afterAll(async () => {
    await api?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => api.services.reset());

  const ports = () => api.gateway.smtpPorts as [starttls: number, tls: number];
  const transport = (key = liveKey, user = 'postrider', secure = false) =>
    createTransport({
      host: '127.0.0.1',
      port: ports()[secure ? 1 : 0],
      secure,
      auth: { user, pass: key },
      tls: { rejectUnauthorized: false },
    });
  /** The reply to an email; of a rejected one, with its code. */
  const send = (options: SendMailOptions, ...login: Parameters<typeof transport>): Promise<string> =>
    transport(...login)
      .sendMail({ ...mail, ...options })
      .then(
        ({ response }) => response,
        ({ response, message }: { response?: string; message: string }) => response ?? message,
      );
  const accepted = () => api.services.getCalls(acceptMessage).map(({ request }) => request);
  const session = async (key: string | null = liveKey): Promise<SmtpClient> => {
    const client = await SmtpClient.connect(ports()[0]);
    if (key !== null) await client.logIn(key);
    return client;
  };
  /** The reply to an email with these bytes. */
  const sendRaw = async (bytes: string | Buffer, to = ['ada@example.com']): Promise<string> => {
    const client = await session();
    await client.sendCommand('MAIL FROM:<billing@acme.example>');
    for (const address of to) await client.sendCommand(`RCPT TO:<${address}>`);
    await client.sendCommand('DATA');
    client.write(bytes);
    const reply = await client.sendCommand('.');
    client.destroy();
    return reply;
  };

  describe('login', () => {
    it.each([
      ['STARTTLS', false],
      ['TLS', true],
    ])('accepts a key as the password over %s', async (_name, secure) => {
      expect(await send({}, liveKey, 'anyone', secure)).toMatch(acceptedReply);
      expect(accepted()).toHaveLength(1);
    });

    it('accepts AUTH LOGIN', async () => {
      const client = await session(null);
      await client.sendCommand('EHLO client.example');
      expect(await client.sendCommand('AUTH LOGIN')).toBe('334 VXNlcm5hbWU6');
      expect(await client.sendCommand(btoa('postrider'))).toBe('334 UGFzc3dvcmQ6');
      expect(await client.sendCommand(btoa(liveKey))).toMatch(/^235 2\.7\.0 /);
      client.destroy();
    });

    it('rejects a wrong key with 535, and ends the session after three', async () => {
      const client = await session(null);
      expect(await client.logIn('live_wrong_key_0123456789')).toMatch(/^535 5\.7\.8 .*unknown.* \(req_\w+\)$/);
      expect(await client.logIn('live_wrong_key_0123456789')).toMatch(/^535 /);
      expect(await client.logIn('live_wrong_key_0123456789')).toMatch(/^421 4\.7\.0 Too many wrong API keys/);
      expect(await client.reply()).toBe('');
    });

    it('accepts nothing without a login', async () => {
      const client = await session(null);
      await client.sendCommand('EHLO client.example');
      for (const command of ['MAIL FROM:<a@b.example>', 'RCPT TO:<ada@example.com>', 'DATA'])
        expect(await client.sendCommand(command)).toMatch(/^530 5\.7\.0 Authentication required/);
      client.destroy();
      expect(accepted()).toEqual([]);
    });

    it('sends as a test with a test key', async () => {
      expect(await send({}, testKey)).toMatch(acceptedReply);
      expect(accepted()).toMatchObject([{ test: true }]);
    });
  });

  it('translates an email with its attachments', async () => {
    const png = Buffer.from('89504e470d0a', 'hex');
    const chunks = () => api.services.getCalls(putBlobChunk).map(({ request }) => request.data);
    await send({
      cc: 'Grace <grace@example.com>',
      bcc: 'hidden@example.com',
      replyTo: 'Help <help@acme.example>',
      subject: 'Grüße 🎉',
      html: '<img src="cid:logo@acme"><img src="cid:photo@acme">',
      attachments: [
        { filename: 'logo.png', content: png, cid: 'logo@acme' },
        { filename: 'photo.png', content: png, cid: 'photo@acme' },
        { filename: 'Rechnung März.pdf', content: Buffer.from('%PDF') },
      ],
      headers: { 'X-Entity-Ref-ID': 'r7', 'X-Postrider-Tags': 'a, b', 'X-PM-Tag': 'c' },
      list: { unsubscribe: 'https://acme.example/u' },
    });
    const all = accepted();
    expect(all).toHaveLength(1);
    expect([all[0]!.recipient, ...(all[0]!.others ?? [])]).toEqual([
      { address: 'ada@example.com', name: 'Ada' },
      { address: 'grace@example.com', name: 'Grace' },
      { address: 'hidden@example.com' },
    ]);
    expect(all[0]).toMatchObject({
      sender: { address: 'billing@acme.example', name: 'Acme', reply_to: 'help@acme.example' },
      reply_to: ['help@acme.example'],
      own_content: {
        subject: 'Grüße 🎉',
        html: '<img src="cid:logo@acme"><img src="cid:photo@acme">',
        text: 'Hello Ada',
      },
      tags: ['a', 'b', 'c'],
      headers: { 'X-Entity-Ref-ID': 'r7', 'List-Unsubscribe': '<https://acme.example/u>' },
      attachments: [
        { name: 'logo.png', disposition: 'inline', content_id: 'logo@acme', content_type: 'image/png' },
        { name: 'photo.png', disposition: 'inline', content_id: 'photo@acme' },
        { name: 'Rechnung März.pdf', disposition: 'attachment', content_type: 'application/pdf' },
      ],
      test: false,
    });
    expect(Object.keys(all[0]!.headers!)).toEqual(['X-Entity-Ref-ID', 'List-Unsubscribe']);
    expect(all[0]).not.toHaveProperty('cc');
    expect(chunks()).toEqual([png.toString('base64'), btoa('%PDF')]);
  });

  it('sends a template by its id in the user name or a header', async () => {
    const headers = {
      'X-Postrider-Data': '{"name":"Ada","n":1.0}',
      'X-Postrider-ESP-Account': 'esp_1',
      'X-Postrider-Track': 'opens',
    };
    expect(await send({ headers }, liveKey, 'tem_1')).toMatch(acceptedReply);
    expect(await send({ headers: { 'X-Postrider-Template': 'tem_2' } })).toMatch(acceptedReply);
    expect(accepted()).toMatchObject([
      {
        template: 'tem_1',
        subject: 'Your receipt',
        esp_account: 'esp_1',
        tracking: { opens: true, clicks: false },
        sender: { address: 'billing@acme.example', name: 'Acme', reply_to: 'billing@acme.example' },
      },
      { template: 'tem_2' },
    ]);
    expect(JSON.stringify(accepted()[0]!.template_data)).toContain('"name":"Ada"');
    expect(accepted()[0]).not.toHaveProperty('own_content');
  });

  describe('repeated email', () => {
    const keys = () => accepted().map(({ idempotency }) => idempotency);

    it('has the same key with the same Message-ID, recipients and content', async () => {
      const options = { messageId: '<order-1@acme.example>', to: ['ada@example.com', 'grace@example.com'] };
      await send(options);
      await send({ ...options, to: options.to.toReversed() });
      await send({ ...options, to: ['ada@example.com'] });
      await send({ ...options, text: 'Other' });
      await send({ ...options, messageId: '<order-2@acme.example>' });
      await send(options, testKey);
      const [first, repeated] = keys();
      expect(repeated).toEqual(first);
      expect(new Set(keys().map((each) => each!.key)).size).toBe(5);
    });

    it('has no key without a Message-ID', async () => {
      await sendRaw(written);
      expect(keys()).toEqual([undefined]);
    });

    it('has the key of the caller for any content', async () => {
      const headers = { 'X-Postrider-Idempotency-Key': 'order-1' };
      await send({ headers });
      await send({ headers, text: 'Other' });
      const [first, second] = keys();
      expect(second!.key).toBe(first!.key);
      expect(second!.request_hash).not.toBe(first!.request_hash);
    });
  });

  describe('rejections', () => {
    const reject = (...error: ConstructorParameters<typeof ServiceError>): void =>
      api.services.respond(acceptMessage, () => {
        throw new ServiceError(...error);
      });

    it.each([
      ['rate_limited', /^451 4\.7\.1 Slow down/],
      ['quota_exceeded', /^452 4\.3\.1 Slow down/],
      ['unavailable', /^451 4\.3\.0 Slow down/],
      ['idempotency_in_progress', /^451 4\.3\.0 /],
      ['idempotency_mismatch', /^554 5\.6\.0 /],
      ['template_not_found', /^554 5\.6\.0 Slow down \(req_\w+\)$/],
      ['sender_required', /^550 5\.1\.7 /],
      ['internal', /^451 4\.3\.0 /],
    ] as const)('answers %s with %s', async (code, reply) => {
      reject(code, 'Slow down');
      expect(await send({})).toMatch(reply);
    });

    it('the reply is 451 while delivery is down', async () => {
      await api.services.stopService('delivery');
      expect(await send({})).toMatch(/^451 4\.3\.0 /);
      await api.services.startService('delivery');
    });

    it('a reply of 250 names the logs of all recipients', async () => {
      const to = ['a@example.com', 'b@example.com', 'c@example.com'];
      const { receipt_id, ...receipt } = acceptMessage.examples[0]!.response;
      const receipts = to.map((address) => ({ address, receipt_id }));
      api.services.respond(acceptMessage, () => ({ ...receipt, receipt_id, receipts }));
      expect(await send({ to })).toBe(`250 2.0.0 Accepted ${receipt_id} ${receipt_id} ${receipt_id}`);
      reject('unavailable', 'Away');
      expect(await send({ to })).toMatch(/^451 4\.3\.0 Away /);
    });

    it.each([
      [
        'sender',
        { raw: 'From: Nobody\r\nSubject: Hi\r\n\r\nHi', envelope: { from: 'a@b.example', to: 'ada@example.com' } },
        /^550 5\.1\.7 .*sender\.address must be an email address/,
      ],
      ['header', { headers: { References: 'ü' } }, /^554 5\.6\.0 .*References must be ASCII/],
      [
        'template data',
        { headers: { 'X-Postrider-Template': 't', 'X-Postrider-Data': '{' } },
        /^554 5\.6\.0 .*X-Postrider-Data must be a JSON object/,
      ],
      ['tracking', { headers: { 'X-Postrider-Track': 'all' } }, /^554 5\.6\.0 .*X-Postrider-Track must be/],
      ['categories', { headers: { 'X-SMTPAPI': '[' } }, /^554 5\.6\.0 .*X-SMTPAPI must be/],
      ['html', { html: 'x'.repeat(1_048_577) }, /^554 5\.6\.0 .*html must be at most 1,048,576 characters/],
    ])('names an invalid %s', async (_name, options: SendMailOptions, reply) => {
      expect(await send(options)).toMatch(reply);
      expect(accepted()).toEqual([]);
    });

    it('rejects an invalid recipient with 553, and more than 50 with 452', async () => {
      const client = await session();
      await client.sendCommand('MAIL FROM:<billing@acme.example>');
      expect(await client.sendCommand('RCPT TO:<Jörg@example.com>')).toMatch(/^553 5\.1\.3 /);
      expect(await client.sendCommand('RCPT TO:<postmaster>')).toMatch(/^553 5\.1\.3 /);
      for (let n = 0; n < 50; n++)
        expect(await client.sendCommand(`RCPT TO:<p${n}@example.com>`)).toMatch(/^250 2\.1\.5 /);
      expect(await client.sendCommand('RCPT TO:<one@example.com>')).toMatch(/^452 4\.5\.3 /);
      client.destroy();
    });

    it('rejects an email that is too large, before and after it is sent', async () => {
      const client = await session();
      expect(await client.sendCommand('MAIL FROM:<a@b.example> SIZE=12582913')).toMatch(/^552 5\.3\.4 /);
      client.destroy();
      const line = `${'x'.repeat(998)}\r\n`;
      expect(await sendRaw(written + line.repeat(12_600))).toMatch(/^552 5\.3\.4 The email is larger than 12 MB/);
      expect(await send({ attachments: [{ filename: 'a.bin', content: Buffer.alloc(7.1 * 1024 * 1024) }] })).toMatch(
        /^552 5\.3\.4 .*at most 7 MB/,
      );
    });

    it('ends a session with too many errors', async () => {
      const client = await session();
      let reply = '';
      for (let n = 0; n < 21; n++) reply = await client.sendCommand('RCPT TO:<nobody>');
      expect(reply).toMatch(/^421 4\.7\.0 Too many errors/);
    });
  });

  describe('the end of an email', () => {
    it.each(['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r\n', '\r\n.\r', '\r.\r'])('%j does not end an email', async (end) => {
      const smuggled = `MAIL FROM:<evil@b.example>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\n${written}`;
      expect(await sendRaw(`${written}${end}${smuggled}`)).toMatch(/^554 5\.6\.0 .*a line of one dot/);
      expect(accepted()).toEqual([]);
    });

    it('keeps a line of one dot, and takes bare line feeds as line ends', async () => {
      expect(await sendRaw('From: a@b.example\nSubject: Hi\n\nOne\n\r\n..\r\n...\r\nTwo\r\n')).toMatch(acceptedReply);
      expect(accepted()[0]!.own_content!.text!.replaceAll('\r', '')).toBe('One\n\n.\n..\nTwo\n');
    });

    it('rejects NUL characters', async () => {
      expect(await sendRaw(`${written}\0\r\n`)).toMatch(/^554 5\.6\.0 .*NUL/);
    });

    it('accepts nothing of an email that is cut off', async () => {
      const client = await session();
      await client.sendCommand('MAIL FROM:<billing@acme.example>');
      await client.sendCommand('RCPT TO:<ada@example.com>');
      await client.sendCommand('DATA');
      client.write(written);
      client.destroy();
      expect(await sendRaw(written)).toMatch(acceptedReply);
      expect(accepted()).toHaveLength(1);
    });
  });

  it('accepts pipelined commands and several emails per session', async () => {
    const client = await session();
    const one = `MAIL FROM:<a@b.example> BODY=8BITMIME SMTPUTF8 RET=HDRS ENVID=x\r\nRCPT TO:<ada@example.com> NOTIFY=NEVER\r\nDATA\r\n`;
    client.write(one);
    for (const code of ['250 2.1.0', '250 2.1.5', '354']) expect(await client.reply()).toContain(code);
    client.write(`${written}.\r\n${one}`);
    expect(await client.reply()).toMatch(acceptedReply);
    for (const code of ['250 2.1.0', '250 2.1.5', '354']) expect(await client.reply()).toContain(code);
    client.write(`${written}.\r\nQUIT\r\n`);
    expect(await client.reply()).toMatch(acceptedReply);
    expect(await client.reply()).toMatch(/^221 2\.0\.0 /);
    expect(accepted()).toHaveLength(2);
  });

  it('announces its extensions', async () => {
    const client = await session(null);
    const lines = (await client.sendCommand('EHLO client.example')).split('\r\n').map((line) => line.slice(4));
    expect(lines.slice(1)).toEqual([
      'PIPELINING',
      '8BITMIME',
      'SMTPUTF8',
      'ENHANCEDSTATUSCODES',
      'DSN',
      'AUTH PLAIN LOGIN',
      'STARTTLS',
      'SIZE 12582912',
    ]);
    client.destroy();
  });

  it('uses a renewed certificate', async () => {
    await writeFile(files.TLS_CERT, renewedCertificate.cert);
    await writeFile(files.TLS_KEY, renewedCertificate.key);
    await waitFor(
      () =>
        createTransport({
          host: '127.0.0.1',
          port: ports()[1],
          secure: true,
          tls: { ca: renewedCertificate.cert, servername: 'localhost' },
        })
          .verify()
          .catch(() => false),
      { what: 'the renewed certificate' },
    );
  });
});

describe('SMTP without TLS', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start({ SMTP_PORT: '0' });
  });
  afterAll(() => api?.stop());

  const session = async (scope: string): Promise<{ client: SmtpClient; id: string }> => {
    const { body } = await api.call('/api_keys', { body: { kind: 'live', name: scope, scopes: [scope] } });
    const { id, secret } = body['api_key'] as { id: string; secret: string };
    const client = await SmtpClient.connect(api.gateway.smtpPorts[0]!);
    expect(await client.logIn(secret)).toMatch(/^235 /);
    return { client, id };
  };

  it('rejects a key without the scope send with 550', async () => {
    const { client } = await session('read');
    expect(await client.sendCommand('MAIL FROM:<a@b.example>')).toMatch(/^550 5\.7\.1 .*lacks the scope send/);
    client.destroy();
  });

  it('ends the session of a key that was revoked', async () => {
    const { client, id } = await session('send');
    await api.call(`/api_keys/${id}`, { method: 'DELETE' });
    expect(await client.sendCommand('MAIL FROM:<a@b.example>')).toMatch(/^421 4\.7\.0 This API key is unknown/);
  });

  const untilFree = (port: number): Promise<unknown> =>
    waitFor(
      async () => {
        const later = await SmtpClient.connect(port);
        const reply = await later.sendCommand('NOOP');
        later.destroy();
        return reply.startsWith('250');
      },
      { what: 'a connection' },
    );

  it('rejects more than 200 connections of an address without a login', async () => {
    const [port] = api.gateway.smtpPorts;
    const { client } = await session('send');
    const clients = await Promise.all(Array.from({ length: 200 }, () => SmtpClient.connect(port!)));
    const socket = connect({ port: port!, host: '127.0.0.1' });
    const [greeting] = (await once(socket, 'data')) as [Buffer];
    expect(greeting.toString()).toBe('421 4.7.0 Too many connections; try again later\r\n');
    expect(await client.sendCommand('NOOP')).toMatch(/^250 /);
    for (const each of [...clients, client]) each.destroy();
    await untilFree(port!);
  });

  it('replies to each connection of a flood, while others send', async () => {
    const [port] = api.gateway.smtpPorts;
    const { client } = await session('send');
    // More than the 511 that wait by default until they are accepted.
    const sockets = Array.from({ length: 1_500 }, () => connect({ port: port!, host: '127.0.0.1' }));
    const replies = Promise.all(
      sockets.map(async (socket) => {
        const [reply] = (await once(socket, 'data')) as [Buffer];
        return reply.toString().slice(0, 3);
      }),
    );
    await client.sendCommand('MAIL FROM:<a@b.example>');
    await client.sendCommand('RCPT TO:<ada@example.com>');
    await client.sendCommand('DATA');
    client.write(written);
    expect(await client.sendCommand('.')).toMatch(acceptedReply);
    const codes = await replies;
    expect(codes.filter((code) => code === '220')).toHaveLength(200);
    expect(codes.filter((code) => code === '421')).toHaveLength(1_300);
    for (const socket of sockets) socket.destroy();
    client.destroy();
    await untilFree(port!);
  });

  it('rejects an email above the rate of requests, with the rest of the session', async () => {
    const limited = await GatewayUnderTest.start({ SMTP_PORT: '0', RATE_LIMIT_PER_SECOND: '0.01' });
    try {
      const client = await SmtpClient.connect(limited.gateway.smtpPorts[0]!);
      await client.logIn(liveKey);
      expect(await client.sendCommand('MAIL FROM:<a@b.example>')).toMatch(/^250 /);
      await client.sendCommand('RSET');
      expect(await client.sendCommand('MAIL FROM:<a@b.example>')).toMatch(
        /^451 4\.7\.1 Too many requests; try again in \d+ s/,
      );
      client.destroy();
    } finally {
      await limited.stop();
    }
  });

  it('rejects a large email while others take the memory of bodies', async () => {
    const limited = await GatewayUnderTest.start({ SMTP_PORT: '0', BODY_MEMORY_MB: '1', BODY_BYTES_PER_SECOND: '0' });
    const begin = async (bytes: string): Promise<SmtpClient> => {
      const client = await SmtpClient.connect(limited.gateway.smtpPorts[0]!);
      await client.logIn(liveKey);
      await client.sendCommand('MAIL FROM:<a@b.example>');
      await client.sendCommand('RCPT TO:<ada@example.com>');
      await client.sendCommand('DATA');
      client.write(bytes);
      return client;
    };
    const large = written + `${'x'.repeat(998)}\r\n`.repeat(500);
    const endsWith = (reply: RegExp) => async (): Promise<boolean> => {
      const client = await begin(large);
      const found = reply.test(await client.sendCommand('.'));
      client.destroy();
      return found;
    };
    try {
      const slow = await begin(large);
      const rejection = /^451 4\.3\.0 Too many request bodies/;
      await waitFor(endsWith(rejection), { what: 'a refusal' });
      slow.destroy();
      await waitFor(endsWith(acceptedReply), { what: 'memory' });
    } finally {
      await limited.stop();
    }
  });

  it('logs each login and email with its request id, without the key', async () => {
    const lines: object[] = [];
    const log = jest.spyOn(Logger.prototype, 'log').mockImplementation((line: object) => void lines.push(line));
    try {
      const { client } = await session('send');
      await client.sendCommand('MAIL FROM:<a@b.example>');
      await client.sendCommand('RCPT TO:<ada@example.com>');
      await client.sendCommand('DATA');
      client.write(written);
      await client.sendCommand('.');
      client.destroy();
      const logged = lines.filter((line) => (line as { method?: string }).method === 'SMTP');
      expect(logged).toMatchObject([
        { route: 'AUTH', status: 235, requestId: expect.stringMatching(/^req_/), accountId: expect.any(String) },
        {
          route: 'DATA',
          status: 250,
          requestId: expect.stringMatching(/^req_/),
          logIds: [expect.stringMatching(/^log_/)],
        },
      ]);
      expect(JSON.stringify(logged)).not.toMatch(/live_|ada@example/);
    } finally {
      log.mockRestore();
    }
  });

  it('offers no STARTTLS', async () => {
    const client = await SmtpClient.connect(api.gateway.smtpPorts[0]!);
    expect(await client.sendCommand('EHLO client.example')).not.toContain('STARTTLS');
    client.destroy();
  });
});

describe('SMTP where HTTPS is required', () => {
  it('offers AUTH only over TLS, except from this machine', async () => {
    const api = await GatewayUnderTest.start({ SMTP_PORT: '0', REQUIRE_HTTPS: 'true', HOST: '0.0.0.0' });
    try {
      const [port] = api.gateway.smtpPorts;
      const local = await SmtpClient.connect(port!);
      expect(await local.logIn(liveKey)).toMatch(/^235 /);
      local.destroy();
      const host = otherAddress();
      if (host === undefined) return;
      const remote = await SmtpClient.connect(port!, { host });
      expect(await remote.sendCommand('EHLO client.example')).not.toContain('AUTH');
      expect(await remote.logIn(liveKey)).toMatch(/^500 /);
      expect(await remote.sendCommand('MAIL FROM:<a@b.example>')).toMatch(/^530 5\.7\.0 Must issue a STARTTLS/);
      remote.destroy();
    } finally {
      await api.stop();
    }
  });

  it('needs a certificate for SMTPS_PORT', async () => {
    await expect(GatewayUnderTest.start({ SMTPS_PORT: '0' })).rejects.toThrow('SMTPS_PORT needs TLS_CERT and TLS_KEY.');
  });
});

describe('the shutdown', () => {
  it('replies to the email in progress and ends other sessions with 421', async () => {
    const api = await GatewayUnderTest.start({ SMTP_PORT: '0' });
    const [port] = api.gateway.smtpPorts;
    const [idle, sending] = [await SmtpClient.connect(port!), await SmtpClient.connect(port!)];
    await sending.logIn(liveKey);
    await sending.sendCommand('MAIL FROM:<a@b.example>');
    await sending.sendCommand('RCPT TO:<ada@example.com>');
    await sending.sendCommand('DATA');
    const stopped = api.stop();
    expect(await idle.reply()).toMatch(/^421 4\.3\.2 /);
    sending.write(`${written}.\r\n`);
    expect(await sending.reply()).toMatch(acceptedReply);
    expect(await sending.reply()).toMatch(/^421 4\.3\.2 /);
    await stopped;
  });
});

/** An address of this machine other than loopback; undefined if it has none. */
const otherAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AttachmentRef, RequestContext } from '@postrider/contracts';
import {
  acceptMessage,
  commitBlob,
  findBlob,
  getArtifact,
  getLog,
  maxChunkBytes,
  newId,
  putBlobChunk,
  resendMessage,
  ServiceError,
} from '@postrider/contracts';
import { ContractClient, MessagingModule } from '@postrider/messaging';
import { compileVersion } from '@postrider/rendering';
import type { RunningApp } from '@postrider/service';
import { RetentionTask, startService } from '@postrider/service';
import { createTestDatabase, FakeServices, SmtpSink, waitFor } from '@postrider/testing';
import { NestFactory } from '@nestjs/core';
import { Pool } from 'pg';
import PostalMime from 'postal-mime';
import { deliveryService } from './delivery.module.js';
import { BlobsRepository } from './blobs/blobs.repository.js';
import { deliveryRetention } from './retention.js';

const maxAttempts = 5;
const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };

/** Retries like a caller when the database was too busy, because ten concurrent uploads wait for connections. */
async function untilReached<Body>(call: () => Promise<Body>): Promise<Body> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'unavailable' || attempt === maxAttempts) throw error;
    }
  }
}

describe('blobs', () => {
  const url = `memory:${newId('request')}`;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let sql: Pool;
  let neighbours: FakeServices;
  let sink: SmtpSink;
  let client: ContractClient;
  let closeClient: () => Promise<void>;
  let delivery: RunningApp;
  let context: RequestContext;

  beforeAll(async () => {
    [database, sink, neighbours] = await Promise.all([
      createTestDatabase(deliveryService.database),
      SmtpSink.start(),
      FakeServices.start(url),
    ]);
    await neighbours.stopService('delivery');
    const environment = {
      AMQP_URL: url,
      DATABASE_URL: database.url,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      POLL_MS: '50',
      DEFAULT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      ATTACHMENT_MEMORY_MB: '1',
    };
    delivery = await startService(deliveryService, environment);
    const context = await NestFactory.createApplicationContext(MessagingModule.forCaller('blobs-spec', url), {
      logger: false,
    });
    client = context.get(ContractClient);
    closeClient = () => context.close();
    sql = new Pool({ connectionString: database.url, options: '-c search_path=delivery' });
  }, 60_000);
  afterAll(async () => {
    await sql?.end();
    await closeClient?.();
    await delivery?.stop();
    await neighbours?.stop();
    await sink?.close();
    await database?.drop();
  }, 30_000);

  /** One run of the retention task. */
  const collect = (): Promise<void> => new RetentionTask(sql, deliveryRetention).run();

  beforeEach(async () => {
    const { artifact } = await compileVersion(
      { subject: 'Hello', html: '<p><img src="cid:logo.png"></p>' },
      () => undefined,
    );
    neighbours.respond(getArtifact, () => JSON.parse(JSON.stringify(artifact)) as { format: number });
    context = createContext(newId('account'));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    neighbours.reset();
  });

  const createContext = (accountId: string): RequestContext => ({
    accountId,
    requestId: newId('request'),
    deadline: Date.now() + 30_000,
  });
  const announced = (content: Buffer) => ({
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
  });
  const put = (blob_id: string, position: number, chunk: Buffer) =>
    untilReached(() => client.call(putBlobChunk, context, { blob_id, position, data: chunk.toString('base64') }));
  const commit = async (blob_id: string, content: Buffer): Promise<string> =>
    (await untilReached(() => client.call(commitBlob, context, { blob_id, ...announced(content) }))).blob_id;
  const find = async (content: Buffer): Promise<string | undefined> =>
    (await client.call(findBlob, context, announced(content))).blob_id;
  const upload = async (content: Buffer): Promise<string> => {
    const id = newId('blob');
    for (let position = 0; position * maxChunkBytes < content.length; position++) {
      await put(id, position, content.subarray(position * maxChunkBytes, (position + 1) * maxChunkBytes));
    }
    return commit(id, content);
  };
  const reference = (
    name: string,
    blob_id: string,
    bytes: number,
    disposition: AttachmentRef['disposition'] = 'attachment',
  ): AttachmentRef => ({ name, blob_id, bytes, disposition });
  const accept = (
    attachments: AttachmentRef[],
    { address = 'ada@example.com', ...more }: { address?: string; send_at?: number } = {},
  ) =>
    client.call(acceptMessage, context, {
      template: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
      recipient: { address },
      sender,
      test: false,
      attachments,
      ...more,
    });
  const stored = async (): Promise<{ blobs: number; chunks: number; pending: number }> =>
    (
      await sql.query<{ blobs: number; chunks: number; pending: number }>(
        `select (select count(*)::int from blobs where account_id = $1) as blobs, count(*)::int as chunks, count(pending_since)::int as pending
     from blob_chunks where account_id = $1`,
        [context.accountId],
      )
    ).rows[0]!;
  const waitingForLocks = async (): Promise<number> =>
    (
      await sql.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows[0]!.waiting;
  const neededForDays = async (id: string): Promise<number> =>
    (
      await sql.query<{ days: number }>(
        'select extract(epoch from needed_until - now())::float8 / 86400 as days from blobs where id = $1',
        [id],
      )
    ).rows[0]!.days;
  const expire = (id: string): Promise<unknown> =>
    sql.query(`update blobs set needed_until = now() - interval '1 second' where id = $1`, [id]);
  const waitForEnd = (id: string) =>
    waitFor(
      async () => {
        const log = await client.call(getLog, context, { log_id: id });
        return ['sent', 'dropped'].includes(log.status) && log;
      },
      { what: `${id} to end` },
    );
  const mailTo = (address: string) => PostalMime.parse(sink.mails.find(({ to }) => to.includes(address))!.raw);

  describe('uploads', () => {
    it('become a blob in any order of their chunks, also when chunks are repeated', async () => {
      const [content, id] = [randomBytes(2 * maxChunkBytes + 7), newId('blob')];
      expect(await find(content)).toBeUndefined();
      const chunks = [0, 1, 2].map((position) =>
        content.subarray(position * maxChunkBytes, (position + 1) * maxChunkBytes),
      );
      for (const position of [2, 0, 1, 0]) await put(id, position, chunks[position]!);
      expect(await commit(id, content)).toBe(id);
      expect(await find(content)).toBe(id);
      expect(await commit(id, content)).toBe(id);
      expect(await stored()).toEqual({ blobs: 1, chunks: 3, pending: 0 });
    });

    it('are stored at once when the lookup contains them', async () => {
      const content = Buffer.from('a small file');
      const call = (bytes: Buffer, blob_id: string) =>
        client.call(findBlob, context, { ...announced(content), upload: { blob_id, data: bytes.toString('base64') } });
      await expect(call(Buffer.from('another file'), newId('blob'))).rejects.toMatchObject({ code: 'invalid_request' });
      const ids = Array.from({ length: 6 }, () => newId('blob'));
      const responses = await Promise.all(ids.map((id) => call(content, id)));
      const used = new Set(responses.map(({ blob_id }) => blob_id));
      expect(used.size).toBe(1);
      expect(ids).toContain([...used][0]);
      expect(await find(content)).toBe([...used][0]);
      expect(await stored()).toEqual({ blobs: 1, chunks: 1, pending: 0 });
      const { receipt_id } = await accept([reference('a.txt', [...used][0]!, content.length)]);
      expect(await waitForEnd(receipt_id)).toMatchObject({ status: 'sent' });
    });

    it('may be empty', async () => {
      const id = await upload(Buffer.alloc(0));
      expect(await find(Buffer.alloc(0))).toBe(id);
      expect(await stored()).toEqual({ blobs: 1, chunks: 0, pending: 0 });
    });

    it('of the same content are stored once, also when they are concurrent', async () => {
      const content = randomBytes(maxChunkBytes + 1);
      const ids = await Promise.all(Array.from({ length: 10 }, () => upload(content)));
      expect(new Set(ids).size).toBe(1);
      expect(await upload(content)).toBe(ids[0]);
      expect(await stored()).toEqual({ blobs: 1, chunks: 2, pending: 0 });
    });

    it('of the same content wait for each other without holding connections', async () => {
      const content = randomBytes(2_000);
      const ids = Array.from({ length: 6 }, () => newId('blob'));
      const first = newId('blob');
      for (const id of ids) await put(id, 0, content);
      const other = await sql.connect();
      const ended: string[] = [];
      try {
        await other.query('begin');
        await other.query(
          `insert into blobs (account_id, id, sha256, bytes, needed_until) values ($1, $2, $3, $4, now())`,
          [context.accountId, first, createHash('sha256').update(content).digest(), content.length],
        );
        const commits = ids.map((id) => commit(id, content).then((stored) => ended.push(stored)));
        const seen: number[] = [];
        // A commit waits for the lock, returns its connection, and tries again.
        await waitFor(async () => {
          seen.push(await waitingForLocks());
          return /10+1/.test(seen.join(''));
        });
        expect(Math.max(...seen)).toBe(1);
        expect(ended).toEqual([]);
        await other.query('commit');
        await Promise.all(commits);
        expect(ended).toEqual(ids.map(() => first));
      } finally {
        await other.query('rollback');
        other.release();
      }
    });

    it('return the same blob for a repeated commit when another upload was first', async () => {
      const content = randomBytes(10);
      const [first, second] = [await upload(content), newId('blob')];
      await put(second, 0, content);
      expect(await commit(second, content)).toBe(first);
      expect(await commit(second, content)).toBe(first);
    });

    it.each([
      [
        'another byte',
        (content: Buffer) => Buffer.concat([content.subarray(0, -1), Buffer.from([content.at(-1)! ^ 1])]),
      ],
      ['a byte too few', (content: Buffer) => content.subarray(0, -1)],
      ['a byte too many', (content: Buffer) => Buffer.concat([content, Buffer.alloc(1)])],
    ])('with %s are rejected', async (_name, tamper) => {
      const [content, id] = [randomBytes(1000), newId('blob')];
      await put(id, 0, content.subarray(0, 500));
      await put(id, 1, tamper(content.subarray(500)));
      await expect(commit(id, content)).rejects.toMatchObject({ code: 'invalid_request' });
      await expect(find(content)).resolves.toBeUndefined();
    });

    it('accept no more chunks after the commit', async () => {
      const content = randomBytes(10);
      const id = await upload(content);
      await put(id, 1, Buffer.from('more'));
      expect(await stored()).toMatchObject({ chunks: 1 });
    });

    it('accept chunks of at most half a megabyte of base64', async () => {
      await expect(put(newId('blob'), 0, Buffer.alloc(maxChunkBytes + 1))).rejects.toMatchObject({
        code: 'invalid_request',
      });
      await expect(
        client.call(putBlobChunk, context, { blob_id: newId('blob'), position: 0, data: 'a-_=' }),
      ).rejects.toMatchObject({ code: 'invalid_request' });
    });

    it('cannot be used by another account', async () => {
      const [content, pending] = [randomBytes(10), newId('blob')];
      const id = await upload(content);
      await put(pending, 0, randomBytes(10));
      context = createContext(newId('account'));
      expect(await find(content)).toBeUndefined();
      await expect(commit(pending, content)).rejects.toMatchObject({ code: 'invalid_request' });
      await expect(accept([reference('a.txt', id, 10)])).rejects.toMatchObject({
        code: 'invalid_request',
        details: [{ field: 'files' }],
      });
      const { rows } = await sql.query('select from messages where account_id = $1', [context.accountId]);
      expect(rows).toEqual([]);
    });
  });

  describe('messages', () => {
    it('arrive with a file and an inline image', async () => {
      const [file, image] = [randomBytes(3 * maxChunkBytes + 1), randomBytes(1000)];
      const [fileId, imageId] = await Promise.all([upload(file), upload(image)]);
      const attachments = [
        reference('logo.png', imageId, image.length, 'inline'),
        reference('Rechnung März.pdf', fileId, file.length),
        reference('copy.pdf', fileId, file.length),
      ];
      const { receipt_id } = await accept(attachments, { address: 'parts@example.com' });
      expect(await waitForEnd(receipt_id)).toMatchObject({ status: 'sent' });
      const mail = await mailTo('parts@example.com');
      expect(mail.html).toContain('cid:logo.png');
      expect(
        mail.attachments.map(({ filename, disposition, contentId, mimeType }) => ({
          filename,
          disposition,
          contentId,
          mimeType,
        })),
      ).toEqual([
        { filename: 'logo.png', disposition: 'inline', contentId: '<logo.png>', mimeType: 'image/png' },
        { filename: 'Rechnung März.pdf', disposition: 'attachment', contentId: undefined, mimeType: 'application/pdf' },
        { filename: 'copy.pdf', disposition: 'attachment', contentId: undefined, mimeType: 'application/pdf' },
      ]);
      const contents = mail.attachments.map(({ content }) => announced(Buffer.from(content as ArrayBuffer)));
      expect(contents).toEqual([image, file, file].map(announced));
    });

    it('are all sent, also when there is memory for the attachments of one at a time only', async () => {
      const content = randomBytes(700_000);
      const id = await upload(content);
      const receipts = await Promise.all(
        Array.from({ length: 6 }, (_each, n) =>
          accept([reference('a.bin', id, content.length)], { address: `memory${n}@example.com` }),
        ),
      );
      for (const { receipt_id } of receipts) expect(await waitForEnd(receipt_id)).toMatchObject({ status: 'sent' });
    });

    it('stream large files chunk by chunk', async () => {
      const file = randomBytes(3 * maxChunkBytes + 1);
      const id = await upload(file);
      const wholeReads = jest.spyOn(BlobsRepository.prototype, 'read');
      const chunkReads = jest.spyOn(BlobsRepository.prototype, 'chunkAfter');
      const attachments = [reference('a.bin', id, file.length), reference('b.bin', id, file.length)];
      const { receipt_id } = await accept(attachments, { address: 'streamed@example.com' });
      expect(await waitForEnd(receipt_id)).toMatchObject({ status: 'sent' });
      expect([wholeReads.mock.calls.length, chunkReads.mock.calls.length]).toEqual([0, 8]);
      jest.restoreAllMocks();
      const mail = await mailTo('streamed@example.com');
      const contents = mail.attachments.map(({ content }) => announced(Buffer.from(content as ArrayBuffer)));
      expect(contents).toEqual([file, file].map(announced));
    });

    it('wait, without an email at the server, when the database fails in the middle of a file', async () => {
      const file = randomBytes(3 * maxChunkBytes);
      const id = await upload(file);
      const chunkAfter = BlobsRepository.prototype.chunkAfter;
      let failures = 0;
      jest.spyOn(BlobsRepository.prototype, 'chunkAfter').mockImplementation(function (
        this: BlobsRepository,
        ...args: Parameters<BlobsRepository['chunkAfter']>
      ) {
        if (args[2] < 1 || failures++ > 0) return chunkAfter.apply(this, args);
        return Promise.reject(new Error('terminating connection due to administrator command'));
      });
      const { receipt_id } = await accept([reference('a.bin', id, file.length)], { address: 'broken@example.com' });
      const log = await waitFor(
        async () => {
          const found = await client.call(getLog, context, { log_id: receipt_id });
          return found.status === 'failed_to_queue' && found;
        },
        { what: 'it to wait' },
      );
      expect(log).toMatchObject({ message: 'The attachments could not be read; retried until it is available' });
      const { rows } = await sql.query('select attempt, waits, ambiguous from work where message_id = $1', [
        receipt_id,
      ]);
      expect(rows).toEqual([{ attempt: 1, waits: 1, ambiguous: false }]);
      expect(sink.mails.filter(({ to }) => to.includes('broken@example.com'))).toEqual([]);
      await sql.query('update work set due_at = now() where message_id = $1', [receipt_id]);
      expect(await waitForEnd(receipt_id)).toMatchObject({ status: 'sent' });
      jest.restoreAllMocks();
      expect(sink.mails.filter(({ to }) => to.includes('broken@example.com'))).toHaveLength(1);
      const [attachment] = (await mailTo('broken@example.com')).attachments;
      expect(announced(Buffer.from(attachment?.content as ArrayBuffer))).toEqual(announced(file));
    });

    it.each([
      ['was deleted', (id: string) => sql.query('delete from blobs where id = $1', [id])],
      ['lacks a chunk', (id: string) => sql.query('delete from blob_chunks where blob_id = $1 and position = 1', [id])],
      [
        'has a changed byte',
        (id: string) =>
          sql.query(`update blob_chunks set data = set_byte(data, 7, 255 - get_byte(data, 7)) where blob_id = $1`, [
            id,
          ]),
      ],
    ])('are dropped, without an email at the server, when a large attachment %s', async (_name, harm) => {
      const content = randomBytes(2 * maxChunkBytes);
      const id = await upload(content);
      const { receipt_id } = await accept([reference('a.bin', id, content.length)], {
        send_at: Math.floor(Date.now() / 1000) + 3600,
        address: 'large-harmed@example.com',
      });
      await harm(id);
      await sql.query('update work set due_at = now() where message_id = $1', [receipt_id]);
      expect(await waitForEnd(receipt_id)).toMatchObject({
        status: 'dropped',
        message: 'The attachment "a.bin" is no longer stored',
      });
      expect(sink.mails.filter(({ to }) => to.includes('large-harmed@example.com'))).toEqual([]);
    });

    it('with small files are sent while large ones use all their memory', async () => {
      const large = randomBytes(600_000);
      const id = await upload(large);
      const chunkAfter = BlobsRepository.prototype.chunkAfter;
      let unblock: () => void = () => {};
      const held = new Promise<void>((resolve) => {
        unblock = resolve;
      });
      jest.spyOn(BlobsRepository.prototype, 'chunkAfter').mockImplementation(async function (
        this: BlobsRepository,
        ...args: Parameters<BlobsRepository['chunkAfter']>
      ) {
        await held;
        return chunkAfter.apply(this, args);
      });
      const slow = await Promise.all(
        Array.from({ length: 8 }, (_each, n) =>
          accept([reference('a.bin', id, large.length)], { address: `large${n}@example.com` }),
        ),
      );
      const small = randomBytes(10_000);
      const quick = await accept([reference('b.bin', await upload(small), small.length)], {
        address: 'small@example.com',
      });
      expect(await waitForEnd(quick.receipt_id)).toMatchObject({ status: 'sent' });
      expect(sink.mails.some(({ to }) => to[0]?.startsWith('large'))).toBe(false);
      unblock();
      for (const { receipt_id } of slow) expect(await waitForEnd(receipt_id)).toMatchObject({ status: 'sent' });
      jest.restoreAllMocks();
    });

    it('keep their attachments for ninety days after they are due', async () => {
      const content = randomBytes(10);
      const id = await upload(content);
      expect(await neededForDays(id)).toBeCloseTo(1, 1);
      await accept([reference('a.txt', id, 10)]);
      expect(await neededForDays(id)).toBeCloseTo(90, 1);
      await accept([reference('a.txt', id, 10)], { send_at: Math.floor(Date.now() / 1000) + 30 * 86_400 });
      expect(await neededForDays(id)).toBeCloseTo(120, 1);
      await accept([reference('a.txt', id, 10)]);
      expect(await neededForDays(id)).toBeCloseTo(120, 1);
    });

    it('share attachments without deadlocks', async () => {
      const ids = await Promise.all([upload(randomBytes(10)), upload(randomBytes(10))]);
      const attachments = ids.map((id) => reference('a.txt', id, 10));
      const receipts = await Promise.all(
        Array.from({ length: 40 }, (_each, n) => accept(n % 2 === 0 ? attachments : attachments.toReversed())),
      );
      expect(receipts).toHaveLength(40);
    });

    it.each([
      ['was deleted', (id: string) => sql.query('delete from blobs where id = $1', [id])],
      ['lacks a chunk', (id: string) => sql.query('delete from blob_chunks where blob_id = $1', [id])],
      [
        'is damaged',
        (id: string) => sql.query('update blob_chunks set data = $2 where blob_id = $1', [id, Buffer.from('damage')]),
      ],
    ])('are dropped with the reason when an attachment %s', async (_name, harm) => {
      const content = randomBytes(10);
      const id = await upload(content);
      const { receipt_id } = await accept([reference('a.txt', id, 10)], {
        send_at: Math.floor(Date.now() / 1000) + 3600,
        address: 'harmed@example.com',
      });
      await harm(id);
      await sql.query('update work set due_at = now() where message_id = $1', [receipt_id]);
      expect(await waitForEnd(receipt_id)).toMatchObject({
        status: 'dropped',
        message: 'The attachment "a.txt" is no longer stored',
      });
      expect(sink.mails.filter(({ to }) => to.includes('harmed@example.com'))).toEqual([]);
    });

    it('can be resent as long as their attachments are stored', async () => {
      const content = randomBytes(10);
      const id = await upload(content);
      const { receipt_id } = await accept([reference('a.txt', id, 10)]);
      await sql.query(`update blobs set needed_until = now() + interval '1 day' where id = $1`, [id]);
      const again = await client.call(resendMessage, context, { log_id: receipt_id, test: false });
      expect(await waitForEnd(again.receipt_id)).toMatchObject({ status: 'sent' });
      expect(await neededForDays(id)).toBeCloseTo(90, 1);
      await expire(id);
      await collect();
      await expect(client.call(resendMessage, context, { log_id: receipt_id, test: false })).rejects.toMatchObject({
        code: 'invalid_request',
        details: [{ field: 'log_id' }],
      });
    });
  });

  describe('retention', () => {
    it('deletes only blobs that no message needs', async () => {
      const [needed, unneeded] = [randomBytes(10), randomBytes(2 * maxChunkBytes)];
      await upload(needed);
      await expire(await upload(unneeded));
      expect(await stored()).toEqual({ blobs: 2, chunks: 3, pending: 0 });
      await collect();
      expect(await stored()).toEqual({ blobs: 1, chunks: 1, pending: 0 });
      expect(await find(unneeded)).toBeUndefined();
      expect(await find(needed)).toBeDefined();
    });

    it('continues until all unneeded blobs are deleted', async () => {
      await sql.query(
        `insert into blobs (account_id, id, sha256, bytes, needed_until) select $1, 'blb_' || n, sha256(n::text::bytea), 1, now() - interval '1 day' from generate_series(1, 120) as n`,
        [context.accountId],
      );
      await Promise.all([collect(), collect()]);
      expect(await stored()).toEqual({ blobs: 0, chunks: 0, pending: 0 });
    });

    it('keeps a blob that was just found again, for the message that will refer to it', async () => {
      const content = randomBytes(10);
      const id = await upload(content);
      await expire(id);
      expect(await find(content)).toBe(id);
      await collect();
      expect(await find(content)).toBe(id);
      expect(await neededForDays(id)).toBeCloseTo(1, 1);
    });

    it('deletes uploads that were never committed, after a day', async () => {
      const [old, fresh] = [newId('blob'), newId('blob')];
      await put(old, 0, randomBytes(10));
      await put(fresh, 0, randomBytes(10));
      await sql.query(`update blob_chunks set pending_since = now() - interval '25 hours' where blob_id = $1`, [old]);
      await collect();
      expect(
        (await sql.query('select blob_id from blob_chunks where account_id = $1', [context.accountId])).rows,
      ).toEqual([{ blob_id: fresh }]);
    });
  });
});

import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AttachmentRef } from '@postrider/contracts';
import {
  acceptMessage,
  commitBlob,
  customerErased,
  findBlob,
  getLog,
  maxChunkBytes,
  newId,
  putBlobChunk,
  readAttachment,
} from '@postrider/contracts';
import { RetentionTask } from '@postrider/service';
import { S3Server, TcpProxy, waitFor } from '@postrider/testing';
import PostalMime from 'postal-mime';
import { ObjectRemovalsRepository } from './blobs/blobs.repository.js';
import { Bucket } from './bucket/bucket.js';
import { deliveryConfig } from './config.js';
import { deliveryRetention } from './retention.js';
import { ObjectRemover } from './maintenance/object-remover.js';
import { DeliveryHarness } from './testing/delivery-harness.js';

const large = 3 * maxChunkBytes + 1;

describe('attachments in a bucket', () => {
  let s3: S3Server;
  let proxy: TcpProxy;
  let bucket: Bucket;
  let delivery: DeliveryHarness;
  let environment: Record<string, string>;

  beforeAll(async () => {
    s3 = await S3Server.start();
    proxy = await TcpProxy.to('127.0.0.1', s3.port);
    await proxy.open();
    const port = Number(new URL(proxy.url('http://localhost')).port);
    environment = { BLOB_URL: s3.url('postrider', port), ...s3.credentials };
    delivery = await DeliveryHarness.start(environment);
    bucket = (await Bucket.open(configured()))!;
  }, 60_000);
  afterAll(async () => {
    bucket?.onApplicationShutdown();
    await delivery?.stop();
    await proxy?.shut();
    await s3?.close();
  }, 30_000);
  beforeEach(() => delivery.newTest());

  const configured = (more: Record<string, string> = {}) =>
    deliveryConfig.read({
      AMQP_URL: 'memory:',
      DATABASE_URL: delivery.databaseUrl,
      SECRETS_KEY: delivery.secretsKey,
      ...environment,
      ...more,
    });
  const account = (): string => delivery.context.accountId;
  const announced = (content: Buffer) => ({
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
  });
  const find = async (content: Buffer): Promise<string | undefined> =>
    (await delivery.client.call(findBlob, delivery.context, announced(content))).blob_id;
  const put = async (id: string, content: Buffer): Promise<void> => {
    for (let position = 0; position * maxChunkBytes < content.length; position++) {
      const data = content.subarray(position * maxChunkBytes, (position + 1) * maxChunkBytes).toString('base64');
      await delivery.client.call(putBlobChunk, delivery.context, { blob_id: id, position, data });
    }
  };
  const commit = async (id: string, content: Buffer): Promise<string> =>
    (await delivery.client.call(commitBlob, delivery.context, { blob_id: id, ...announced(content) })).blob_id;
  const upload = async (content: Buffer): Promise<string> => {
    const id = newId('blob');
    await put(id, content);
    return commit(id, content);
  };
  const reference = (blob_id: string, { length }: Buffer): AttachmentRef => ({
    name: 'a.bin',
    blob_id,
    bytes: length,
    disposition: 'attachment',
  });
  const accept = async (address: string, attachments: AttachmentRef[], more: { send_at?: number } = {}) =>
    (
      await delivery.client.call(acceptMessage, delivery.context, {
        template: delivery.templateId,
        recipient: { address },
        sender: delivery.sender,
        test: false,
        attachments,
        ...more,
      })
    ).receipt_id;
  const received = async (address: string): Promise<unknown> => {
    const [mail] = delivery.receivedBy(address);
    const { attachments } = await PostalMime.parse(mail!.raw);
    return attachments.map(({ content }) => announced(Buffer.from(content as ArrayBuffer)));
  };
  const keys = (): string[] => s3.keys().filter((key) => key.includes(account()));
  const buildKey = (id: string): string => `postrider/${account()}/${id}`;
  const stored = async () => {
    const { rows } = await delivery.sql.query<{ chunks: number; removals: number }>(
      `select (select count(*)::int from blob_chunks where account_id = $1) as chunks,
              (select count(*)::int from object_removals where account_id = $1) as removals`,
      [account()],
    );
    return rows[0];
  };
  const expire = (id: string): Promise<unknown> =>
    delivery.sql.query(`update blobs set needed_until = now() - interval '1 second' where id = $1`, [id]);
  const removeUnneeded = async (): Promise<void> => {
    await new RetentionTask(delivery.sql, deliveryRetention).run();
    await new ObjectRemover(new ObjectRemovalsRepository(delivery.sql), bucket).run();
  };
  const again = (id: string): Promise<unknown> =>
    delivery.sql.query('update work set due_at = now() where message_id = $1', [id]);
  const untilItWaits = (id: string, message: string): Promise<unknown> =>
    waitFor(
      async () => {
        const log = await delivery.client.call(getLog, delivery.context, { log_id: id });
        return log.status === 'failed_to_queue' && log.message.includes(message);
      },
      { what: `${id} to wait` },
    );

  it('are stored once, under a key of their account, with no chunks in PostgreSQL', async () => {
    const content = randomBytes(large);
    const ids = await Promise.all([upload(content), upload(content), upload(content)]);
    expect(new Set(ids).size).toBe(1);
    expect(await find(content)).toBe(ids[0]);
    await removeUnneeded();
    expect(keys()).toEqual([buildKey(ids[0]!)]);
    expect(await stored()).toEqual({ chunks: 0, removals: 0 });
    expect(s3.objects.get(buildKey(ids[0]!))).toEqual(content);
  });

  it('arrive byte for byte, together with small ones, which stay in PostgreSQL', async () => {
    const [file, small] = [randomBytes(large), randomBytes(1_000)];
    const [fileId, smallId] = [await upload(file), await upload(small)];
    expect(keys()).toEqual([buildKey(fileId)]);
    expect(await stored()).toEqual({ chunks: 1, removals: 0 });
    const id = await accept('both@example.com', [reference(fileId, file), reference(smallId, small)]);
    await delivery.untilStatus(id, 'sent');
    expect(await received('both@example.com')).toEqual([file, small].map(announced));
  });

  it('can be read again in chunks, from the bucket and from PostgreSQL', async () => {
    const contents = [randomBytes(large), Buffer.from('small')];
    const files: AttachmentRef[] = [];
    for (const content of contents) files.push(reference(await upload(content), content));
    const log_id = await accept('pieces@example.com', files);
    const read = async (index: number): Promise<Buffer> => {
      const pieces: Buffer[] = [];
      const total = () => pieces.reduce((sum, { length }) => sum + length, 0);
      for (let after = -1, bytes = 1; total() < bytes;) {
        const piece = await delivery.client.call(readAttachment, delivery.context, { log_id, index, after });
        ({ position: after, bytes } = piece);
        pieces.push(Buffer.from(piece.data, 'base64'));
        expect(piece).toMatchObject({ name: 'a.bin', content_type: 'application/octet-stream' });
      }
      return Buffer.concat(pieces);
    };
    expect([(await read(0)).equals(contents[0]!), (await read(1)).toString()]).toEqual([true, 'small']);
    for (const other of [{ index: 2 }, { log_id: newId('log'), index: 0 }])
      await expect(
        delivery.client.call(readAttachment, delivery.context, { log_id, after: -1, ...other }),
      ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are sent from where they were stored, also after the bucket was added or its minimum size raised', async () => {
    const content = randomBytes(large);
    await delivery.restart({ BLOB_URL: '' });
    const before = await upload(content);
    await delivery.restart();
    expect(keys()).toEqual([]);
    expect(await upload(content)).toBe(before);
    await removeUnneeded();
    expect(keys()).toEqual([]);
    await delivery.untilStatus(await accept('before@example.com', [reference(before, content)]), 'sent');
    expect(await received('before@example.com')).toEqual([announced(content)]);

    const later = randomBytes(large);
    const laterId = await upload(later);
    await delivery.restart({ BLOB_URL: `${environment.BLOB_URL}&min_bytes=9000000` });
    await upload(randomBytes(large));
    expect(keys()).toEqual([buildKey(laterId)]);
    await delivery.untilStatus(await accept('later@example.com', [reference(laterId, later)]), 'sent');
    expect(await received('later@example.com')).toEqual([announced(later)]);
    await delivery.restart();
  });

  it('wait while BLOB_URL is not set', async () => {
    const content = randomBytes(large);
    const blob = await upload(content);
    await delivery.restart({ BLOB_URL: '' });
    const id = await accept('unset@example.com', [reference(blob, content)]);
    await untilItWaits(id, 'An attachment is in a bucket, and BLOB_URL is not set');
    await delivery.restart();
    await again(id);
    await delivery.untilStatus(id, 'sent');
    expect(await received('unset@example.com')).toEqual([announced(content)]);
  });

  it('are separate for each account, and rejected when the chunks have other bytes', async () => {
    const content = randomBytes(large);
    const [blob, id] = [await upload(content), newId('blob')];
    const theirs = delivery.context;
    await delivery.newTest();
    expect(await find(content)).toBeUndefined();
    await expect(accept('other@example.com', [reference(blob, content)])).rejects.toMatchObject({
      code: 'invalid_request',
    });
    const own = await upload(content);
    expect(keys()).toEqual([buildKey(own)]);
    expect(own).not.toBe(blob);
    const tampered = Buffer.from(content);
    tampered[large - 1]! ^= 1;
    await put(id, tampered);
    await expect(commit(id, Buffer.concat([content.subarray(0, -2), Buffer.from('xy')]))).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(keys()).toEqual([buildKey(own)]);
    delivery.context = theirs;
    expect(keys()).toEqual([buildKey(blob)]);
  });

  it.each([
    ['was deleted', (key: string) => s3.objects.delete(key)],
    ['was truncated', (key: string) => s3.objects.set(key, s3.objects.get(key)!.subarray(0, maxChunkBytes))],
    ['has other bytes', (key: string) => s3.objects.set(key, randomBytes(large))],
  ])('cause their email to be dropped, without an email at the server, when an object %s', async (_name, harm) => {
    const content = randomBytes(large);
    const blob = await upload(content);
    const address = `${newId('request')}@example.com`;
    const id = await accept(address, [reference(blob, content)], { send_at: Math.floor(Date.now() / 1000) + 3600 });
    harm(buildKey(blob));
    await again(id);
    await delivery.untilStatus(id, 'dropped');
    expect(await delivery.getMessages(id)).toContain('The attachment "a.bin" is no longer stored');
    expect(delivery.receivedBy(address)).toEqual([]);
  });

  it('are removed when no email needs them, also when they were never committed', async () => {
    const [needed, unneeded] = [randomBytes(large), randomBytes(large)];
    const [kept, unneededBlob] = [await upload(needed), await upload(unneeded)];
    // The state that a process leaves when it dies between upload and commit.
    const orphan = newId('blob');
    await bucket.put(account(), orphan, needed, createHash('sha256').update(needed).digest(), 5_000);
    await delivery.sql.query("insert into object_removals values ($1, $2, now() + interval '1 hour')", [
      account(),
      orphan,
    ]);
    await expire(unneededBlob);
    await removeUnneeded();
    expect(keys()).toEqual([buildKey(kept), buildKey(orphan)].toSorted());
    await delivery.sql.query(`update object_removals set due_at = now() - interval '1 second' where blob_id = $1`, [
      orphan,
    ]);
    await removeUnneeded();
    expect(keys()).toEqual([buildKey(kept)]);
    expect(await stored()).toEqual({ chunks: 0, removals: 0 });
  });

  it('are removed in time although their recipient was erased', async () => {
    const content = randomBytes(large);
    const blob = await upload(content);
    const id = await accept('erased@example.com', [reference(blob, content)]);
    await delivery.untilStatus(id, 'sent');
    await delivery.publish(customerErased, {
      erasure_id: newId('erasure'),
      email: 'erased@example.com',
      pseudonym: 'someone@erased.invalid',
      at_ms: Date.now() + 1,
    });
    await waitFor(
      async () =>
        (
          await delivery.sql.query('select from messages where id = $1 and content::text not like $2', [
            id,
            `%${blob}%`,
          ])
        ).rowCount === 1,
      { what: 'the attachment to be erased from the mail' },
    );
    await removeUnneeded();
    expect(keys()).toEqual([buildKey(blob)]);
    await expire(blob);
    await removeUnneeded();
    expect(keys()).toEqual([]);
  });

  it('never become a blob when their removal has started', async () => {
    const content = randomBytes(large);
    const id = newId('blob');
    await put(id, content);
    await delivery.sql.query('insert into object_removals values ($1, $2, now())', [account(), id]);
    await expect(commit(id, content)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await find(content)).toBeUndefined();
  });

  describe('while the bucket does not respond', () => {
    // A restart resets the circuit breaker.
    beforeEach(() => delivery.restart());

    it('attachments are rejected with a 503, except small and known ones', async () => {
      const [known, content, small] = [randomBytes(large), randomBytes(large), randomBytes(1_000)];
      const [knownId, id] = [await upload(known), newId('blob')];
      await put(id, content);
      await proxy.shut();
      await expect(commit(id, content)).rejects.toMatchObject({
        code: 'unavailable',
        message: 'Large attachments cannot be stored at the moment; nothing was accepted, try again later',
      });
      expect(await find(content)).toBeUndefined();
      expect(await find(known)).toBe(knownId);
      const smallId = await upload(small);
      await delivery.untilStatus(await accept('small@example.com', [reference(smallId, small)]), 'sent');
      const waiting = await accept('known@example.com', [reference(knownId, known)]);
      await untilItWaits(waiting, 'retried until it is available');
      expect(delivery.receivedBy('known@example.com')).toEqual([]);
      await proxy.open();
      await again(waiting);
      await delivery.untilStatus(waiting, 'sent');
      expect(delivery.receivedBy('known@example.com')).toHaveLength(1);
      expect(await received('known@example.com')).toEqual([announced(known)]);
      // The failed upload is removed later; the next upload of the same content has its own id.
      expect(await upload(content)).not.toBe(id);
    });

    it('attachments are rejected without a request after five failures in a row', async () => {
      const content = randomBytes(large);
      const blob = await upload(content);
      await proxy.shut();
      const ids = await Promise.all(
        Array.from({ length: 8 }, (_each, n) => accept(`late${n}@example.com`, [reference(blob, content)])),
      );
      for (const id of ids) await untilItWaits(id, 'retried until it is available');
      await expect(find(randomBytes(large))).rejects.toMatchObject({ code: 'unavailable' });
      const small = randomBytes(10);
      const smallId = await upload(small);
      await delivery.untilStatus(await accept('quick@example.com', [reference(smallId, small)]), 'sent');
      await proxy.open();
    });

    it('attachments are rejected in time when the bucket never responds', async () => {
      const content = randomBytes(large);
      const id = newId('blob');
      await put(id, content);
      proxy.freeze();
      const puts = jest.spyOn(Bucket.prototype, 'put');
      const context = { ...delivery.context, deadline: Date.now() + 4_000 };
      await expect(
        delivery.client.call(commitBlob, context, { blob_id: id, ...announced(content) }),
      ).rejects.toMatchObject({ code: 'unavailable' });
      const [[, , , , ms] = [], { value: stored } = {}] = [puts.mock.calls[0], puts.mock.results[0]];
      puts.mockRestore();
      // A second is reserved for the response.
      expect(ms).toBeLessThanOrEqual(3_000);
      await expect(stored).rejects.toThrow(`no answer within ${ms} ms`);
      proxy.thaw();
    });
  });

  describe('Bucket.open', () => {
    it.each([
      [{ AWS_SECRET_ACCESS_KEY: '' }, 'AWS_SECRET_ACCESS_KEY is required with the other one'],
      [{ AWS_ACCESS_KEY_ID: '' }, 'AWS_ACCESS_KEY_ID is required with the other one'],
      [{ BLOB_URL: 's3://mail' }, 'BLOB_URL must have a region'],
    ])('rejects %j', async (wrong, problem) => {
      await expect(Bucket.open(configured(wrong))).rejects.toThrow(problem);
    });
  });
});

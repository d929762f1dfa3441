import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase, TestVhost } from '@postrider/testing';
import { createTestDatabase, createTestVhost, S3Server, SmtpSink } from '@postrider/testing';
import { migrate } from '@postrider/service';
import { Client } from 'pg';
import { CredentialVault } from '../../../delivery/src/esp-accounts/credential-vault.js';
import { deliveryConfig } from '../../../delivery/src/config.js';
import { deliveryDatabase } from '../../../delivery/src/database.js';
import { doctor } from './doctor.command.js';

describe('postrider doctor', () => {
  let database: TestDatabase;
  let vhost: TestVhost;
  let sink: SmtpSink;
  let environment: Record<string, string>;

  beforeAll(async () => {
    [database, vhost, sink] = await Promise.all([createTestDatabase(), createTestVhost(), SmtpSink.start()]);
    environment = {
      DATABASE_URL: database.url,
      AMQP_URL: vhost.url,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      DEFAULT_SMTP_URL: `smtp://user:secret@127.0.0.1:${sink.port}`,
      MIGRATE_ON_START: 'false',
    };
  });
  afterAll(() => Promise.all([database?.drop(), vhost?.drop(), sink?.close()]));

  const runDoctor = async (args: readonly string[], other: Record<string, string> = {}) => {
    const lines: string[] = [];
    const listen = (line: string): unknown => lines.push(line);
    const code = await doctor.run(args, { print: listen, warn: listen, environment: { ...environment, ...other } });
    return { code, output: lines.join('\n') };
  };

  it('reports what is missing before the first migration', async () => {
    const { code, output } = await runDoctor(['delivery']);
    expect(output).toMatch(/FAULT +delivery +The schema delivery lacks \d+ of \d+ migrations/);
    expect(output).toMatch(/ok +delivery +Quorum queues can be created/);
    expect(code).toBe(1);
  });

  it('finds no problems in a correct installation, except for settings of the test servers', async () => {
    await migrate(deliveryDatabase, database.url);
    const { output } = await runDoctor(['delivery']);
    expect(output).toMatch(/ok +delivery +The schema delivery is up to date/);
    expect(output).toMatch(/ok +delivery +The role postrider_test is subject to row-level security/);
    expect(output).toMatch(/ok +delivery +RabbitMQ \S+ accepts the connection/);
    expect(output).toMatch(/ok +delivery +A mail server responds at DEFAULT_SMTP_URL \(smtp:\/\/127\.0\.0\.1:\d+\)/);
    expect(output).toMatch(/ok +delivery +SECRETS_KEY decrypts the secrets of all 0 ESP accounts/);
    expect(output).not.toContain('secret@');
    const faults = output.split('\n').filter((line) => line.startsWith('FAULT'));
    expect(faults.filter((line) => !/fsync off/.test(line))).toEqual([]);
  });

  it('uses the writable one of several hosts', async () => {
    const { host } = new URL(database.url);
    const { output } = await runDoctor(['delivery'], {
      DATABASE_URL: database.url.replace(host, `127.0.0.1:1,${host}`),
    });
    expect(output).toMatch(/ok +delivery +The schema delivery is up to date/);
  });

  it('reports secrets that SECRETS_KEY does not decrypt, and reserved sender domains', async () => {
    const vault = new CredentialVault(deliveryConfig.read(environment));
    const sealed = vault.seal('{}', { accountId: 'acc_1', rowId: 'esp_1' });
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `insert into delivery.esp_accounts (account_id, id, esp_type, name, credentials, default_sender)
       values ('acc_1', 'esp_1', 'smtp', 'One', $1, '{"address": "hello@acme.example", "name": "", "reply_to": ""}')`,
      [sealed],
    );
    await client.end();
    expect((await runDoctor(['delivery'])).output).toMatch(/warning +delivery +acme\.example is reserved for examples/);
    const { code, output } = await runDoctor(['delivery', '--quiet'], {
      SECRETS_KEY: randomBytes(32).toString('base64'),
    });
    expect(output).toMatch(
      /FAULT +delivery +No key of SECRETS_KEY decrypts the secrets of 1 of 1 ESP accounts: esp_1\./,
    );
    expect(output).not.toMatch(/^ok/m);
    expect(code).toBe(1);
  });

  it.each([
    [
      'DATABASE_URL',
      'postgres://nobody@127.0.0.1:1/none',
      /FAULT +drip +Cannot use the PostgreSQL that DATABASE_URL names/,
    ],
    ['AMQP_URL', 'amqp://127.0.0.1:1', /FAULT +drip +Cannot use the RabbitMQ server in AMQP_URL/],
    ['AMQP_URL', 'http://x', /FAULT +drip +Configuration of drip: AMQP_URL must start with/],
  ])('reports what is wrong with %s %s', async (name, value, expected) => {
    const { code, output } = await runDoctor(['drip'], { [name]: value });
    expect(output).toMatch(expected);
    expect(code).toBe(1);
  });

  it('tests the bucket of attachments, and leaves no object in it', async () => {
    const s3 = await S3Server.start();
    try {
      const wanted = { ...s3.credentials, BLOB_URL: s3.url('doctor') };
      expect((await runDoctor(['delivery'], wanted)).output).toMatch(
        /ok +delivery +Objects can be stored, read and deleted in the bucket of BLOB_URL/,
      );
      expect(s3.keys()).toEqual([]);
      const forged = await runDoctor(['delivery'], { ...wanted, AWS_ACCESS_KEY_ID: 'another' });
      expect(forged.output).toMatch(/FAULT +delivery +The bucket of BLOB_URL failed: InvalidAccessKeyId/);
      expect(forged.output).not.toContain(s3.credentials.AWS_SECRET_ACCESS_KEY);
      const elsewhere = await runDoctor(['delivery'], { ...wanted, BLOB_URL: wanted.BLOB_URL.replace('mail', 'male') });
      expect(elsewhere.output).toMatch(/FAULT +delivery +The bucket of BLOB_URL failed: NoSuchBucket/);
    } finally {
      await s3.close();
    }
  });

  it('reports a missing BLOB_URL when attachments are in a bucket', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `insert into delivery.blobs (account_id, id, sha256, bytes, needed_until, in_bucket) values ('acc_1', 'blb_1', '', 1, now(), true)`,
    );
    await client.end();
    const { output } = await runDoctor(['delivery']);
    expect(output).toMatch(
      /FAULT +delivery +1 attachments are in a bucket, but BLOB_URL is not set: their emails cannot be sent/,
    );
  });

  it('leaves no queue at the broker', async () => {
    await runDoctor(['customer']);
    expect(await vhost.queueInfo('customer.events')).toBeUndefined();
  });
});

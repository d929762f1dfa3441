import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Call, LogStatus, RequestOf } from '@postrider/contracts';
import { acceptMessage, cancelMessage, createEspAccount, getArtifact, getLog, listEspAccounts, listLogEvents, listLogs, newId, resendMessage, resolveTemplate, ServiceError, setDefaultEspAccount } from '@postrider/contracts';
import { ContractClient, MessagingModule } from '@postrider/messaging';
import { compileVersion } from '@postrider/rendering';
import type { RunningApp } from '@postrider/service';
import { databaseOptions, startService } from '@postrider/service';
import { createTestDatabase, FakeServices, SmtpSink, waitFor } from '@postrider/testing';
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { DeliveryConfig } from './config.js';
import { deliveryDatabase } from './database.js';
import { deliveryService } from './delivery.service-definition.js';
import { CredentialVault } from './esp-accounts/credential-vault.js';
import { rotateSecrets } from './esp-accounts/secrets-rotation.js';

type Accept = Omit<RequestOf<typeof acceptMessage>, 'attachments' | 'test'>;

const templateId = 'tem_01KQV5Xx7GJ8sVJ4mB2cDe';
const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };
const settleMs = 10_000;

describe('delivery', () => {
  const url = `memory:${newId('request')}`;
  const secretsKey = randomBytes(32).toString('base64');
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let sql: Client;
  let neighbours: FakeServices;
  let sink: SmtpSink;
  let client: ContractClient;
  let closeClient: () => Promise<void>;
  let delivery: RunningApp;
  let call: Call;

  const start = (environment: Record<string, string> = {}): Promise<RunningApp> => startService(deliveryService, {
    AMQP_URL: url, DATABASE_URL: database.url, HEALTH_PORT: '0', LOG_LEVEL: 'silent', SECRETS_KEY: secretsKey, DEFAULT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    SMTP_ALLOWED_NETWORKS: '127.0.0.0/8', SMTP_ALLOWED_PORTS: String(sink.port), RETRY_DELAYS_SECONDS: '1,1', POLL_MS: '50', ...environment,
  });
  const restart = async (environment: Record<string, string>): Promise<void> => {
    await delivery.stop();
    delivery = await start(environment);
  };

  beforeAll(async () => {
    [database, sink, neighbours] = await Promise.all([createTestDatabase(), SmtpSink.start(), FakeServices.start(url)]);
    await neighbours.takeDown('delivery');
    delivery = await start();
    const context = await NestFactory.createApplicationContext(MessagingModule.forCaller('delivery-spec', url), { logger: false });
    client = context.get(ContractClient);
    closeClient = () => context.close();
    sql = new Client({ connectionString: database.url });
    await sql.connect();
    await sql.query('set search_path = delivery');
  }, 60_000);
  afterAll(async () => {
    await sql?.end();
    await closeClient?.();
    await delivery?.stop();
    await neighbours?.stop();
    await sink?.close();
    await database?.drop();
  }, 30_000);

  beforeEach(async () => {
    const { artifact } = await compileVersion({ subject: 'Hello {{name}}', text: 'Dear {{name}}' }, () => undefined);
    neighbours.answer(getArtifact, () => JSON.parse(JSON.stringify(artifact)) as { format: number });
    call = { accountId: newId('account'), requestId: newId('request'), deadline: Date.now() + 30_000 };
  });
  afterEach(() => {
    neighbours.reset();
    sink.clearRules();
  });

  const accept = (request: Partial<Accept> = {}, test = false) =>
    client.call(acceptMessage, call, { template: templateId, recipient: { address: 'ada@example.com' }, sender, template_data: { name: 'Ada' }, test, ...request });
  const statusOf = async (id: string): Promise<LogStatus> => (await client.call(getLog, call, { log_id: id })).status;
  const eventsOf = async (id: string): Promise<LogStatus[]> => (await client.call(listLogEvents, call, { log_id: id })).map(({ type }) => type);
  const untilStatus = (id: string, status: LogStatus): Promise<unknown> => waitFor(async () => (await statusOf(id)) === status, { timeoutMs: settleMs, what: `${id} to be ${status}` });
  const count = async (table: string): Promise<number> => Number((await sql.query<{ count: string }>(`select count(*) from ${table} where account_id = $1`, [call.accountId])).rows[0]!.count);
  const mailsTo = (address: string) => sink.mails.filter(({ to }) => to.includes(address));

  describe('acceptance', () => {
    it('has message, log, first events and outbox row committed when it answers', async () => {
      const { receipt_id: id, email, replayed } = await accept({ send_at: Math.floor(Date.now() / 1000) + 3600 });
      expect({ email, replayed }).toEqual({ email: { name: 'Receipt', version_name: 'Receipt', locale: 'en-US' }, replayed: false });
      expect(await statusOf(id)).toBe('queued');
      expect(await eventsOf(id)).toEqual(['requested', 'queued']);
      expect([await count('messages'), await count('logs'), await count('log_events'), await count('work')]).toEqual([1, 1, 2, 1]);
    });

    it('stores nothing when the template is unknown or its service is away', async () => {
      neighbours.answer(resolveTemplate, () => { throw new ServiceError('template_not_found', 'Template not found'); });
      await expect(accept()).rejects.toMatchObject({ code: 'template_not_found' });
      await neighbours.takeDown('template');
      await expect(accept()).rejects.toMatchObject({ code: 'unavailable', retryable: true });
      await neighbours.bringUp('template');
      expect([await count('messages'), await count('logs'), await count('outbox')]).toEqual([0, 0, 0]);
    });

    it('goes on without the customer service', async () => {
      await neighbours.takeDown('customer');
      const { receipt_id } = await accept();
      await neighbours.bringUp('customer');
      await untilStatus(receipt_id, 'sent');
    });

    it('prefers the locale of the customer when none is asked for', async () => {
      const variant = (locale: string) => ({ locale, version_id: newId('version'), version_name: locale, artifact_id: newId('artifact') });
      neighbours.answer(resolveTemplate, () => ({ id: templateId, name: 'Receipt', variants: [variant('en-US'), variant('en-GB')] }));
      expect((await accept()).email).toMatchObject({ locale: 'en-GB', version_name: 'en-GB' });
    });

    it('refuses a send without any sender', async () => {
      await expect(accept({ sender: undefined })).rejects.toMatchObject({ code: 'sender_required' });
    });

    it('makes one mail of a hundred concurrent sends with one Idempotency-Key', async () => {
      const idempotency = { key: 'order-1', request_hash: 'a' };
      const receipts = await Promise.all(Array.from({ length: 100 }, () => accept({ idempotency, recipient: { address: 'once@example.com' } })));
      expect(new Set(receipts.map(({ receipt_id }) => receipt_id)).size).toBe(1);
      expect(receipts.filter(({ replayed }) => !replayed)).toHaveLength(1);
      await untilStatus(receipts[0]!.receipt_id, 'sent');
      expect(mailsTo('once@example.com')).toHaveLength(1);
      await expect(accept({ idempotency: { ...idempotency, request_hash: 'b' } })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    });
  });

  describe('sending', () => {
    it('delivers, and writes attempt, status, event and outbox row in the end', async () => {
      const { receipt_id: id } = await accept({ recipient: { address: 'sent@example.com' } });
      await untilStatus(id, 'sent');
      expect(mailsTo('sent@example.com')[0]!.raw.toString()).toMatch(/^Subject: Hello Ada\r$/m);
      expect(await eventsOf(id)).toEqual(['requested', 'queued', 'sent']);
      expect([await count('attempts'), await count('work')]).toEqual([1, 0]);
    });

    it('delivers more than it may attempt at a time, each once', async () => {
      await restart({ DELIVERY_CONCURRENCY: '4', DELIVERY_LANE_CONCURRENCY: '2' });
      const before = sink.accepted;
      await Promise.all(Array.from({ length: 60 }, (_each, n) => accept({ recipient: { address: `many${n}@example.com` } })));
      await waitFor(async () => (await count('work')) === 0, { timeoutMs: 20_000, what: 'all work to be done' });
      expect(sink.accepted - before).toBe(60);
      expect(sink.messageIds.size).toBe(sink.accepted);
      await restart({});
    });

    it('tries again what is refused for now, and says so', async () => {
      sink.rule({ at: 'rcpt', address: 'busy@example.com', times: 1, then: '451 4.3.0 Busy' });
      const { receipt_id: id } = await accept({ recipient: { address: 'busy@example.com' } });
      await untilStatus(id, 'sent');
      expect(await eventsOf(id)).toEqual(['requested', 'queued', 'failed_to_send', 'sent']);
      const [, , failed] = await client.call(listLogEvents, call, { log_id: id });
      expect(failed!.message).toMatch(/451 4\.3\.0 Busy.*next try in 1 s/);
    });

    it('gives up when the schedule is used up, with the last reason', async () => {
      sink.rule({ at: 'rcpt', address: 'never@example.com', then: '451 4.3.0 Not today' });
      const { receipt_id: id } = await accept({ recipient: { address: 'never@example.com' } });
      await untilStatus(id, 'dropped');
      expect(await eventsOf(id)).toEqual(['requested', 'queued', 'failed_to_send', 'failed_to_send', 'dropped']);
      expect(await count('work')).toBe(0);
    });

    it('ends at once what the receiver refuses for good', async () => {
      sink.rule({ at: 'rcpt', address: 'gone@example.com', then: '550 5.1.1 No such user' });
      const { receipt_id: id } = await accept({ recipient: { address: 'gone@example.com' } });
      await untilStatus(id, 'bounced');
      expect(await eventsOf(id)).toEqual(['requested', 'queued', 'bounced']);
    });

    it('renders and does not send what came with a test key', async () => {
      const { receipt_id: id } = await accept({ recipient: { address: 'test-key@example.com' } }, true);
      await untilStatus(id, 'sent');
      expect((await client.call(listLogEvents, call, { log_id: id })).at(-1)!.message).toMatch(/test key/);
      expect(mailsTo('test-key@example.com')).toEqual([]);
    });

    it('waits for the time a message is scheduled for', async () => {
      const sendAt = Math.floor(Date.now() / 1000) + 2;
      const { receipt_id: id } = await accept({ send_at: sendAt, recipient: { address: 'scheduled@example.com' } });
      await untilStatus(id, 'sent');
      expect(Date.now()).toBeGreaterThanOrEqual(sendAt * 1000);
    });

    it('waits, without blaming anybody, while the template service cannot hand out the artifact', async () => {
      neighbours.answer(resolveTemplate, () => ({ id: templateId, name: 'Receipt', variants: [{ locale: 'en-US', version_id: newId('version'), version_name: 'Receipt', artifact_id: newId('artifact') }] }));
      neighbours.answer(getArtifact, () => { throw new ServiceError('unavailable', 'away'); });
      const { receipt_id: id } = await accept();
      await untilStatus(id, 'failed_to_queue');
      expect(await count('attempts')).toBe(0);
      expect(await count('work')).toBe(1);
    });

    it('resends what was sent then, as a new message', async () => {
      const { receipt_id: first } = await accept({ recipient: { address: 'again@example.com' } });
      await untilStatus(first, 'sent');
      const { receipt_id: second } = await client.call(resendMessage, call, { log_id: first, test: false });
      await untilStatus(second, 'sent');
      expect(mailsTo('again@example.com').map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString())![1])).toEqual(['Hello Ada', 'Hello Ada']);
    });
  });

  describe('leases', () => {
    /** As a process leaves it that died after it took the message. */
    const abandon = (id: string): Promise<unknown> =>
      sql.query(`update work set lease_token = gen_random_uuid(), due_at = now() - interval '1 second' where message_id = $1`, [id]);

    it('takes up what a dead process left, after a wait, with the same Message-ID', async () => {
      await restart({ UNKNOWN_OUTCOME_WAIT_SECONDS: '1' });
      const { receipt_id: id } = await accept({ send_at: Math.floor(Date.now() / 1000) + 3600, recipient: { address: 'left@example.com' } });
      await abandon(id);
      await untilStatus(id, 'sent');
      expect(await eventsOf(id)).toEqual(['requested', 'queued', 'failed_to_send', 'sent']);
      expect(mailsTo('left@example.com')[0]!.raw.toString()).toContain(`<${id}@acme.example>`);
      await restart({});
    });

    it('lets a process that lost its lease write nothing', async () => {
      sink.rule({ at: 'end', address: 'zombie@example.com', times: 1, then: 'hang' });
      await restart({ ATTEMPT_TIMEOUT_SECONDS: '2', UNKNOWN_OUTCOME_WAIT_SECONDS: '0.1' });
      const { struck } = sink;
      const { receipt_id: id } = await accept({ recipient: { address: 'zombie@example.com' } });
      await waitFor(() => sink.struck > struck, { timeoutMs: settleMs, what: 'the attempt to hang' });
      await abandon(id);
      await untilStatus(id, 'sent');
      expect(await eventsOf(id)).toEqual(['requested', 'queued', 'failed_to_send', 'sent']);
      expect(mailsTo('zombie@example.com')).toHaveLength(1);
      await restart({});
    });
  });

  describe('cancelling', () => {
    const later = (): number => Math.floor(Date.now() / 1000) + 3600;
    const cancel = (id: string): Promise<unknown> => client.call(cancelMessage, call, { log_id: id });

    it('ends what is scheduled, and says so', async () => {
      const { receipt_id: id } = await accept({ send_at: later(), recipient: { address: 'cancelled@example.com' } });
      await cancel(id);
      expect(await client.call(getLog, call, { log_id: id })).toMatchObject({ status: 'dropped', message: 'Cancelled before it was sent' });
      expect(await eventsOf(id)).toEqual(['requested', 'queued', 'dropped']);
      expect(await count('work')).toBe(0);
      await expect(cancel(id)).rejects.toMatchObject({ code: 'not_cancellable' });
      expect(await eventsOf(id)).toEqual(['requested', 'queued', 'dropped']);
    });

    it('happens once, and either the mail or the cancelling wins', async () => {
      const { receipt_id: id } = await accept({ send_at: later(), recipient: { address: 'raced@example.com' } });
      await sql.query('update work set due_at = now() where message_id = $1', [id]);
      const cancelled = (await Promise.allSettled(Array.from({ length: 5 }, () => cancel(id)))).filter(({ status }) => status === 'fulfilled').length;
      expect(cancelled).toBeLessThanOrEqual(1);
      await untilStatus(id, cancelled ? 'dropped' : 'sent');
      expect(mailsTo('raced@example.com')).toHaveLength(1 - cancelled);
    });

    it('is refused while a process sends it, after a provider was asked, and at its end', async () => {
      const leased = (await accept({ send_at: later() })).receipt_id;
      await sql.query('update work set lease_token = gen_random_uuid() where message_id = $1', [leased]);
      await expect(cancel(leased)).rejects.toMatchObject({ code: 'not_cancellable' });
      const tried = (await accept({ send_at: later() })).receipt_id;
      await sql.query('update work set attempt = 2 where message_id = $1', [tried]);
      await expect(cancel(tried)).rejects.toMatchObject({ code: 'not_cancellable' });
      const { receipt_id: sent } = await accept();
      await untilStatus(sent, 'sent');
      await expect(cancel(sent)).rejects.toMatchObject({ code: 'not_cancellable' });
    });

    it('is for the messages of the account only', async () => {
      const { receipt_id: id } = await accept({ send_at: later() });
      await expect(cancel(newId('log'))).rejects.toMatchObject({ code: 'not_found' });
      call = { ...call, accountId: newId('account') };
      await expect(cancel(id)).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('logs', () => {
    it('lists newest first, page by page, and filters by time as SPEC.md says', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 5; n++) ids.push((await accept()).receipt_id);
      const list = async (query: object): Promise<string[]> => (await client.call(listLogs, call, query)).map(({ id }) => id);
      const newestFirst = ids.toSorted().toReversed();
      expect(await list({})).toEqual(newestFirst);
      expect(await list({ count: 2, offset: 1 })).toEqual(newestFirst.slice(1, 3));
      const { created } = await client.call(getLog, call, { log_id: newestFirst[0]! });
      expect(await list({ created_gt: created })).toEqual([]);
      expect(await list({ created_gte: created - 3600, created_lte: created })).toEqual(newestFirst);
      expect(await list({ created_lt: created - 3600 })).toEqual([]);
    });

    it('shows an account nothing of another', async () => {
      const { receipt_id: id } = await accept();
      call = { ...call, accountId: newId('account') };
      await expect(client.call(getLog, call, { log_id: id })).rejects.toMatchObject({ code: 'not_found' });
      await expect(client.call(listLogEvents, call, { log_id: id })).rejects.toMatchObject({ code: 'not_found' });
      await expect(client.call(resendMessage, call, { log_id: id, test: false })).rejects.toMatchObject({ code: 'log_not_found' });
      expect(await client.call(listLogs, call, {})).toEqual([]);
    });
  });

  describe('ESP accounts', () => {
    const relay = (name: string, port: number) => ({ name, esp_type: 'smtp' as const, credentials: { host: '127.0.0.1', port, username: '', password: '', use_tls: false } });

    it('sends through the default one, else the oldest, else the one named', async () => {
      const other = await SmtpSink.start();
      const oldest = await client.call(createEspAccount, call, relay('oldest', sink.port));
      const named = await client.call(createEspAccount, call, relay('named', sink.port));
      const chosen = async (id: string): Promise<string> => (await sql.query<{ esp_account_id: string }>('select esp_account_id from messages where id = $1', [id])).rows[0]!.esp_account_id;
      expect(await chosen((await accept()).receipt_id)).toBe(oldest.id);
      expect(await chosen((await accept({ esp_account: named.id })).receipt_id)).toBe(named.id);
      await client.call(setDefaultEspAccount, call, { esp_id: named.id });
      expect(await chosen((await accept()).receipt_id)).toBe(named.id);
      expect((await client.call(listEspAccounts, call, {})).map(({ name }) => name)).toEqual(['oldest', 'named']);
      await other.close();
    });

    it('pauses an account that fails for reasons of its own, blames no recipient, and sends through others', async () => {
      const locked = await SmtpSink.start({ auth: { username: 'u', password: 'right' } });
      await restart({ SMTP_ALLOWED_PORTS: `${sink.port},${locked.port}`, SMTP_ALLOW_PLAIN_AUTH: 'true', RETRY_DELAYS_SECONDS: '3600' });
      const login = relay('locked', locked.port);
      const broken = await client.call(createEspAccount, call, { ...login, credentials: { ...login.credentials, username: 'u', password: 'wrong' } });
      const working = await client.call(createEspAccount, call, relay('working', sink.port));
      for (let n = 0; n < 5; n++) await untilStatus((await accept({ esp_account: broken.id })).receipt_id, 'failed_to_send');
      const { connections } = locked;
      const { receipt_id: waiting } = await accept({ esp_account: broken.id });
      await untilStatus((await accept({ esp_account: working.id })).receipt_id, 'sent');
      expect(await statusOf(waiting)).toBe('queued');
      expect(locked.connections).toBe(connections);
      expect((await sql.query<{ count: string }>('select count(*) from attempts where message_id = $1', [waiting])).rows[0]!.count).toBe('0');
      await restart({});
      await locked.close();
    });

    it('keeps credentials sealed and never shows them', async () => {
      const account = await client.call(createEspAccount, call, { ...relay('secret', 25), credentials: { ...relay('secret', 25).credentials, password: 'hunter2-hunter2' } });
      expect(JSON.stringify(account)).not.toContain('hunter2');
      const { rows } = await sql.query<{ row: string }>('select esp_accounts::text as row from esp_accounts where id = $1', [account.id]);
      expect(rows[0]!.row).not.toContain('hunter2');
    });

    it('seals all credentials anew when the key changes, and sends on with them', async () => {
      const account = await client.call(createEspAccount, call, relay('rotated', sink.port));
      const sealed = async (): Promise<string> => (await sql.query<{ credentials: string }>('select credentials from esp_accounts where id = $1', [account.id])).rows[0]!.credentials;
      const before = await sealed();
      const newKeys = `fresh:${randomBytes(32).toString('base64')}`;
      const dataSource = await new DataSource(databaseOptions(deliveryDatabase, database.url)).initialize();
      const rotated = await rotateSecrets(dataSource, new CredentialVault({ SECRETS_KEY: `${newKeys},${secretsKey}` } as DeliveryConfig));
      expect(rotated).toBeGreaterThanOrEqual(1);
      expect(await rotateSecrets(dataSource, new CredentialVault({ SECRETS_KEY: newKeys } as DeliveryConfig))).toBe(0);
      await dataSource.destroy();
      expect(await sealed()).not.toBe(before);
      await restart({ SECRETS_KEY: newKeys });
      await untilStatus((await accept({ esp_account: account.id })).receipt_id, 'sent');
    });

    it('refuses an account it does not know, also that of somebody else', async () => {
      const { id } = await client.call(createEspAccount, call, relay('mine', sink.port));
      call = { ...call, accountId: newId('account') };
      await expect(accept({ esp_account: id })).rejects.toMatchObject({ code: 'esp_account_not_found' });
      await expect(client.call(setDefaultEspAccount, call, { esp_id: id })).rejects.toMatchObject({ code: 'esp_account_not_found' });
    });
  });
});

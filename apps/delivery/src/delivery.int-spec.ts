import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  cancelMessage,
  createEspAccount,
  ensureCustomer,
  getArtifact,
  getLog,
  getSentMail,
  listEspAccountsByPage,
  listLogEvents,
  listLogs,
  lookUpCustomer,
  newId,
  rescheduleMessage,
  resendMessage,
  resolveTemplate,
  ServiceError,
  setDefaultEspAccount,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { databaseOptions } from '@postrider/service';
import { SmtpSink, waitFor, type ReceivedMail } from '@postrider/testing';
import { DataSource } from 'typeorm';
import type { DeliveryConfig } from './config.js';
import { deliveryDatabase } from './database.js';
import { CredentialVault } from './esp-accounts/credential-vault.js';
import { rotateSecrets } from '@postrider/secrets';
import { DeliveryHarness } from './testing/delivery-harness.js';

const parseDate = ({ raw }: ReceivedMail): number => Date.parse(/^Date: (.*)\r$/m.exec(raw.toString())![1]!);

describe('delivery', () => {
  let delivery: DeliveryHarness;

  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.newTest());

  describe('acceptance', () => {
    it('commits message, log, first events and outbox row before it responds', async () => {
      const {
        receipt_id: id,
        email,
        replayed,
      } = await delivery.accept({ send_at: Math.floor(Date.now() / 1000) + 3600 });
      expect({ email, replayed }).toEqual({
        email: { name: 'Receipt', version_name: 'Receipt', locale: 'en-US' },
        replayed: false,
      });
      expect(await delivery.getStatus(id)).toBe('queued');
      expect(await delivery.client.call(getLog, delivery.context, { log_id: id })).toMatchObject({
        message: expect.stringMatching(/^Scheduled for 20\d\d-/),
      });
      expect(await delivery.getEvents(id)).toEqual(['requested', 'queued']);
      expect([
        await delivery.count('messages'),
        await delivery.count('logs'),
        await delivery.count('log_events'),
        await delivery.count('work'),
      ]).toEqual([1, 1, 2, 1]);
    });

    it('stores nothing when the template is unknown or its service is unavailable', async () => {
      delivery.neighbours.respond(resolveTemplate, () => {
        throw new ServiceError('template_not_found', 'Template not found');
      });
      await expect(delivery.accept()).rejects.toMatchObject({ code: 'template_not_found' });
      await delivery.neighbours.stopService('template');
      await expect(delivery.accept()).rejects.toMatchObject({ code: 'unavailable', retryable: true });
      await delivery.neighbours.startService('template');
      expect([await delivery.count('messages'), await delivery.count('logs'), await delivery.count('outbox')]).toEqual([
        0, 0, 0,
      ]);
    });

    it('adds the recipient of an accepted send as a customer, but not that of a rejected one', async () => {
      const { neighbours } = delivery;
      neighbours.respond(lookUpCustomer, () => ({ known: false }));
      const send = (address: string, more: Parameters<typeof delivery.accept>[0]) =>
        delivery.accept({ recipient: { address }, ...more });
      const idempotency = { key: 'receipt-1', request_hash: 'one' };
      await send('grace@example.com', { idempotency });
      const rejected: [code: string, request: Parameters<typeof delivery.accept>[0]][] = [
        ['idempotency_mismatch', { idempotency: { ...idempotency, request_hash: 'two' } }],
        ['esp_account_not_found', { esp_account: newId('espAccount') }],
        ['sender_required', { sender: undefined }],
      ];
      for (const [code, request] of rejected) {
        await expect(send('refused@example.com', request)).rejects.toMatchObject({ code });
      }
      neighbours.respond(resolveTemplate, () => {
        throw new ServiceError('template_not_found', 'Template not found');
      });
      await expect(send('refused@example.com', {})).rejects.toMatchObject({ code: 'template_not_found' });
      expect(neighbours.getCalls(ensureCustomer).map(({ request }) => request.email)).toEqual(['grace@example.com']);
    });

    it('stores nothing when the deadline of the caller passed during calls to other services', async () => {
      const deadline = Date.now() + 300;
      delivery.context = { ...delivery.context, deadline };
      delivery.neighbours.respond(resolveTemplate, async () => {
        await waitFor(() => Date.now() > deadline + 100);
        return {
          id: delivery.templateId,
          name: 'Receipt',
          variants: [
            { locale: 'en-US', version_id: newId('version'), version_name: 'Receipt', artifact_id: newId('artifact') },
          ],
        };
      });
      await expect(delivery.accept()).rejects.toMatchObject({ code: 'unavailable' });
      await delivery.restart();
      expect(await delivery.count('logs')).toBe(0);
    });

    it('responds in time after the commit, also when adding the recipient takes long', async () => {
      delivery.neighbours.respond(lookUpCustomer, () => ({ known: false }));
      delivery.neighbours.respond(ensureCustomer, () => {
        throw new ServiceError('unavailable', 'It took too long');
      });
      const calls = jest.spyOn(ContractClient.prototype, 'call');
      const { receipt_id } = await delivery.accept();
      const [own, given] = [lookUpCustomer, ensureCustomer].map(
        (rpc) => calls.mock.calls.find(([called]) => called === rpc)![1].deadline,
      );
      calls.mockRestore();
      expect(given).toBe(own! - 500);
      await delivery.untilStatus(receipt_id, 'sent');
    });

    it('accepts a message without the customer service', async () => {
      await delivery.neighbours.stopService('customer');
      const { receipt_id } = await delivery.accept();
      await delivery.neighbours.startService('customer');
      await delivery.untilStatus(receipt_id, 'sent');
    });

    it('uses the locale of the customer when the send names none', async () => {
      const variant = (locale: string) => ({
        locale,
        version_id: newId('version'),
        version_name: locale,
        artifact_id: newId('artifact'),
      });
      delivery.neighbours.respond(resolveTemplate, () => ({
        id: delivery.templateId,
        name: 'Receipt',
        variants: [variant('en-US'), variant('en-GB')],
      }));
      expect((await delivery.accept()).email).toMatchObject({ locale: 'en-GB', version_name: 'en-GB' });
    });

    it('resolves the version that a send names by its id', async () => {
      const version_id = newId('version');
      await delivery.accept({ version_id });
      expect(delivery.neighbours.getCalls(resolveTemplate).at(-1)!.request).toMatchObject({ version_id });
    });

    it('rejects a send without a sender', async () => {
      await expect(delivery.accept({ sender: undefined })).rejects.toMatchObject({ code: 'sender_required' });
    });

    it('creates one email of a hundred concurrent sends with the same Idempotency-Key', async () => {
      const idempotency = { key: 'order-1', request_hash: 'a' };
      const receipts = await Promise.all(
        Array.from({ length: 100 }, () => delivery.accept({ idempotency, recipient: { address: 'once@example.com' } })),
      );
      expect(new Set(receipts.map(({ receipt_id }) => receipt_id)).size).toBe(1);
      expect(receipts.filter(({ replayed }) => !replayed)).toHaveLength(1);
      await delivery.untilStatus(receipts[0]!.receipt_id, 'sent');
      expect(delivery.receivedBy('once@example.com')).toHaveLength(1);
      await expect(delivery.accept({ idempotency: { ...idempotency, request_hash: 'b' } })).rejects.toMatchObject({
        code: 'idempotency_mismatch',
      });
    });
  });

  describe('sending', () => {
    it('sends the email and records attempt, status, event and outbox row', async () => {
      const { receipt_id: id } = await delivery.accept({ recipient: { address: 'sent@example.com' } });
      await delivery.untilStatus(id, 'sent');
      expect(delivery.receivedBy('sent@example.com')[0]!.raw.toString()).toMatch(/^Subject: Hello Ada\r$/m);
      expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'sent']);
      expect([await delivery.count('attempts'), await delivery.count('work')]).toEqual([1, 0]);
    });

    it('shows cc recipients in the email, but not bcc recipients', async () => {
      const { receipt_id: id } = await delivery.accept({
        recipient: { address: 'copied@example.com' },
        cc: [
          { address: 'grace@example.com', name: 'Grace Hopper' },
          { address: 'bob@example.com', name: '' },
        ],
        bcc: [{ address: 'audit@example.com', name: 'Auditor' }],
      });
      await delivery.untilStatus(id, 'sent');
      const [mail] = delivery.receivedBy('copied@example.com');
      expect(mail!.to).toEqual(['copied@example.com', 'grace@example.com', 'bob@example.com', 'audit@example.com']);
      expect(mail!.raw.toString()).toMatch(/^Cc: Grace Hopper <grace@example.com>, bob@example.com\r$/m);
      expect(mail!.raw.toString()).not.toMatch(/audit/i);
    });

    it('sends more messages than there are slots, each once', async () => {
      await delivery.restart({ DELIVERY_CONCURRENCY: '4', DELIVERY_LANE_CONCURRENCY: '2' });
      const before = delivery.sink.accepted;
      await Promise.all(
        Array.from({ length: 60 }, (_each, n) => delivery.accept({ recipient: { address: `many${n}@example.com` } })),
      );
      await waitFor(async () => (await delivery.count('work')) === 0, {
        what: 'all work to be done',
      });
      expect(delivery.sink.accepted - before).toBe(60);
      expect(delivery.sink.messageIds.size).toBe(delivery.sink.accepted);
      await delivery.restart();
    });

    it('retries a temporary failure, and logs that', async () => {
      delivery.sink.rule({ at: 'rcpt', address: 'busy@example.com', times: 1, then: '451 4.3.0 Busy' });
      const { receipt_id: id } = await delivery.accept({ recipient: { address: 'busy@example.com' } });
      await delivery.untilStatus(id, 'sent');
      expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'failed_to_send', 'sent']);
      const [, , failed] = await delivery.client.call(listLogEvents, delivery.context, { log_id: id });
      expect(failed!.message).toMatch(/451 4\.3\.0 Busy.*next try in 1 s/);
    });

    it('drops a message after the last retry, with the last reason', async () => {
      delivery.sink.rule({ at: 'rcpt', address: 'never@example.com', then: '451 4.3.0 Not today' });
      const { receipt_id: id } = await delivery.accept({ recipient: { address: 'never@example.com' } });
      await delivery.untilStatus(id, 'dropped');
      expect(await delivery.getEvents(id)).toEqual([
        'requested',
        'queued',
        'failed_to_send',
        'failed_to_send',
        'dropped',
      ]);
      expect(await delivery.count('work')).toBe(0);
    });

    it('ends immediately after a permanent rejection', async () => {
      delivery.sink.rule({ at: 'rcpt', address: 'gone@example.com', then: '550 5.1.1 No such user' });
      const { receipt_id: id } = await delivery.accept({ recipient: { address: 'gone@example.com' } });
      await delivery.untilStatus(id, 'bounced');
      expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'bounced']);
    });

    it('renders email of a test key without sending it', async () => {
      const { receipt_id: id } = await delivery.accept({ recipient: { address: 'test-key@example.com' } }, true);
      await delivery.untilStatus(id, 'sent');
      expect((await delivery.client.call(listLogEvents, delivery.context, { log_id: id })).at(-1)!.message).toMatch(
        /test key/,
      );
      expect(delivery.receivedBy('test-key@example.com')).toEqual([]);
    });

    it('sends a scheduled message at its time', async () => {
      // Far enough ahead to be in the future when it is accepted.
      const sendAt = Math.floor(Date.now() / 1000) + 6;
      const { receipt_id: id } = await delivery.accept({
        send_at: sendAt,
        recipient: { address: 'scheduled@example.com' },
      });
      await delivery.untilStatus(id, 'sent');
      expect(Date.now()).toBeGreaterThanOrEqual(sendAt * 1000);
      expect(parseDate(delivery.receivedBy('scheduled@example.com')[0]!)).toBe(sendAt * 1000);
    });

    it('uses the time of the resend as date when a scheduled message is resent earlier', async () => {
      const { receipt_id: first } = await delivery.accept({
        send_at: Math.floor(Date.now() / 1000) + 3600,
        recipient: { address: 'ahead@example.com' },
      });
      const { receipt_id: second } = await delivery.client.call(resendMessage, delivery.context, {
        log_id: first,
        test: false,
      });
      await delivery.untilStatus(second, 'sent');
      expect(parseDate(delivery.receivedBy('ahead@example.com')[0]!)).toBeLessThanOrEqual(Date.now());
    });

    it('waits, without counting as an attempt, while the template service cannot deliver the artifact', async () => {
      delivery.neighbours.respond(resolveTemplate, () => ({
        id: delivery.templateId,
        name: 'Receipt',
        variants: [
          { locale: 'en-US', version_id: newId('version'), version_name: 'Receipt', artifact_id: newId('artifact') },
        ],
      }));
      delivery.neighbours.respond(getArtifact, () => {
        throw new ServiceError('unavailable', 'away');
      });
      const { receipt_id: id } = await delivery.accept();
      await delivery.untilStatus(id, 'failed_to_queue');
      expect(await delivery.count('attempts')).toBe(0);
      expect(await delivery.count('work')).toBe(1);
      await delivery.sql.query('update work set due_at = now() where message_id = $1', [id]);
      const waits = async (): Promise<number> =>
        (await delivery.sql.query<{ waits: number }>('select waits from work where message_id = $1', [id])).rows[0]!
          .waits;
      await waitFor(async () => (await waits()) === 2, {
        what: 'the message to have waited twice',
      });
      expect(await delivery.getMessages(id)).toEqual([
        'API request received',
        'Queued for delivery',
        'The template service could not be reached; retried until it is available',
      ]);
    });

    it('retries internal errors by the schedule, and then drops the message', async () => {
      delivery.neighbours.respond(getArtifact, () => ({ format: 1, parts: 'broken' }) as { format: number });
      delivery.neighbours.respond(resolveTemplate, () => ({
        id: delivery.templateId,
        name: 'Receipt',
        variants: [
          { locale: 'en-US', version_id: newId('version'), version_name: 'Receipt', artifact_id: newId('artifact') },
        ],
      }));
      const { receipt_id: id } = await delivery.accept();
      await delivery.untilStatus(id, 'dropped');
      expect((await delivery.getMessages(id)).at(-1)).toBe(
        'Given up after 3 attempts. An internal error prevented delivery',
      );
    });

    it('resends the content of the original send as a new message', async () => {
      const { receipt_id: first } = await delivery.accept({ recipient: { address: 'again@example.com' } });
      await delivery.untilStatus(first, 'sent');
      const { receipt_id: second } = await delivery.client.call(resendMessage, delivery.context, {
        log_id: first,
        test: false,
      });
      await delivery.untilStatus(second, 'sent');
      expect(
        delivery.receivedBy('again@example.com').map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString())![1]),
      ).toEqual(['Hello Ada', 'Hello Ada']);
    });
  });

  describe('leases', () => {
    it('retries a message of a dead process after a wait, with the same Message-ID', async () => {
      await delivery.restart({ UNKNOWN_OUTCOME_WAIT_SECONDS: '1' });
      const { receipt_id: id } = await delivery.accept({
        send_at: Math.floor(Date.now() / 1000) + 3600,
        recipient: { address: 'left@example.com' },
      });
      await delivery.abandon(id);
      await delivery.untilStatus(id, 'sent');
      expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'failed_to_send', 'sent']);
      expect(delivery.receivedBy('left@example.com')[0]!.raw.toString()).toContain(`<${id}@acme.example>`);
      await delivery.restart();
    });

    it('discards the result of a process that lost its lease', async () => {
      delivery.sink.rule({ at: 'end', address: 'zombie@example.com', times: 1, then: 'hang' });
      await delivery.restart({ UNKNOWN_OUTCOME_WAIT_SECONDS: '0.1' });
      const { timesApplied } = delivery.sink;
      const { receipt_id: id } = await delivery.accept({ recipient: { address: 'zombie@example.com' } });
      await waitFor(() => delivery.sink.timesApplied > timesApplied, {
        what: 'the attempt to hang',
      });
      await delivery.abandon(id);
      await delivery.untilStatus(id, 'sent');
      // The hanging attempt fails now, and the stop waits until its result is recorded.
      delivery.sink.dropConnections();
      await delivery.restart();
      expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'failed_to_send', 'sent']);
      expect(delivery.receivedBy('zombie@example.com')).toHaveLength(1);
    });
  });

  describe('rescheduling', () => {
    const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
    const reschedule = (id: string, send_at: number): Promise<unknown> =>
      delivery.client.call(rescheduleMessage, delivery.context, { log_id: id, send_at });
    const scheduled = (address: string) => delivery.accept({ send_at: inSeconds(3600), recipient: { address } });

    it('moves a scheduled message to a later time and logs that', async () => {
      const { receipt_id: id } = await scheduled('moved@example.com');
      const sendAt = inSeconds(7200);
      await reschedule(id, sendAt);
      const [work] = (
        await delivery.sql.query('select extract(epoch from due_at)::int as due from work where message_id = $1', [id])
      ).rows as { due: number }[];
      expect(work!.due).toBe(sendAt);
      const time = new Date(sendAt * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
      expect(await delivery.client.call(getLog, delivery.context, { log_id: id })).toMatchObject({
        status: 'queued',
        message: `Scheduled for ${time}`,
      });
      expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'queued']);
      expect(await delivery.client.call(getSentMail, delivery.context, { log_id: id })).toMatchObject({
        send_at: sendAt,
      });
    });

    it('sends a message whose new time has passed', async () => {
      const { receipt_id: id } = await scheduled('earlier@example.com');
      await reschedule(id, inSeconds(-10));
      await delivery.untilStatus(id, 'sent');
      await expect(reschedule(id, inSeconds(60))).rejects.toMatchObject({ code: 'not_cancellable' });
    });

    it('rejects a message that is being sent, and an unknown one', async () => {
      const { receipt_id: id } = await scheduled('due@example.com');
      await delivery.sql.query(
        `update work set due_at = now(), lease_token = gen_random_uuid() where message_id = $1`,
        [id],
      );
      await expect(reschedule(id, inSeconds(60))).rejects.toMatchObject({ code: 'not_cancellable' });
      await expect(reschedule('log_0000000000000000000001', inSeconds(60))).rejects.toMatchObject({
        code: 'not_found',
      });
    });
  });

  describe('cancelling', () => {
    const later = (): number => Math.floor(Date.now() / 1000) + 3600;
    const cancel = (id: string): Promise<unknown> =>
      delivery.client.call(cancelMessage, delivery.context, { log_id: id });

    it('cancels a scheduled message and logs that', async () => {
      const { receipt_id: id } = await delivery.accept({
        send_at: later(),
        recipient: { address: 'cancelled@example.com' },
      });
      await cancel(id);
      expect(await delivery.client.call(getLog, delivery.context, { log_id: id })).toMatchObject({
        status: 'dropped',
        message: 'Cancelled before it was sent',
      });
      expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'dropped']);
      expect(await delivery.count('work')).toBe(0);
      await expect(cancel(id)).rejects.toMatchObject({ code: 'not_cancellable' });
      expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'dropped']);
    });

    it('cancels once, and either the send or the cancellation wins', async () => {
      const { receipt_id: id } = await delivery.accept({
        send_at: later(),
        recipient: { address: 'raced@example.com' },
      });
      await delivery.sql.query('update work set due_at = now() where message_id = $1', [id]);
      const cancelled = (await Promise.allSettled(Array.from({ length: 5 }, () => cancel(id)))).filter(
        ({ status }) => status === 'fulfilled',
      ).length;
      expect(cancelled).toBeLessThanOrEqual(1);
      await delivery.untilStatus(id, cancelled ? 'dropped' : 'sent');
      expect(delivery.receivedBy('raced@example.com')).toHaveLength(1 - cancelled);
    });

    it('is rejected while a message is being sent, after an attempt, and when it is final', async () => {
      const leased = (await delivery.accept({ send_at: later() })).receipt_id;
      await delivery.sql.query('update work set lease_token = gen_random_uuid() where message_id = $1', [leased]);
      await expect(cancel(leased)).rejects.toMatchObject({ code: 'not_cancellable' });
      const tried = (await delivery.accept({ send_at: later() })).receipt_id;
      await delivery.sql.query('update work set attempt = 2 where message_id = $1', [tried]);
      await expect(cancel(tried)).rejects.toMatchObject({ code: 'not_cancellable' });
      const { receipt_id: sent } = await delivery.accept();
      await delivery.untilStatus(sent, 'sent');
      await expect(cancel(sent)).rejects.toMatchObject({ code: 'not_cancellable' });
    });

    it('is limited to messages of the account', async () => {
      const { receipt_id: id } = await delivery.accept({ send_at: later() });
      await expect(cancel(newId('log'))).rejects.toMatchObject({ code: 'not_found' });
      delivery.context = { ...delivery.context, accountId: newId('account') };
      await expect(cancel(id)).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('logs', () => {
    it('lists newest first, in pages, and filters by time', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 5; n++) ids.push((await delivery.accept()).receipt_id);
      const list = async (query: object): Promise<string[]> =>
        (await delivery.client.call(listLogs, delivery.context, query)).map(({ id }) => id);
      const newestFirst = ids.toSorted().toReversed();
      expect(await list({})).toEqual(newestFirst);
      expect(await list({ count: 2, offset: 1 })).toEqual(newestFirst.slice(1, 3));
      const { created } = await delivery.client.call(getLog, delivery.context, { log_id: newestFirst[0]! });
      expect(await list({ created_gt: created })).toEqual([]);
      expect(await list({ created_gte: created - 3600, created_lte: created })).toEqual(newestFirst);
      expect(await list({ created_lt: created - 3600 })).toEqual([]);
    });

    it('shows an account no logs of another one', async () => {
      const { receipt_id: id } = await delivery.accept();
      delivery.context = { ...delivery.context, accountId: newId('account') };
      await expect(delivery.client.call(getLog, delivery.context, { log_id: id })).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(delivery.client.call(listLogEvents, delivery.context, { log_id: id })).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(
        delivery.client.call(resendMessage, delivery.context, { log_id: id, test: false }),
      ).rejects.toMatchObject({ code: 'log_not_found' });
      expect(await delivery.client.call(listLogs, delivery.context, {})).toEqual([]);
    });
  });

  describe('ESP accounts', () => {
    const relay = (name: string, port: number) => ({
      name,
      esp_type: 'smtp' as const,
      credentials: { host: '127.0.0.1', port, username: '', password: '', use_tls: false },
    });

    it('sends through the named account, or the default, or the oldest', async () => {
      const other = await SmtpSink.start();
      const oldest = await delivery.client.call(
        createEspAccount,
        delivery.context,
        relay('oldest', delivery.sink.port),
      );
      const named = await delivery.client.call(createEspAccount, delivery.context, relay('named', delivery.sink.port));
      const chosen = async (id: string): Promise<string> =>
        (
          await delivery.sql.query<{ esp_account_id: string }>('select esp_account_id from messages where id = $1', [
            id,
          ])
        ).rows[0]!.esp_account_id;
      expect(await chosen((await delivery.accept()).receipt_id)).toBe(oldest.id);
      expect(await chosen((await delivery.accept({ esp_account: named.id })).receipt_id)).toBe(named.id);
      await delivery.client.call(setDefaultEspAccount, delivery.context, { esp_id: named.id });
      expect(await chosen((await delivery.accept()).receipt_id)).toBe(named.id);
      expect(
        (await delivery.client.call(listEspAccountsByPage, delivery.context, {})).items.map(({ name }) => name),
      ).toEqual(['oldest', 'named']);
      await other.close();
    });

    it('pauses an account that fails itself, and sends through others', async () => {
      const locked = await SmtpSink.start({ auth: { username: 'u', password: 'right' } });
      await delivery.restart({
        SMTP_ALLOWED_PORTS: `${delivery.sink.port},${locked.port}`,
        SMTP_ALLOW_PLAIN_AUTH: 'true',
        RETRY_DELAYS_SECONDS: '3600',
      });
      const login = relay('locked', locked.port);
      const broken = await delivery.client.call(createEspAccount, delivery.context, {
        ...login,
        credentials: { ...login.credentials, username: 'u', password: 'wrong' },
      });
      const working = await delivery.client.call(
        createEspAccount,
        delivery.context,
        relay('working', delivery.sink.port),
      );
      for (let n = 0; n < 5; n++)
        await delivery.untilStatus((await delivery.accept({ esp_account: broken.id })).receipt_id, 'failed_to_send');
      const { connections } = locked;
      const { receipt_id: waiting } = await delivery.accept({ esp_account: broken.id });
      await delivery.untilStatus((await delivery.accept({ esp_account: working.id })).receipt_id, 'sent');
      expect(await delivery.getStatus(waiting)).toBe('queued');
      expect(locked.connections).toBe(connections);
      expect(
        (await delivery.sql.query<{ count: string }>('select count(*) from attempts where message_id = $1', [waiting]))
          .rows[0]!.count,
      ).toBe('0');
      await delivery.restart();
      await locked.close();
    });

    it('stores credentials encrypted and never returns them', async () => {
      const account = await delivery.client.call(createEspAccount, delivery.context, {
        ...relay('secret', 25),
        credentials: { ...relay('secret', 25).credentials, password: 'hunter2-hunter2' },
      });
      expect(JSON.stringify(account)).not.toContain('hunter2');
      const { rows } = await delivery.sql.query<{ row: string }>(
        'select esp_accounts::text as row from esp_accounts where id = $1',
        [account.id],
      );
      expect(rows[0]!.row).not.toContain('hunter2');
    });

    it('re-encrypts all credentials after a key rotation, and continues to send', async () => {
      const account = await delivery.client.call(
        createEspAccount,
        delivery.context,
        relay('rotated', delivery.sink.port),
      );
      const sealed = async (): Promise<string> =>
        (
          await delivery.sql.query<{ credentials: string }>('select credentials from esp_accounts where id = $1', [
            account.id,
          ])
        ).rows[0]!.credentials;
      const before = await sealed();
      const newKeys = `fresh:${randomBytes(32).toString('base64')}`;
      const dataSource = await new DataSource(databaseOptions(deliveryDatabase, delivery.databaseUrl)).initialize();
      const rotated = await rotateSecrets(
        dataSource,
        new CredentialVault({ SECRETS_KEY: `${newKeys},${delivery.secretsKey}` } as DeliveryConfig),
      );
      expect(rotated).toBeGreaterThanOrEqual(1);
      expect(await rotateSecrets(dataSource, new CredentialVault({ SECRETS_KEY: newKeys } as DeliveryConfig))).toBe(0);
      await dataSource.destroy();
      expect(await sealed()).not.toBe(before);
      await delivery.restart({ SECRETS_KEY: newKeys });
      await delivery.untilStatus((await delivery.accept({ esp_account: account.id })).receipt_id, 'sent');
    });

    it('rejects an unknown ESP account, also one of another tenant', async () => {
      const { id } = await delivery.client.call(createEspAccount, delivery.context, relay('mine', delivery.sink.port));
      delivery.context = { ...delivery.context, accountId: newId('account') };
      await expect(delivery.accept({ esp_account: id })).rejects.toMatchObject({ code: 'esp_account_not_found' });
      await expect(delivery.client.call(setDefaultEspAccount, delivery.context, { esp_id: id })).rejects.toMatchObject({
        code: 'esp_account_not_found',
      });
    });
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EspAccountResource, EspType } from '@postrider/contracts';
import {
  cancelMessage,
  checkSenderDomain,
  createEspAccount,
  deleteEspAccount,
  espKinds,
  espTypes,
  getEspAccount,
  listEspAccountsByPage,
  listLogEvents,
  lookUpCustomer,
  moveMail,
  newId,
  setDefaultEspAccount,
  testEspAccount,
  tryEspAccount,
  updateEspAccount,
} from '@postrider/contracts';
import { ProviderFake, sendGridFake, sesFake, SmtpSink, testCertificate, waitFor } from '@postrider/testing';
import { DeliveryHarness } from '../testing/delivery-harness.js';
import { EspAccountsRepository } from './esp-accounts.repository.js';

const secret = 'hunter2-hunter2';
const credentials: Record<EspType, Record<string, unknown>> = {
  esp_kind_1: { username: 'apikey', password: secret },
  esp_kind_2: { api_key: secret, domain: 'acme.example' },
  esp_kind_3: { api_key: secret },
  esp_kind_4: { api_key: secret },
  esp_kind_5: { access_key_id: 'AKIDEXAMPLE', secret_access_key: secret, region: 'eu-west-1' },
  esp_kind_6: { api_key: secret, secret_key: secret },
  esp_kind_7: { api_key: secret },
  esp_kind_8: { api_key: secret },
  smtp: { host: 'smtp.acme.example', port: 587, username: 'u', password: secret, use_tls: true },
};
const defaultSender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };
const later = (): number => Math.floor(Date.now() / 1000) + 3600;

describe('ESP accounts', () => {
  let delivery: DeliveryHarness;
  let guarded: SmtpSink;
  let encrypted: SmtpSink;
  let sendGrid: ProviderFake;
  let ses: ProviderFake;
  let environment: Record<string, string>;

  beforeAll(async () => {
    [guarded, encrypted, sendGrid, ses] = await Promise.all([
      SmtpSink.start({ auth: { username: 'u', password: secret } }),
      SmtpSink.start({ tls: 'implicit' }),
      ProviderFake.start(sendGridFake({ apiKey: secret })),
      ProviderFake.start(sesFake({ accessKeyId: 'AKIDEXAMPLE', secretAccessKey: secret, region: 'eu-west-1' })),
    ]);
    environment = {
      SMTP_ALLOWED_PORTS: `${guarded.port},${encrypted.port}`,
      SMTP_ALLOW_PLAIN_AUTH: 'true',
      ESP_BASE_URLS: `esp_kind_1=${sendGrid.url},esp_kind_5=${ses.url}`,
      RETRY_DELAYS_SECONDS: '3600',
    };
    delivery = await DeliveryHarness.start(environment);
  }, 60_000);
  afterAll(async () => {
    await delivery?.stop();
    await Promise.all([guarded, encrypted, sendGrid, ses].map((server) => server?.close()));
  }, 30_000);
  beforeEach(() => delivery.newTest());

  const create = (type: EspType, more: object = {}): Promise<EspAccountResource> =>
    delivery.client.call(createEspAccount, delivery.context, {
      name: type,
      esp_type: type,
      credentials: credentials[type],
      ...more,
    });
  const get = (esp_id: string): Promise<EspAccountResource> =>
    delivery.client.call(getEspAccount, delivery.context, { esp_id });
  const update = (esp_id: string, body: object): Promise<EspAccountResource> =>
    delivery.client.call(updateEspAccount, delivery.context, { name: 'Changed', ...body, esp_id });
  const remove = (esp_id: string): Promise<unknown> =>
    delivery.client.call(deleteEspAccount, delivery.context, { esp_id });
  const list = async (): Promise<EspAccountResource[]> =>
    (await delivery.client.call(listEspAccountsByPage, delivery.context, {})).items;
  const rejected = (field: string) => ({ code: 'invalid_request', details: [expect.objectContaining({ field })] });
  const asAnother = <Result>(call: () => Promise<Result>): Promise<Result> => {
    const mine = delivery.context;
    delivery.context = { ...mine, accountId: newId('account') };
    const asking = call();
    delivery.context = mine;
    return asking;
  };

  it('are listed in pages, oldest first, also by type and while others are created and deleted', async () => {
    const { accountId } = delivery.context;
    // Several created at the same time, as by concurrent requests.
    await delivery.sql.query(
      `insert into esp_accounts (account_id, id, esp_type, name, credentials, created_at)
       select $1, 'esp_' || lpad((place * 7 % 121)::text, 22, '0'), case when place % 3 = 0 then 'smtp' else 'esp_kind_1' end, place::text, '',
              timestamptz '2026-01-01 00:00:00.000001' + place / 10 * interval '1 microsecond'
       from generate_series(0, 119) as place`,
      [accountId],
    );
    const pages = async (esp_type?: 'smtp', between: () => Promise<unknown> = async () => {}) => {
      const sizes: number[] = [];
      const items: EspAccountResource[] = [];
      for (let after: string | undefined; ;) {
        const page = await delivery.client.call(listEspAccountsByPage, delivery.context, { esp_type, after });
        sizes.push(page.items.length);
        items.push(...page.items);
        if (page.next === undefined) return { sizes, items };
        after = page.next;
        await between();
      }
    };
    const { rows } = await delivery.sql.query<{ id: string }>(
      'select id from esp_accounts where account_id = $1 order by created_at, id',
      [accountId],
    );
    const { items: all, ...counted } = await pages();
    expect([counted.sizes, all.map(({ id }) => id)]).toEqual([[50, 50, 20], rows.map(({ id }) => id)]);
    expect(await pages('smtp')).toEqual({ sizes: [40], items: all.filter(({ esp_type }) => esp_type === 'smtp') });
    const { sizes, items } = await pages(undefined, () =>
      delivery.sql.query('delete from esp_accounts where account_id = $1 and id = any($2)', [
        accountId,
        [all[49]!.id, all[0]!.id],
      ]),
    );
    expect([sizes, items]).toEqual([[50, 50, 20], all]);
    expect(await asAnother(() => delivery.client.call(listEspAccountsByPage, delivery.context, {}))).toEqual({
      items: [],
    });
  });

  describe('return', () => {
    it.each(espTypes)('no unset fields for %s', async (type) => {
      const account = await create(type, { fallback: null, region: '', tracking: {}, default_sender: { address: '' } });
      expect(account).toEqual({
        object: 'esp_account',
        id: expect.stringMatching(/^esp_/),
        created: expect.any(Number),
        esp_type: type,
        provider: espKinds[type].slug,
        name: type,
        is_default: true,
      });
      expect(await get(account.id)).toEqual(account);
      expect(await list()).toEqual([account]);
    });

    it.each(espTypes)('the same for %s when created by the slug of the provider', async (type) => {
      const { slug } = espKinds[type];
      const account = await create(type, { esp_type: slug });
      expect(account).toMatchObject({ esp_type: type, provider: slug });
      expect(
        (await delivery.client.call(listEspAccountsByPage, delivery.context, { esp_type: slug as EspType })).items,
      ).toEqual([account]);
    });

    it.each<[EspType, object]>([
      ['esp_kind_1', { region: 'eu', tracking: { provider: true } }],
      ['esp_kind_2', { region: 'us', rate_per_second: 10_000 }],
      ['esp_kind_5', { configuration_set: 'events-1', tracking: { provider: false } }],
      ['esp_kind_8', { region: 'eu', default_sender: defaultSender }],
      ['smtp', { implicit_tls: true, rate_per_second: 0.25, default_sender: defaultSender }],
      ['smtp', { implicit_tls: false }],
    ])('what was set for %s: %j', async (type, extensions) => {
      const account = await create(type, extensions);
      expect(account).toEqual({
        object: 'esp_account',
        id: account.id,
        created: account.created,
        esp_type: type,
        provider: espKinds[type].slug,
        name: type,
        is_default: true,
        ...extensions,
      });
      expect(await get(account.id)).toEqual(account);
      expect(await list()).toEqual([account]);
    });
  });

  describe('validate the mail server', () => {
    const host = 'must be a host name or an IP address';
    const port = (): string => `must be one of 25, 465, 587, 2525, ${guarded.port}, ${encrypted.port}`;

    it.each([
      'smtp.acme.example ',
      'smtp acme.example',
      'smtp.acme.example\r\nRCPT',
      'smtp.acme.example/path',
      'user@host',
      'http://host',
      '[::1]',
      '\u202esmtp',
    ])('the host %j is rejected on creation and change', async (wrong) => {
      const invalid = {
        code: 'invalid_request',
        details: [{ field: 'credentials.host', message: host }],
      };
      const wrongCredentials = { ...credentials.smtp, host: wrong };
      await expect(create('smtp', { credentials: wrongCredentials })).rejects.toMatchObject(invalid);
      const { id } = await create('smtp');
      await expect(update(id, { credentials: wrongCredentials })).rejects.toMatchObject(invalid);
    });

    it.each(['localhost', '192.0.2.1', '2001:db8::1', 'mail_relay.internal', 'pošta.example', 'smtp.acme.example.'])(
      'the host %s is accepted',
      async (right) => {
        await expect(create('smtp', { credentials: { ...credentials.smtp, host: right } })).resolves.toBeDefined();
      },
    );

    it('only ports that sends may use are accepted', async () => {
      const wrong = { ...credentials.smtp, port: 6379 };
      const invalid = () => ({
        code: 'invalid_request',
        details: [{ field: 'credentials.port', message: port() }],
      });
      await expect(create('smtp', { credentials: wrong })).rejects.toMatchObject(invalid());
      const { id } = await create('smtp');
      await expect(update(id, { credentials: wrong })).rejects.toMatchObject(invalid());
      for (const allowed of [25, 465, 587, 2525, guarded.port])
        await expect(update(id, { credentials: { ...credentials.smtp, port: allowed } })).resolves.toBeDefined();
    });
  });

  describe('have a fallback', () => {
    it('of the same account', async () => {
      const { id: fallback } = await create('smtp');
      expect(await create('esp_kind_4', { fallback })).toMatchObject({ fallback });
    });

    it('the fallback exists, belongs to the account and is another one', async () => {
      const { id: theirs } = await asAnother(() => create('smtp'));
      const { id: mine } = await create('smtp');
      const unknown = {
        code: 'esp_account_not_found',
        details: [{ field: 'fallback', message: 'must be the id of another ESP account' }],
      };
      for (const fallback of [newId('espAccount'), theirs, 'x']) {
        await expect(create('smtp', { fallback })).rejects.toMatchObject(unknown);
        await expect(update(mine, { fallback })).rejects.toMatchObject(unknown);
      }
      await expect(update(mine, { fallback: mine })).rejects.toMatchObject(rejected('fallback'));
      expect(await list()).toHaveLength(1);
    });
  });

  describe('can be changed', () => {
    it('without a name, which stays', async () => {
      const { id } = await create('smtp');
      await update(id, { name: undefined, rate_per_second: 7 });
      expect(await get(id)).toMatchObject({ name: 'smtp', rate_per_second: 7 });
    });

    it('except their type; omitted fields are removed, except credentials', async () => {
      const { id, created } = await create('esp_kind_1', {
        region: 'eu',
        tracking: { provider: true },
        rate_per_second: 5,
        default_sender: defaultSender,
      });
      const { id: fallback } = await create('smtp');
      const sealed = async (): Promise<unknown> =>
        (await delivery.sql.query('select credentials from esp_accounts where id = $1', [id])).rows[0];
      const before = await sealed();
      const changed = await update(id, { rate_per_second: 7, fallback, esp_type: 'esp_kind_1' });
      expect(changed).toEqual({
        object: 'esp_account',
        id,
        created,
        esp_type: 'esp_kind_1',
        provider: 'sendgrid',
        name: 'Changed',
        is_default: true,
        rate_per_second: 7,
        fallback,
      });
      expect(await get(id)).toEqual(changed);
      expect(await sealed()).toEqual(before);
    });

    it.each<[string, EspType, object]>([
      ['esp_type', 'esp_kind_3', { esp_type: 'esp_kind_4' }],
      ['credentials.api_key', 'esp_kind_3', { credentials: {} }],
      ['credentials.domain', 'esp_kind_3', { credentials: { api_key: 'k', domain: 'acme.example' } }],
      ['credentials.port', 'smtp', { credentials: { ...credentials.smtp, port: 0 } }],
      ['region', 'esp_kind_3', { region: 'eu' }],
      ['configuration_set', 'esp_kind_1', { configuration_set: 'events' }],
      ['implicit_tls', 'esp_kind_5', { implicit_tls: true }],
      ['implicit_tls', 'smtp', { implicit_tls: true, credentials: { ...credentials.smtp, use_tls: false } }],
      ['tracking', 'smtp', { tracking: { provider: true } }],
    ])('an invalid %s of %s is rejected: %j', async (field, type, body) => {
      const account = await create(type);
      await expect(update(account.id, body)).rejects.toMatchObject(rejected(field));
      expect(await get(account.id)).toEqual(account);
    });

    it('implicit TLS is rejected while the stored credentials have no TLS', async () => {
      const { id } = await create('smtp', { credentials: { ...credentials.smtp, use_tls: false } });
      await expect(update(id, { implicit_tls: true })).rejects.toMatchObject(rejected('implicit_tls'));
      await expect(update(id, { implicit_tls: true, credentials: credentials.smtp })).resolves.toMatchObject({
        implicit_tls: true,
      });
    });

    it('the next send uses the new credentials', async () => {
      const login = (password: string) => ({
        credentials: { host: '127.0.0.1', port: guarded.port, username: 'u', password, use_tls: false },
      });
      const { id } = await create('smtp', login(`old-${secret}`));
      const { receipt_id: before } = await delivery.accept({ esp_account: id });
      await delivery.untilStatus(before, 'failed_to_send');
      await update(id, login(secret));
      const { receipt_id: after } = await delivery.accept({
        esp_account: id,
        recipient: { address: 'changed@example.com' },
      });
      await delivery.untilStatus(after, 'sent');
      expect(guarded.mails.find(({ to }) => to.includes('changed@example.com'))).toMatchObject({ user: 'u' });
      const { receipt_id: again } = await delivery.accept({ esp_account: id });
      await update(id, {});
      await delivery.untilStatus(again, 'sent');
      await delivery.untilStatus((await delivery.accept({ esp_account: id })).receipt_id, 'sent');
    });

    it('accounts without credentials reject email, moves and the default', async () => {
      const { accountId } = delivery.context;
      const id = `imported-${newId('request')}`;
      await delivery.sql.query(
        `insert into esp_accounts (account_id, id, esp_type, name, created_at) values ($1, $2, 'smtp', 'Old', '2015-01-01')`,
        [accountId, id],
      );
      expect(await get(id)).toMatchObject({ id, created: 1_420_070_400, is_default: false, needs_credentials: true });
      const missing = (field: string) => ({
        code: 'invalid_request',
        message:
          'The ESP account "Old" has no credentials, so it sends no email; give it credentials (PUT /esp_accounts/{id})',
        details: [{ field, message: 'must name an ESP account that has credentials' }],
      });
      await expect(delivery.accept({ esp_account: id })).rejects.toMatchObject(missing('esp_account'));
      await expect(delivery.client.call(setDefaultEspAccount, delivery.context, { esp_id: id })).rejects.toMatchObject(
        missing('esp_id'),
      );
      const { id: other } = await create('smtp', { fallback: id });
      await expect(delivery.client.call(moveMail, delivery.context, { esp_id: other, to: id })).rejects.toMatchObject(
        missing('to'),
      );
      await expect(delivery.client.call(testEspAccount, delivery.context, { esp_id: id })).resolves.toMatchObject({
        outcome: 'fails',
        answer: 'This ESP account has no credentials; give it credentials (PUT /esp_accounts/{id})',
      });
      await expect(update(id, {})).rejects.toMatchObject(rejected('credentials'));
      expect((await list()).map((account) => [account.id, account.is_default])).toEqual([
        [id, false],
        [other, true],
      ]);

      const password = secret;
      const given = { host: '127.0.0.1', port: guarded.port, username: 'u', password, use_tls: false };
      const changed = await update(id, { credentials: given });
      expect(changed).not.toHaveProperty('needs_credentials');
      await delivery.untilStatus((await delivery.accept({ esp_account: id })).receipt_id, 'sent');
    });

    it('with new credentials when the stored ones cannot be decrypted', async () => {
      const { id } = await create('esp_kind_4');
      await delivery.restart({ SECRETS_KEY: randomBytes(32).toString('base64') });
      await expect(update(id, {})).rejects.toMatchObject(rejected('credentials'));
      await expect(update(id, { credentials: { api_key: 'new' } })).resolves.toMatchObject({
        name: 'Changed',
      });
      await delivery.restart();
    });
  });

  describe('can be tested', () => {
    const test = (esp_id: string) => delivery.client.call(testEspAccount, delivery.context, { esp_id });
    const attempt = (more: object) => ({
      esp_type: 'smtp' as const,
      credentials: { host: '127.0.0.1', port: guarded.port, username: 'u', password: secret, use_tls: false, ...more },
    });
    const tryOut = (more: object) => delivery.client.call(tryEspAccount, delivery.context, attempt(more));

    it('with a separate login that sends nothing, stored or not', async () => {
      const mails = guarded.mails.length;
      const { id } = await create('smtp', attempt({}));
      const works = {
        object: 'esp_account_test',
        outcome: 'works',
        tried: `A connection to 127.0.0.1:${guarded.port} without TLS, and a login as u`,
        answer: expect.stringMatching(/^235 /),
      };
      expect(await test(id)).toEqual(works);
      expect(await tryOut({})).toEqual(works);
      expect(await list()).toHaveLength(1);
      expect(guarded.mails).toHaveLength(mails);
    });

    it('a test returns the reply of the server without the password', async () => {
      const wrong = await tryOut({ password: `not-${secret}` });
      expect(wrong).toMatchObject({ outcome: 'fails', answer: expect.stringMatching(/^535 /) });
      expect(JSON.stringify(wrong)).not.toContain(secret);
      expect(await tryOut({ port: encrypted.port })).toMatchObject({ outcome: 'fails' });
      expect(await tryOut({ username: '', password: '' })).toMatchObject({
        outcome: 'works',
        tried: `A connection to 127.0.0.1:${guarded.port} without TLS`,
        answer: expect.stringMatching(/^250/),
      });
    });

    it('with the same response for unknown and forbidden hosts', async () => {
      const forbidden = await tryOut({ host: '10.0.0.1', port: 25 });
      expect(forbidden).toMatchObject({
        outcome: 'fails',
        answer: 'Mail server not reached: emails may not be sent to this host and port, or the host does not exist',
      });
      expect((await tryOut({ host: 'mail.invalid', port: 25 })).answer).toBe(forbidden.answer);
      await expect(tryOut({ port: 22 })).rejects.toMatchObject(rejected('credentials.port'));
    });

    it('one at a time, and ten times a minute', async () => {
      const { id } = await create('smtp', attempt({}));
      const { timesApplied } = guarded;
      guarded.rule({ at: 'connect', then: 'hang', times: 1 });
      const first = test(id);
      await waitFor(() => guarded.timesApplied > timesApplied, { what: 'the first to be in progress' });
      await expect(test(id)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 10 });
      guarded.dropConnections();
      expect((await first).outcome).toBe('fails');
      for (let tried = 1; tried < 10; tried++) expect((await test(id)).outcome).toBe('works');
      await expect(test(id)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) });
      // Checks of sender domains count too.
      await expect(
        delivery.client.call(checkSenderDomain, delivery.context, { address: 'hello@acme.example' }),
      ).rejects.toMatchObject({ code: 'rate_limited' });
      await delivery.newTest();
      expect((await tryOut({})).outcome).toBe('works');
    });

    it('only in their own account', async () => {
      await expect(test(newId('espAccount'))).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('can be deleted', () => {
    it('once, and are not found then', async () => {
      const { id } = await create('esp_kind_4');
      await remove(id);
      await expect(get(id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(remove(id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(delivery.accept({ esp_account: id })).rejects.toMatchObject({ code: 'esp_account_not_found' });
    });

    it('a fallback of other accounts is not deleted, and the error names those', async () => {
      const { id } = await create('smtp');
      const { id: main } = await create('esp_kind_4', { name: 'Main', fallback: id });
      await expect(remove(id)).rejects.toMatchObject({
        code: 'in_use',
        message: 'This ESP account is the fallback of "Main"',
      });
      await update(main, {});
      await remove(id);
      expect((await list()).map((account) => account.id)).toEqual([main]);
    });

    it('an account with waiting email is not deleted', async () => {
      const { id } = await create('smtp');
      const { receipt_id: log_id } = await delivery.accept({ esp_account: id, send_at: later() });
      await expect(remove(id)).rejects.toMatchObject({
        code: 'in_use',
        message: expect.stringMatching(/^Emails wait to be sent through this ESP account; .*move_mail/),
      });
      await delivery.client.call(cancelMessage, delivery.context, { log_id });
      await remove(id);
      expect(await list()).toEqual([]);
    });

    describe('while a send is being accepted', () => {
      afterEach(() => {
        jest.restoreAllMocks();
      });
      const waitingForLocks = async (count: number) =>
        waitFor(
          async () => {
            const { rows } = await delivery.sql.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            );
            return rows.length === count;
          },
          { what: `${count} statements to wait` },
        );
      /** Stops sends after their ESP account was chosen and before the commit. */
      const sendAndDelete = async (id: string, more: object) => {
        const chosen = jest.spyOn(EspAccountsRepository.prototype, 'choose');
        let goOn = (): void => undefined;
        const held = new Promise<void>((resolve) => (goOn = resolve));
        delivery.neighbours.respond(lookUpCustomer, async () => {
          await held;
          return { known: true };
        });
        const sending = delivery.accept({ send_at: later(), ...more }).catch((error: unknown) => error);
        await waitFor(() => chosen.mock.results.length > 0, { what: 'the ESP account to be chosen' });
        await chosen.mock.results[0]!.value;
        await remove(id);
        goOn();
        return sending;
      };

      it('a send that names the deleted account is rejected', async () => {
        const { id } = await create('smtp');
        expect(
          await sendAndDelete(id, { esp_account: id, idempotency: { key: 'k', request_hash: 'h' } }),
        ).toMatchObject({ code: 'esp_account_not_found' });
        expect([
          await delivery.count('work'),
          await delivery.count('logs'),
          await delivery.count('idempotency'),
        ]).toEqual([0, 0, 0]);
      });

      it('a send that names no ESP account is retried', async () => {
        const { id } = await create('smtp');
        expect(await sendAndDelete(id, {})).toMatchObject({ code: 'unavailable' });
        expect(await delivery.count('logs')).toBe(0);
      });

      it('the deletion waits for the commit and then fails with in_use', async () => {
        const { id } = await create('smtp');
        const holder = await delivery.sql.connect();
        try {
          await holder.query('begin');
          await holder.query(
            `insert into idempotency (account_id, idem_key, request_hash, answer) values ($1, 'k', 'h', '{}')`,
            [delivery.context.accountId],
          );
          const idempotency = { key: 'k', request_hash: 'h' };
          const sending = delivery.accept({ send_at: later(), esp_account: id, idempotency });
          await waitingForLocks(1);
          const removing = remove(id).catch((error: unknown) => error);
          await waitingForLocks(2);
          await holder.query('rollback');
          await sending;
          expect(await removing).toMatchObject({ code: 'in_use' });
        } finally {
          holder.release(true);
        }
      });
    });

    it('the oldest other account becomes the default', async () => {
      const ids = [await create('smtp'), await create('smtp'), await create('smtp')].map((account) => account.id);
      const defaults = async () => (await list()).filter(({ is_default }) => is_default).map(({ id }) => id);
      expect(await defaults()).toEqual([ids[0]]);
      await delivery.client.call(setDefaultEspAccount, delivery.context, { esp_id: ids[2]! });
      expect(await defaults()).toEqual([ids[2]]);
      expect((await get(ids[0]!)).is_default).toBe(false);
      await remove(ids[2]!);
      expect(await defaults()).toEqual([ids[0]]);
      const { receipt_id } = await delivery.accept({ send_at: later() });
      expect(
        (await delivery.sql.query('select esp_account_id from messages where id = $1', [receipt_id])).rows,
      ).toEqual([{ esp_account_id: ids[0] }]);
    });

    it('email without its account is dropped with the reason', async () => {
      const { id } = await create('smtp');
      const { receipt_id } = await delivery.accept({ esp_account: id, send_at: later() });
      await delivery.sql.query('delete from esp_accounts where id = $1', [id]);
      await delivery.sql.query('update work set due_at = now() where message_id = $1', [receipt_id]);
      await delivery.untilStatus(receipt_id, 'dropped');
      expect((await delivery.getMessages(receipt_id)).at(-1)).toContain('The ESP account of this message was deleted');
      expect(await delivery.count('work')).toBe(0);
    });
  });

  it('concurrent calls set the default one after another, and the last one stays', async () => {
    const [former, one, two] = [await create('esp_kind_3'), await create('esp_kind_4'), await create('esp_kind_8')];
    const makeDefault = ({ id }: EspAccountResource): Promise<EspAccountResource> =>
      delivery.client.call(setDefaultEspAccount, delivery.context, { esp_id: id });
    await makeDefault(former);
    const held = await delivery.sql.connect();
    await held.query('begin');
    await held.query('select from esp_accounts where id = $1 for update', [former.id]);
    const both = Promise.all([makeDefault(one), makeDefault(two)]);
    await waitFor(
      async () => {
        const { rows } = await delivery.sql.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length === 2;
      },
      { what: 'both to wait' },
    );
    await held.query('rollback');
    held.release();
    expect((await both).map(({ id }) => id)).toEqual([one.id, two.id]);
    const { rows } = await delivery.sql.query<{ id: string }>(
      'select id from esp_accounts where account_id = $1 and is_default',
      [delivery.context.accountId],
    );
    expect(rows).toHaveLength(1);
    expect([one.id, two.id]).toContain(rows[0]!.id);
    expect((await list()).filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual([rows[0]!.id]);
  });

  it('of another tenant are not found', async () => {
    const { id } = await create('smtp');
    await expect(asAnother(() => get(id))).rejects.toMatchObject({ code: 'not_found' });
    await expect(asAnother(() => update(id, {}))).rejects.toMatchObject({ code: 'not_found' });
    await expect(asAnother(() => remove(id))).rejects.toMatchObject({ code: 'not_found' });
    expect(await get(id)).toMatchObject({ name: 'smtp' });
  });

  describe('send with their settings', () => {
    it('with or without tracking of the provider', async () => {
      const sendAndGetFields = async (extensions: object): Promise<unknown> => {
        const { id } = await create('esp_kind_1', extensions);
        const { receipt_id } = await delivery.accept({ esp_account: id });
        await delivery.untilStatus(receipt_id, 'sent');
        return sendGrid.mails.find(({ logId }) => logId === receipt_id)?.fields;
      };
      expect(await sendAndGetFields({})).toHaveProperty('tracking_settings');
      expect(await sendAndGetFields({ tracking: { provider: true } })).not.toHaveProperty('tracking_settings');
    });

    it('with the configuration set', async () => {
      const { id } = await create('esp_kind_5', { configuration_set: 'events-1' });
      const { receipt_id } = await delivery.accept({ esp_account: id });
      await delivery.untilStatus(receipt_id, 'sent');
      expect(ses.mails.find(({ logId }) => logId === receipt_id)?.fields).toMatchObject({
        ConfigurationSetName: 'events-1',
      });
    });

    it('from their default sender', async () => {
      const { id } = await create('esp_kind_1', { default_sender: defaultSender });
      const { receipt_id } = await delivery.accept({ esp_account: id, sender: undefined });
      await delivery.untilStatus(receipt_id, 'sent');
      expect(sendGrid.mails.find(({ logId }) => logId === receipt_id)?.fields).toMatchObject({
        from: { email: defaultSender.address },
      });
    });

    it('over implicit TLS, to servers with a certificate of SMTP_CA_FILE', async () => {
      const directory = mkdtempSync(join(tmpdir(), 'postrider-ca-'));
      const file = join(directory, 'ca.pem');
      writeFileSync(file, testCertificate.cert);
      const { id } = await create('smtp', {
        implicit_tls: true,
        credentials: { host: '127.0.0.1', port: encrypted.port, username: '', password: '', use_tls: true },
      });
      const { receipt_id: untrusted } = await delivery.accept({ esp_account: id });
      await delivery.untilStatus(untrusted, 'failed_to_send');
      expect(encrypted.accepted).toBe(0);
      for (const trust of [{ SMTP_CA_FILE: file }, { SMTP_INSECURE_TLS: 'true' }]) {
        await delivery.restart(trust);
        await delivery.untilStatus((await delivery.accept({ esp_account: id })).receipt_id, 'sent');
      }
      expect(encrypted.mails.map(({ secure }) => secure)).toEqual([true, true]);
      rmSync(directory, { recursive: true });
      await delivery.restart();
    });

    it('an account esp_kind_7 without a base URL does not send, and the log shows why', async () => {
      const { id } = await create('esp_kind_7');
      const { receipt_id } = await delivery.accept({ esp_account: id });
      await delivery.untilStatus(receipt_id, 'failed_to_send');
      expect((await delivery.getMessages(receipt_id)).at(-1)).toContain(
        'Dyn Email Delivery was shut down on 31 May 2023',
      );
    });
  });

  it('never reveal a secret: in a response, error, log or row', async () => {
    const wrong = { host: '127.0.0.1', port: guarded.port, username: 'u', password: `wrong-${secret}`, use_tls: false };
    const account = await create('smtp', { credentials: wrong });
    const responses: unknown[] = [
      account,
      await get(account.id),
      await list(),
      await update(account.id, { credentials: wrong }),
    ];
    const failing = [
      () => create('smtp', { credentials: { ...wrong, port: secret } }),
      () => create('esp_kind_4', { credentials: { api_key: [secret] } }),
      () => create('esp_kind_4', { credentials: { api_key: secret, domain: secret } }),
      () => update(account.id, { credentials: { ...wrong, port: secret } }),
      () => create('smtp', { credentials: wrong, fallback: newId('espAccount') }),
    ];
    for (const fail of failing)
      responses.push(
        await fail().then(
          () => 'taken',
          ({ code, message, details, stack }: Error & Record<string, unknown>) => ({ code, message, details, stack }),
        ),
      );
    const { receipt_id } = await delivery.accept({ esp_account: account.id });
    await delivery.untilStatus(receipt_id, 'failed_to_send');
    responses.push(await delivery.client.call(listLogEvents, delivery.context, { log_id: receipt_id }));
    for (const table of ['esp_accounts', 'attempts', 'logs', 'log_events', 'outbox']) {
      responses.push(
        (
          await delivery.sql.query(`select ${table}::text as row from ${table} where account_id = $1`, [
            delivery.context.accountId,
          ])
        ).rows,
      );
    }
    expect(JSON.stringify(responses)).toMatch(/535/);
    expect(JSON.stringify(responses)).not.toContain(secret);
    expect(JSON.stringify(responses)).not.toContain(Buffer.from(secret).toString('base64').slice(0, 16));
  });
});

import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import type { RequestContext } from '@postrider/contracts';
import { acceptMessage, getArtifact, getLog, listLogEvents, newId } from '@postrider/contracts';
import { ContractClient, MessagingModule } from '@postrider/messaging';
import { compileVersion } from '@postrider/rendering';
import type { RunningApp } from '@postrider/service';
import { startService } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase, FakeServices, SmtpSink, waitFor } from '@postrider/testing';
import { Client } from 'pg';
import { deliveryDatabase } from '../database.js';
import { deliveryService } from '../delivery.module.js';
import { failures } from './failures.command.js';

interface Made {
  readonly accountId?: string;
  readonly espAccountId?: string;
  readonly status?: string;
  readonly code?: string | null;
  readonly reason?: string;
  readonly failedAt?: string;
  readonly content?: object;
}

describe('the failures command', () => {
  const accountId = newId('account');
  const espAccountId = newId('espAccount');
  let database: TestDatabase;
  let sql: Client;
  let output: string[];
  let noted: string[];
  beforeAll(async () => {
    database = await createTestDatabase(deliveryDatabase);
    sql = new Client({ connectionString: database.url });
    await sql.connect();
    await sql.query('set search_path = delivery');
  });
  afterAll(async () => {
    await sql?.end();
    await database?.drop();
  });
  beforeEach(() => {
    [output, noted] = [[], []];
  });
  beforeEach(() => espAccount(espAccountId));
  afterEach(() => sql.query('truncate failures, logs, messages, log_events, work, outbox, blobs, esp_accounts'));

  const run = (...args: string[]): Promise<number> =>
    failures.run(args, {
      environment: { DATABASE_URL: database.url },
      print: (line) => output.push(line),
      warn: (line) => noted.push(line),
    });
  const rows = async (query: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
    (await sql.query<Record<string, unknown>>(query, values)).rows;
  const count = async (table: string): Promise<number> =>
    Number((await rows(`select count(*) from ${table}`))[0]!['count']);
  const listed = async (...filters: string[]): Promise<string[]> => {
    output = [];
    expect(await run('list', ...filters, '--json')).toBe(0);
    return output.map((line) => (JSON.parse(line) as { log_id: string }).log_id);
  };

  /** A message that ended without being sent. */
  async function failure(made: Made = {}): Promise<string> {
    const id = newId('log');
    const owner = made.accountId ?? accountId;
    await sql.query(
      `insert into logs (account_id, id, recipient_address, recipient_key, recipient_name, status, status_rank, message, template_id, template_name, version_name, locale, test)
       values ($1, $2, 'Ada@example.com', 'ada@example.com', 'Ada', $3, 45, 'No such user', 'tem_01KQV5Xx7GJ8sVJ4mB2cDe', 'Receipt', 'A', 'en-GB', false)`,
      [owner, id, made.status ?? 'bounced'],
    );
    await sql.query(
      `insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content) values ($1, $2, $3, 'tem_01KQV5Xx7GJ8sVJ4mB2cDe', $4, $5)`,
      [owner, id, `art_${id}`, espAccountId, made.content ?? { template_data: { nr: id }, attachments: [] }],
    );
    await sql.query(
      `insert into failures (account_id, message_id, esp_account_id, status, code, reason, failed_at) values ($1, $2, $3, $4, $5, $6, coalesce($7, now()))`,
      [
        owner,
        id,
        made.espAccountId ?? espAccountId,
        made.status ?? 'bounced',
        made.code === undefined ? '550' : made.code,
        made.reason ?? 'No such user',
        made.failedAt ?? null,
      ],
    );
    return id;
  }

  const espAccount = (id: string): Promise<unknown> =>
    sql.query(
      `insert into esp_accounts (account_id, id, esp_type, name, credentials) values ($1, $2, 'smtp', $2, '')`,
      [accountId, id],
    );

  async function blob(id: string): Promise<void> {
    await sql.query(
      `insert into blobs (account_id, id, sha256, bytes, needed_until) values ($1, $2, $3, 1, now() + interval '1 hour')`,
      [accountId, id, Buffer.from(id)],
    );
  }
  const withAttachments = (...blobs: string[]): object => ({
    template_data: {},
    attachments: blobs.map((blob_id) => ({ name: 'a.txt', blob_id, bytes: 1, disposition: 'attachment' })),
  });

  describe('list', () => {
    it('prints one line per failure, newest first, without control characters', async () => {
      const first = await failure({ failedAt: '2026-01-01T00:00:00Z', reason: 'Over\nquota\u001b[2J' });
      const second = await failure({ failedAt: '2026-01-02T03:04:05Z', status: 'dropped', code: null });
      expect(await run('list')).toBe(0);
      expect(output).toEqual([
        `2026-01-02T03:04:05Z  ${second}  Ada@example.com  Receipt  ${espAccountId}  dropped  none  No such user`,
        `2026-01-01T00:00:00Z  ${first}  Ada@example.com  Receipt  ${espAccountId}  bounced  550  Over quota [2J`,
      ]);
    });

    it('filters by every column', async () => {
      const other = { accountId: newId('account'), espAccountId: newId('espAccount') };
      const old = await failure({ failedAt: '2026-01-01T12:00:00Z', code: '421' });
      const foreign = await failure({ ...other, failedAt: '2026-01-02T12:00:00Z', status: 'dropped', code: null });
      const fresh = await failure();
      expect(await listed('--account', other.accountId)).toEqual([foreign]);
      expect(await listed('--esp-account', espAccountId)).toEqual([fresh, old]);
      expect(await listed('--status', 'dropped')).toEqual([foreign]);
      expect(await listed('--code', '421')).toEqual([old]);
      expect(await listed('--code', 'none')).toEqual([foreign]);
      expect(await listed('--since', '2h')).toEqual([fresh]);
      expect(await listed('--since', '2026-01-01T12:00', '--until', '2026-01-02T13:00+01:00')).toEqual([old]);
      expect(await listed('--until', '2026-01-02')).toEqual([old]);
      expect(await listed('--log', old, '--log', fresh)).toEqual([fresh, old]);
      expect(await listed('--limit', '2')).toEqual([fresh, foreign]);
      expect(await listed('--status', 'bounced', '--code', 'none')).toEqual([]);
    });

    it('counts failures by ESP account, status and code', async () => {
      for (let n = 0; n < 3; n++) await failure();
      await failure({ status: 'dropped', code: null });
      expect(await run('list', '--count')).toBe(0);
      expect(output.map((line) => line.trim())).toEqual([
        `3  ${espAccountId}  bounced  550`,
        `1  ${espAccountId}  dropped  none`,
      ]);
    });

    it('prints failures whose log was dropped, too', async () => {
      const id = await failure();
      await sql.query('truncate logs, messages');
      expect(await listed()).toEqual([id]);
      expect(await run('replay', '--log', id, '--yes')).toBe(1);
      expect(output.at(-1)).toBe(`${id}  skipped: its message is no longer stored`);
    });
  });

  describe('replay', () => {
    it('sends each failure as a new message with the same content, and keeps the old log', async () => {
      const old = await failure();
      expect(await run('replay', '--log', old, '--yes')).toBe(0);
      const [, id] = /is sent as (log_\w+)$/.exec(output[0]!)!;
      expect(noted).toEqual(['Replayed: 1']);
      const messages = await rows('select artifact_id, esp_account_id, content from messages order by id');
      expect(messages[1]).toEqual(messages[0]);
      expect(
        await rows(
          'select recipient_address, recipient_key, recipient_name, template_name, version_name, locale, test, status from logs where id = $1',
          id,
        ),
      ).toEqual([
        {
          recipient_address: 'Ada@example.com',
          recipient_key: 'ada@example.com',
          recipient_name: 'Ada',
          template_name: 'Receipt',
          version_name: 'A',
          locale: 'en-GB',
          test: false,
          status: 'queued',
        },
      ]);
      expect(await rows('select type, message from log_events where log_id = $1 order by seq', id)).toEqual([
        { type: 'requested', message: `Replays ${old}, at the request of the operator` },
        { type: 'queued', message: 'Queued for delivery' },
      ]);
      expect(await rows('select message_id, account_id, lane, attempt from work')).toEqual([
        { message_id: id, account_id: accountId, lane: espAccountId, attempt: 1 },
      ]);
      expect(await rows('select topic, account_id, payload from outbox')).toEqual([
        {
          topic: 'message.accepted.v1',
          account_id: accountId,
          payload: expect.objectContaining({ log_id: id, source: 'resend', recipient_address: 'Ada@example.com' }),
        },
      ]);
      expect(await rows('select status from logs where id = $1', old)).toEqual([{ status: 'bounced' }]);
      expect(await rows('select from log_events where log_id = $1', old)).toEqual([]);
      expect(await count('failures')).toBe(0);
    });

    it('replays only failures that the filter selects', async () => {
      const [chosen, left] = [await failure({ code: '421' }), await failure()];
      expect(await run('replay', '--code', '421', '--yes')).toBe(0);
      expect(output).toEqual([expect.stringContaining(chosen)]);
      expect(await listed()).toEqual([left]);
    });

    it('uses another ESP account for the failures of its account, with --through', async () => {
      const other = newId('espAccount');
      await espAccount(other);
      const foreign = await failure({ accountId: newId('account') });
      await failure();
      expect(await run('replay', '--all', '--through', other, '--yes')).toBe(0);
      expect(await rows('select lane from work')).toEqual([{ lane: other }]);
      expect(
        await rows(`select from messages where esp_account_id = $1 and artifact_id like 'art_log_%'`, other),
      ).toHaveLength(1);
      expect(await listed()).toEqual([foreign]);
      expect(await run('replay', '--all', '--through', newId('espAccount'), '--yes')).toBe(2);
      expect(await run('replay', '--account', newId('account'), '--through', other, '--yes')).toBe(2);
      expect(await listed()).toEqual([foreign]);
    });

    it('skips failures whose ESP account was deleted, unless --through names another', async () => {
      const id = await failure();
      const other = newId('espAccount');
      await sql.query('delete from esp_accounts');
      await espAccount(other);
      expect(await run('replay', '--all', '--yes')).toBe(1);
      expect(output).toEqual([`${id}  skipped: its ESP account was deleted; --through names another`]);
      expect([await count('work'), await listed()]).toEqual([0, [id]]);
      expect(await run('replay', '--all', '--through', other, '--yes')).toBe(0);
      expect(await rows('select lane from work')).toEqual([{ lane: other }]);
    });

    it('keeps the attachments, and skips failures that lost one', async () => {
      await blob('blb_kept');
      const whole = await failure({ content: withAttachments('blb_kept', 'blb_kept') });
      const broken = await failure({ content: withAttachments('blb_kept', 'blb_gone') });
      expect(await run('replay', '--all', '--yes')).toBe(1);
      expect(output).toEqual([
        `${broken}  skipped: an attachment is no longer stored`,
        expect.stringMatching(`^${whole}  is sent as log_`),
      ]);
      expect(noted).toEqual(['Replayed: 1, skipped: 1']);
      expect(await rows(`select id from blobs where needed_until > now() + interval '89 days'`)).toEqual([
        { id: 'blb_kept' },
      ]);
      expect(await listed()).toEqual([broken]);
    });

    it('creates one message per failure, also when several runs are concurrent, aborted and repeated', async () => {
      // Many batches, so that the run is stopped in the middle of them.
      const total = 4_000;
      await sql.query(
        `with made as (select 'log_' || lpad(n::text, 22, '0') as id from generate_series(1, ${total}) as n), logged as (
           insert into logs (account_id, id, recipient_address, recipient_key, status, status_rank, message, template_id, template_name, locale)
           select $1, id, id || '@example.com', id || '@example.com', 'dropped', 45, '', 'tem_1', 'Receipt', 'en-US' from made
         ), stored as (
           insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content) select $1, id, 'art_1', 'tem_1', $2, '{}' from made
         ) insert into failures (account_id, message_id, esp_account_id, status, reason) select $1, id, $2, 'dropped', '' from made`,
        [accountId, espAccountId],
      );
      const stopped = run('replay', '--all', '--yes');
      await waitFor(async () => (await count('work')) > 0, {
        timeoutMs: 60_000,
        what: 'the first batch to be replayed',
      });
      // The connection is closed during a statement; between two, the run would continue over another connection.
      const holder = new Client({ connectionString: database.url });
      await holder.connect();
      await holder.query('begin');
      await holder.query('lock table delivery.work in share mode');
      const held = `from pg_stat_activity where application_name = 'postrider-delivery' and datname = current_database() and wait_event_type = 'Lock'`;
      await waitFor(async () => (await rows(`select ${held}`)).length === 1, { what: 'the next batch to be held' });
      await sql.query(`select pg_terminate_backend(pid) ${held}`);
      expect(await stopped).toBe(1);
      await holder.end();
      expect(noted.at(-1)).toContain('Run the same command to continue');
      const rest = await count('failures');
      expect(rest).toBeGreaterThan(0);
      expect(await count('work')).toBe(total - rest);
      await Promise.all([
        run('replay', '--all', '--yes'),
        run('replay', '--all', '--yes'),
        run('replay', '--all', '--yes'),
      ]);
      expect(await count('failures')).toBe(0);
      expect(
        await rows(`select recipient_key from logs where status = 'queued' group by 1 having count(*) > 1`),
      ).toEqual([]);
      expect([await count('work'), await count('outbox'), await count('messages')]).toEqual([total, total, 2 * total]);
    }, 120_000);
  });

  describe('drop', () => {
    it('deletes the failures and keeps the logs', async () => {
      const [chosen, left] = [await failure({ status: 'dropped' }), await failure()];
      expect(await run('drop', '--status', 'dropped', '--yes')).toBe(0);
      expect(noted).toEqual(['Dropped: 1']);
      expect(await listed()).toEqual([left]);
      expect(await rows('select id from logs order by id')).toEqual([{ id: chosen }, { id: left }]);
    });

    it('deletes the newest ones with --limit', async () => {
      const [old] = [await failure(), await failure(), await failure()];
      expect(await run('drop', '--all', '--limit', '2', '--yes')).toBe(0);
      expect(await listed()).toEqual([old]);
    });
  });

  it.each(['replay', 'drop'])('shows what %s would do, and does nothing, without --yes', async (verb) => {
    const id = await failure();
    expect(await run(verb, '--all')).toBe(2);
    expect(noted.join('\n')).toMatch(
      new RegExp(`${verb} would affect 1 failure:\\n +1  ${espAccountId}  bounced  550\\nNothing was done`),
    );
    expect(await listed()).toEqual([id]);
  });

  it.each([['list'], ['list', '--count'], ['replay', '--all'], ['drop', '--all', '--yes']])(
    'prints that there are none: %j %s',
    async (...args) => {
      expect(await run(...args)).toBe(0);
      expect([output, noted]).toEqual([[], ['There are no such failures.']]);
    },
  );

  it('warns about named logs that are not failures', async () => {
    const id = await failure();
    expect(await run('drop', '--log', id, '--log', newId('log'), '--yes')).toBe(1);
    expect(noted).toEqual(['Of the logs named, 1 are not failures or do not meet the other conditions.', 'Dropped: 1']);
  });

  it.each<[string[], RegExp]>([
    [[], /^Which command: list, replay, drop\?/],
    [['burn'], /^There is no command "burn"/],
    [['replay'], /^replay needs a filter, or --all/],
    [['drop', '--limit', '5', '--yes'], /^drop needs a filter, or --all/],
    [['drop', '--all', '--code', '550'], /^--all and a filter contradict each other/],
    [['list', '--status', 'sent'], /^--status must be bounced or dropped/],
    [['list', '--since', 'yesterday'], /^--since must be like/],
    [['list', '--limit', '0'], /^--limit must be a whole number/],
    [['list', '--log', '17'], /^--log must be an id that begins with log_/],
    [['list', '--through', 'esp_1'], /^Unknown option '--through'\./],
    [['list', 'all'], /^"all" is an unexpected argument\./],
    [['list', '--since'], /^Option '--since <value>' argument missing\./],
  ])('explains invalid options: %j', async (args, why) => {
    expect(await run(...args)).toBe(2);
    expect(noted[0]).toMatch(why);
    expect(noted[0]).toContain('Usage:');
  });

  it('prints its usage, and names a missing variable', async () => {
    expect(await run('--help')).toBe(0);
    expect(output[0]).toContain('Usage:');
    expect(await failures.run(['list'], { environment: {}, print: () => {}, warn: (text) => noted.push(text) })).toBe(
      1,
    );
    expect(noted.at(-1)).toBe('Configuration of failures: DATABASE_URL is required.');
  });
});

describe('a replayed failure', () => {
  it('is sent by the running service', async () => {
    const url = `memory:${newId('request')}`;
    const [database, sink, neighbours] = await Promise.all([
      createTestDatabase(deliveryDatabase),
      SmtpSink.start(),
      FakeServices.start(url),
    ]);
    let delivery: RunningApp | undefined;
    await neighbours.stopService('delivery');
    const caller = await NestFactory.createApplicationContext(MessagingModule.forCaller('failures-spec', url), {
      logger: false,
    });
    try {
      delivery = await startService(deliveryService, {
        AMQP_URL: url,
        DATABASE_URL: database.url,
        HEALTH_PORT: '0',
        LOG_LEVEL: 'silent',
        SECRETS_KEY: randomBytes(32).toString('base64'),
        DEFAULT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
        SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
        SMTP_ALLOWED_PORTS: String(sink.port),
        POLL_MS: '50',
      });
      const { artifact } = await compileVersion({ subject: 'Hello {{name}}', text: 'Dear {{name}}' }, () => undefined);
      neighbours.respond(getArtifact, () => JSON.parse(JSON.stringify(artifact)) as { format: number });
      const client = caller.get(ContractClient);
      const context: RequestContext = {
        accountId: newId('account'),
        requestId: newId('request'),
        deadline: Date.now() + 30_000,
      };
      const getStatus = async (log_id: string): Promise<string> =>
        (await client.call(getLog, context, { log_id })).status;

      sink.rule({ at: 'rcpt', address: 'ada@example.com', times: 1, then: '550 5.7.1 Not from you' });
      const { receipt_id: old } = await client.call(acceptMessage, context, {
        template: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
        recipient: { address: 'ada@example.com' },
        template_data: { name: 'Ada' },
        attachments: [],
        test: false,
        sender: { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' },
      });
      await waitFor(async () => (await getStatus(old)) === 'bounced', {
        what: 'the message to bounce',
      });
      const output: string[] = [];
      expect(
        await failures.run(['replay', '--log', old, '--yes'], {
          environment: { DATABASE_URL: database.url },
          print: (text) => output.push(text),
          warn: () => {},
        }),
      ).toBe(0);
      const [, again] = /is sent as (log_\w+)$/.exec(output[0]!)!;
      await waitFor(async () => (await getStatus(again!)) === 'sent', {
        what: 'its replay to be sent',
      });
      expect(sink.mails.map(({ raw }) => raw.toString())).toEqual([expect.stringContaining('Subject: Hello Ada')]);
      expect((await client.call(listLogEvents, context, { log_id: again! })).map(({ type }) => type)).toEqual([
        'requested',
        'queued',
        'sent',
      ]);
      expect(await getStatus(old)).toBe('bounced');
    } finally {
      await caller.close();
      await delivery?.stop();
      await Promise.all([neighbours.stop(), sink.close()]);
      await database.drop();
    }
  }, 60_000);
});

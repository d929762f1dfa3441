import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  getQueue,
  cancelMessage,
  deleteEspAccount,
  listFailures,
  moveMail,
  newId,
  replayFailures,
  resendMessage,
  updateEspAccount,
} from '@postrider/contracts';
import { SmtpSink, waitFor } from '@postrider/testing';
import { LaneLimits } from '../esp-accounts/lane-limits.js';
import { DeliveryHarness } from '../testing/delivery-harness.js';

describe('the queue', () => {
  let delivery: DeliveryHarness;
  let second: SmtpSink;

  beforeAll(async () => {
    second = await SmtpSink.start();
    delivery = await DeliveryHarness.start({ SMTP_ALLOWED_PORTS: '', UNKNOWN_OUTCOME_WAIT_SECONDS: '1' });
  }, 60_000);
  afterAll(async () => {
    await delivery?.stop();
    await second?.close();
  }, 30_000);
  afterEach(() => {
    jest.restoreAllMocks();
  });
  beforeEach(async () => {
    await delivery.newTest();
    second.clearRules();
    await delivery.restart(environment());
  });

  const environment = (more: Record<string, string> = {}): Record<string, string> => ({
    SMTP_ALLOWED_PORTS: `${delivery.sink.port},${second.port}`,
    ...more,
  });
  const done = (): Promise<unknown> =>
    waitFor(async () => (await delivery.count('work')) === 0, { what: 'all work to be done' });
  const acceptMany = (count: number, espAccount: string, name: string) =>
    Promise.all(
      Array.from({ length: count }, (_each, n) =>
        delivery.accept({ esp_account: espAccount, recipient: { address: `${name}${n}@example.com` } }),
      ),
    );
  const dueNow = (id: string) => delivery.sql.query('update work set due_at = now() where message_id = $1', [id]);
  const failOften = { at: 'mail', then: '535 5.7.8 Suspended' } as const;

  describe('moving email to another ESP account', () => {
    const later = { send_at: Math.floor(Date.now() / 1000) + 3_600 };
    const move = (esp_id: string, to: string) => delivery.client.call(moveMail, delivery.context, { esp_id, to });
    const remove = (esp_id: string) => delivery.client.call(deleteEspAccount, delivery.context, { esp_id });

    it('makes failed emails due, keeps other due times, and allows the account to be deleted', async () => {
      await delivery.restart(environment({ RETRY_DELAYS_SECONDS: '3600,3600' }));
      const main = await delivery.relay('Main', delivery.sink.port);
      const other = await delivery.relay('Other', second.port);
      delivery.sink.rule(failOften);
      const receipts = await acceptMany(3, main, 'moved');
      for (const { receipt_id } of receipts) await delivery.untilStatus(receipt_id, 'failed_to_send');
      const { receipt_id: scheduled } = await delivery.accept({ esp_account: main, ...later });
      await expect(remove(main)).rejects.toMatchObject({ code: 'in_use' });
      expect(await move(main, other)).toEqual({ moved: 4, more: false, staying: 0 });
      for (const { receipt_id } of receipts) {
        await delivery.untilStatus(receipt_id, 'sent');
        expect(await delivery.getMessages(receipt_id)).toContain('Moved from ESP account "Main" to "Other"');
      }
      expect(second.mails.filter(({ to }) => to[0]!.startsWith('moved'))).toHaveLength(3);
      const { rows } = await delivery.sql.query(
        'select lane, extract(epoch from due_at)::int as due from work where message_id = $1',
        [scheduled],
      );
      expect(rows).toEqual([{ lane: other, due: later.send_at }]);
      await remove(main);
    });

    it('allows email to be resent, cancelled and replayed after its first account was deleted', async () => {
      const { accountId } = delivery.context;
      const main = await delivery.relay('Main', delivery.sink.port);
      const other = await delivery.relay('Other', second.port);
      second.rule({ at: 'rcpt', address: 'gone@example.com', then: '550 5.1.1 No such user' });
      const accept = async (address: string) =>
        (await delivery.accept({ esp_account: main, ...later, recipient: { address } })).receipt_id;
      const cancelled = await accept('cancelled@example.com');
      const sent = await accept('resent@example.com');
      const failing = await accept('gone@example.com');
      expect(await move(main, other)).toEqual({ moved: 3, more: false, staying: 0 });
      await remove(main);

      await delivery.client.call(cancelMessage, delivery.context, { log_id: cancelled });
      const { rows: ended } = await delivery.sql.query(
        `select payload ->> 'esp_account_id' as named from outbox where topic = 'message.ended.v1' and account_id = $1`,
        [accountId],
      );
      expect(ended).toEqual([{ named: other }]);

      await Promise.all([sent, failing].map(dueNow));
      await delivery.restart(environment());
      await delivery.untilStatus(sent, 'sent');
      const resent = await delivery.client.call(resendMessage, delivery.context, { log_id: sent, test: false });
      await delivery.untilStatus(resent.receipt_id, 'sent');
      expect(second.mails.filter(({ to }) => to.includes('resent@example.com'))).toHaveLength(2);

      await delivery.untilStatus(failing, 'bounced');
      const { data } = await delivery.client.call(listFailures, delivery.context, { esp_account: other });
      expect(data.map(({ log_id }) => log_id)).toEqual([failing]);
      const { replayed, skipped } = await delivery.client.call(replayFailures, delivery.context, {
        log_ids: [failing],
        test: false,
      });
      expect(skipped).toEqual([]);
      const { rows } = await delivery.sql.query('select esp_account_id from messages where id = $1', [
        replayed[0]!.receipt_id,
      ]);
      expect(rows).toEqual([{ esp_account_id: other }]);
    });

    it('moves at most 5,000 emails per call', async () => {
      const main = await delivery.relay('Main', delivery.sink.port);
      const other = await delivery.relay('Other', second.port);
      const { receipt_id: id } = await delivery.accept({ esp_account: main, ...later });
      await delivery.sql.query(
        `insert into work (message_id, account_id, lane, due_at)
         select substr($1, 1, 16) || lpad(n::text, 10, '0'), account_id, lane || case when n % 2 = 0 then ':drip' else '' end, due_at
         from work, generate_series(1, 5200) as n where message_id = $1`,
        [id],
      );
      expect(await move(main, other)).toEqual({ moved: 5_000, more: true, staying: 0 });
      expect(await move(main, other)).toEqual({ moved: 201, more: false, staying: 0 });
      const { rows } = await delivery.sql.query(
        'select lane, count(*)::int as count from work where account_id = $1 group by lane order by lane',
        [delivery.context.accountId],
      );
      expect(rows).toEqual([
        { lane: other, count: 2_601 },
        { lane: `${other}:drip`, count: 2_600 },
      ]);
      await delivery.sql.query('delete from work where account_id = $1', [delivery.context.accountId]);
    });

    it('skips email that is being sent or may have been sent', async () => {
      const main = await delivery.relay('Main', delivery.sink.port);
      const other = await delivery.relay('Other', second.port);
      const ids = await Promise.all(
        Array.from({ length: 3 }, async () => (await delivery.accept({ esp_account: main, ...later })).receipt_id),
      );
      await delivery.sql.query('update work set lease_token = gen_random_uuid() where message_id = $1', [ids[0]]);
      await delivery.sql.query('update work set ambiguous = true where message_id = $1', [ids[1]]);
      expect(await move(main, other)).toEqual({ moved: 1, more: false, staying: 2 });
      await delivery.sql.query('delete from work where account_id = $1', [delivery.context.accountId]);
    });

    it('requires two ESP accounts of the same account', async () => {
      const main = await delivery.relay('Main', delivery.sink.port);
      await expect(move(main, main)).rejects.toMatchObject({ code: 'esp_account_not_found' });
      await delivery.newTest();
      const own = await delivery.relay('Own', second.port);
      await expect(move(own, main)).rejects.toMatchObject({ code: 'esp_account_not_found' });
      await expect(move(main, own)).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('failover', () => {
    it('sends waiting email of a failing account through the fallback, and logs that', async () => {
      await delivery.restart(environment({ RETRY_DELAYS_SECONDS: '3600,3600' }));
      const fallback = await delivery.relay('Spare', second.port);
      const main = await delivery.relay('Main', delivery.sink.port, { fallback });
      delivery.sink.rule(failOften);
      const receipts = await acceptMany(8, main, 'failover');
      await done();
      expect(second.mails.filter(({ to }) => to[0]!.startsWith('failover'))).toHaveLength(8);
      const moved = (await Promise.all(receipts.map(({ receipt_id }) => delivery.getMessages(receipt_id))))
        .flat()
        .filter((message) => message.includes('takes over'));
      expect(moved).toHaveLength(8);
      expect(moved[0]).toBe('ESP account "Main" is paused because it fails; "Spare" takes over');
      const { rows } = await delivery.sql.query<{ esp_account_id: string }>(
        `select distinct esp_account_id from attempts where account_id = $1 and outcome = 'sent'`,
        [delivery.context.accountId],
      );
      expect(rows).toEqual([{ esp_account_id: fallback }]);
    });

    it('lets the fallback finish the email that it took over when the account was deleted', async () => {
      await delivery.restart(environment({ RETRY_DELAYS_SECONDS: '3600,3600' }));
      const { accountId } = delivery.context;
      const fallback = await delivery.relay('Spare', second.port);
      const main = await delivery.relay('Main', delivery.sink.port, { fallback });
      delivery.sink.rule(failOften);
      second.rule({ at: 'rcpt', address: 'repeated0@example.com', then: '550 5.1.1 No such user' });
      const ids = (await acceptMany(6, main, 'repeated')).map(({ receipt_id }) => receipt_id);
      const [failing, sent] = ids as [string, string];
      await done();
      const { receipt_id: waiting } = await delivery.accept({
        esp_account: main,
        send_at: Math.floor(Date.now() / 1000) + 3_600,
      });
      // Sets the lane directly, because failover moves only due email, which would be sent immediately.
      await delivery.sql.query('update work set lane = $1 where message_id = $2', [fallback, waiting]);
      await delivery.client.call(deleteEspAccount, delivery.context, { esp_id: main });

      await delivery.client.call(cancelMessage, delivery.context, { log_id: waiting });
      const { rows: ended } = await delivery.sql.query(
        `select payload ->> 'esp_account_id' as named from outbox
         where topic = 'message.ended.v1' and account_id = $1 and payload ->> 'log_id' = $2`,
        [accountId, waiting],
      );
      expect(ended).toEqual([{ named: fallback }]);

      const resent = await delivery.client.call(resendMessage, delivery.context, { log_id: sent, test: false });
      await delivery.untilStatus(resent.receipt_id, 'sent');
      expect(second.mails.filter(({ to }) => to.includes('repeated1@example.com'))).toHaveLength(2);
      const { replayed, skipped } = await delivery.client.call(replayFailures, delivery.context, {
        log_ids: [failing],
        test: false,
      });
      expect(skipped).toEqual([]);
      const { rows } = await delivery.sql.query(
        `select messages.esp_account_id, payload ->> 'esp_account_id' as named from messages
         join outbox on payload ->> 'log_id' = messages.id and topic = 'message.accepted.v1' where messages.id = $1`,
        [replayed[0]!.receipt_id],
      );
      expect(rows).toEqual([{ esp_account_id: fallback, named: fallback }]);
    });

    it('leaves email with its account when the provider may have it', async () => {
      const fallback = await delivery.relay('Spare', second.port);
      const main = await delivery.relay('Main', delivery.sink.port, { fallback });
      const { receipt_id: doubtful } = await delivery.accept({
        esp_account: main,
        send_at: Math.floor(Date.now() / 1000) + 3600,
        recipient: { address: 'doubtful@example.com' },
      });
      await delivery.sql.query('update work set ambiguous = true, attempt = 2 where message_id = $1', [doubtful]);
      delivery.sink.rule(failOften);
      await acceptMany(6, main, 'definite');
      await waitFor(() => second.mails.filter(({ to }) => to[0]!.startsWith('definite')).length === 6, {
        what: 'the fallback to send the others',
      });
      await dueNow(doubtful);
      delivery.sink.clearRules();
      await delivery.untilStatus(doubtful, 'sent');
      expect(delivery.receivedBy('doubtful@example.com')).toHaveLength(1);
      expect(second.mails.some(({ to }) => to.includes('doubtful@example.com'))).toBe(false);
    });

    it('is not delayed by email of a failing account without a fallback', async () => {
      // Makes the pause last until the end of the test.
      const getLimit = LaneLimits.prototype.getLimit;
      jest.spyOn(LaneLimits.prototype, 'getLimit').mockImplementation(function (this: LaneLimits, lane) {
        return getLimit.call(this, lane) === Infinity ? Infinity : 0;
      });
      const stuck = await delivery.relay('Stuck', delivery.sink.port);
      const fallback = await delivery.relay('Spare', second.port);
      const main = await delivery.relay('Main', delivery.sink.port, { fallback });
      await delivery.sql.query(
        `insert into work (message_id, account_id, lane, due_at) select 'log_stuck' || n, $1, $2, now() + interval '1 hour' from generate_series(1, 600) as n`,
        [delivery.context.accountId, stuck],
      );
      delivery.sink.rule(failOften);
      await Promise.all(
        (await acceptMany(6, stuck, 'stuck'))
          .slice(0, 5)
          .map(({ receipt_id }) => delivery.untilStatus(receipt_id, 'failed_to_send')),
      );
      await delivery.sql.query(`update work set due_at = now() where message_id like 'log_stuck%'`);
      await acceptMany(5, main, 'opening');
      await waitFor(() => second.mails.filter(({ to }) => to[0]!.startsWith('opening')).length === 5, {
        what: 'the breaker to open',
      });
      await acceptMany(6, main, 'moving');
      await waitFor(() => second.mails.filter(({ to }) => to[0]!.startsWith('moving')).length === 6, {
        what: 'the fallback to send its mail',
      });
      const { rows } = await delivery.sql.query(
        `select count(*)::int as waiting from work where message_id like 'log_stuck%' and lease_token is null and attempt = 1`,
      );
      expect(rows).toEqual([{ waiting: 600 }]);
      await delivery.sql.query('delete from work where account_id = $1', [delivery.context.accountId]);
    });

    it('shows the failing account in processes that did not see its failures, until it works', async () => {
      const fallback = await delivery.relay('Spare', second.port);
      const main = await delivery.relay('Main', delivery.sink.port, { fallback });
      const laneOfMain = async () =>
        (await delivery.client.call(getQueue, delivery.context, {})).lanes.find(
          ({ esp_account }) => esp_account === main,
        );
      delivery.sink.rule({ at: 'mail', then: '535 5.7.8 Suspended' });
      await acceptMany(8, main, 'seen');
      await done();
      await delivery.restart(environment());
      expect(await laneOfMain()).toMatchObject({ waiting: 0, last_error: { message: '535 5.7.8 Suspended' } });
      expect((await laneOfMain())!.state).not.toBe('open');
      delivery.sink.clearRules();
      const { receipt_id } = await delivery.accept({ esp_account: main });
      await delivery.untilStatus(receipt_id, 'sent');
      await waitFor(async () => (await laneOfMain()) === undefined, {
        what: 'the account to work',
      });
    });

    it('returns to the account when it works again', async () => {
      const fallback = await delivery.relay('Spare', second.port);
      const main = await delivery.relay('Main', delivery.sink.port, { fallback });
      delivery.sink.rule({ ...failOften, times: 5 });
      await acceptMany(5, main, 'back');
      await done();
      await waitFor(
        async () => {
          await delivery.accept({ esp_account: main, recipient: { address: 'again@example.com' } });
          return delivery.receivedBy('again@example.com').length > 0;
        },
        { what: 'a mail to be sent through the account itself' },
      );
    });
  });

  it('sends immediately through a paused account whose credentials were corrected', async () => {
    const locked = await SmtpSink.start({ auth: { username: 'u', password: 'right' } });
    await delivery.restart(
      environment({
        SMTP_ALLOWED_PORTS: String(locked.port),
        SMTP_ALLOW_PLAIN_AUTH: 'true',
        RETRY_DELAYS_SECONDS: '3600',
      }),
    );
    const credentials = { host: '127.0.0.1', port: locked.port, username: 'u', password: 'wrong', use_tls: false };
    const id = await delivery.relay('Locked', locked.port, { credentials });
    for (let n = 0; n < 5; n++)
      await delivery.untilStatus((await delivery.accept({ esp_account: id })).receipt_id, 'failed_to_send');
    const { receipt_id: waiting } = await delivery.accept({ esp_account: id });
    await delivery.client.call(updateEspAccount, delivery.context, {
      esp_id: id,
      name: 'Unlocked',
      credentials: { ...credentials, password: 'right' },
    });
    await delivery.untilStatus(waiting, 'sent');
    await locked.close();
  });

  describe('rate limits', () => {
    it('apply to all processes together', async () => {
      const more = await delivery.process(environment());
      try {
        const rated = await delivery.relay('Rated', second.port, { rate_per_second: 20 });
        const before = second.mails.length;
        const start = Date.now();
        await acceptMany(40, rated, 'rated');
        await done();
        expect(second.mails.length - before).toBe(40);
        // A burst of ten, then one every 50 ms.
        expect(Date.now() - start).toBeGreaterThanOrEqual(1_400);
      } finally {
        await more.stop();
      }
    });

    it('do not delay email of other accounts or of test keys', async () => {
      const rated = await delivery.relay('Rated', second.port, { rate_per_second: 0.01 });
      const free = await delivery.relay('Free', delivery.sink.port);
      const receipts = await acceptMany(3, rated, 'slow');
      const { receipt_id: other } = await delivery.accept({ esp_account: free });
      const { receipt_id: test } = await delivery.accept({ esp_account: rated }, true);
      await Promise.all([delivery.untilStatus(other, 'sent'), delivery.untilStatus(test, 'sent')]);
      await waitFor(async () => (await delivery.count('work')) === 2, {
        what: 'the one mail the bucket holds to be sent',
      });
      const statuses = await Promise.all(receipts.map(({ receipt_id }) => delivery.getStatus(receipt_id)));
      expect(statuses.toSorted()).toEqual(['queued', 'queued', 'sent']);
    });
  });

  describe('unknown outcomes', () => {
    it('are retried after a wait, and logged as possible duplicates', async () => {
      delivery.sink.rule({ at: 'end', address: 'maybe@example.com', times: 1, then: 'hang' });
      await delivery.restart(
        environment({
          ATTEMPT_TIMEOUT_SECONDS: '6',
          RETRY_DELAYS_SECONDS: '0',
          UNKNOWN_OUTCOME_WAIT_SECONDS: '3600',
        }),
      );
      const { receipt_id: id } = await delivery.accept({ recipient: { address: 'maybe@example.com' } });
      await delivery.untilStatus(id, 'failed_to_send');
      const { rows } = await delivery.sql.query(
        `select ambiguous, due_at > now() + interval '50 minutes' as waits from work where message_id = $1`,
        [id],
      );
      expect(rows).toEqual([{ ambiguous: true, waits: true }]);
      await dueNow(id);
      await delivery.untilStatus(id, 'sent');
      expect((await delivery.getMessages(id))[2]).toMatch(
        /next try in 60 min with the same Message-ID, as it may have been sent$/,
      );
    });

    it('end a message whose attempts all ended with their process', async () => {
      await delivery.restart(environment({ UNKNOWN_OUTCOME_WAIT_SECONDS: '3600' }));
      const { receipt_id: id } = await delivery.accept({
        send_at: Math.floor(Date.now() / 1000) + 3600,
        recipient: { address: 'poison@example.com' },
      });
      for (let attempt = 1; attempt <= 3; attempt++) {
        await delivery.abandon(id);
        const events = 2 + attempt;
        await waitFor(async () => (await delivery.getEvents(id)).length >= events, {
          what: `abandoned attempt ${attempt} to be noticed`,
        });
      }
      await delivery.untilStatus(id, 'dropped');
      expect((await delivery.getMessages(id)).at(-1)).toMatch(/^Given up after 3 attempts/);
      expect(delivery.receivedBy('poison@example.com')).toEqual([]);
      expect([await delivery.count('work'), await delivery.count('failures')]).toEqual([0, 1]);
    });
  });

  it('sends for one account while two others are stuck', async () => {
    await delivery.restart(
      environment({ DELIVERY_CONCURRENCY: '9', DELIVERY_LANE_CONCURRENCY: '9', ATTEMPT_TIMEOUT_SECONDS: '600' }),
    );
    const [one, two, healthy] = [
      await delivery.relay('One', second.port),
      await delivery.relay('Two', second.port),
      await delivery.relay('Healthy', delivery.sink.port),
    ];
    const { timesApplied } = second;
    second.rule({ at: 'end', then: 'hang' });
    await Promise.all([acceptMany(20, one, 'one'), acceptMany(20, two, 'two')]);
    await waitFor(() => second.timesApplied - timesApplied >= 4, { what: 'both to be stuck' });
    const receipts = await acceptMany(20, healthy, 'healthy');
    for (const { receipt_id } of receipts) await delivery.untilStatus(receipt_id, 'sent');
    second.clearRules();
    second.dropConnections();
    // Stuck email would affect the next test.
    await done();
  });

  it('sends for one account while ninety mail servers of another are stuck', async () => {
    await delivery.restart(environment({ ATTEMPT_TIMEOUT_SECONDS: '600' }));
    second.rule({ at: 'end', then: 'hang' });
    // Ten at a time, so that no call times out.
    for (let first = 0; first < 90; first += 10)
      await Promise.all(
        Array.from({ length: 10 }, async (_each, n) =>
          acceptMany(2, await delivery.relay(`Slow ${first + n}`, second.port), `slow-${first + n}-`),
        ),
      );
    const slow = delivery.context;
    const held = async (): Promise<number> => {
      const { rows } = await delivery.sql.query<{ held: number }>(
        'select count(*)::int as held from work where account_id = $1 and lease_token is not null',
        [slow.accountId],
      );
      return rows[0]!.held;
    };
    await waitFor(async () => (await held()) >= 40, { what: 'them to be stuck' });
    delivery.context = { ...slow, accountId: newId('account') };
    const quiet = await delivery.relay('Quiet', delivery.sink.port);
    const receipts = [];
    for (const part of ['a', 'b', 'c', 'd']) receipts.push(...(await acceptMany(30, quiet, `quiet-${part}`)));
    for (const { receipt_id } of receipts) await delivery.untilStatus(receipt_id, 'sent');
    expect(await held()).toBeLessThanOrEqual(42);
    second.clearRules();
    second.dropConnections();
  }, 60_000);

  it('sends due email, within its rate limit and on time, while hundreds of other ESP accounts have pending email', async () => {
    await delivery.sql.query(
      `insert into work (message_id, account_id, lane, due_at) select 'log_later' || n, $1, 'esp_later' || n, now() + interval '1 hour' from generate_series(1, 300) as n`,
      [delivery.context.accountId],
    );
    const rated = await delivery.relay('Rated', delivery.sink.port, { rate_per_second: 10 });
    const free = await delivery.relay('Free', delivery.sink.port);
    const receipts = await acceptMany(8, rated, 'rated');
    receipts.push(
      await delivery.accept({
        esp_account: free,
        send_at: Math.floor(Date.now() / 1000) + 1,
        recipient: { address: 'scheduled@example.com' },
      }),
    );
    for (const { receipt_id } of receipts) await delivery.untilStatus(receipt_id, 'sent');
    expect(await delivery.count('work')).toBe(300);
    await delivery.sql.query('delete from work where account_id = $1', [delivery.context.accountId]);
  });

  it('claims emails of test keys and of the built-in server from lanes of their account', async () => {
    const inAnHour = Math.floor(Date.now() / 1000) + 3600;
    const [test, builtin] = await Promise.all([
      delivery.accept({ send_at: inAnHour, recipient: { address: 'test@example.com' } }, true),
      delivery.accept({ send_at: inAnHour, recipient: { address: 'builtin@example.com' } }),
    ]);
    const { rows } = await delivery.sql.query('select lane from work where account_id = $1 order by lane', [
      delivery.context.accountId,
    ]);
    expect(rows).toEqual([
      { lane: `builtin:${delivery.context.accountId}` },
      { lane: `test:${delivery.context.accountId}` },
    ]);
    await Promise.all([dueNow(test.receipt_id), dueNow(builtin.receipt_id)]);
    await Promise.all([
      delivery.untilStatus(test.receipt_id, 'sent'),
      delivery.untilStatus(builtin.receipt_id, 'sent'),
    ]);
    expect(delivery.receivedBy('test@example.com')).toEqual([]);
    expect(delivery.receivedBy('builtin@example.com')).toHaveLength(1);
  });

  it('records only messages that ended without being sent as failures', async () => {
    delivery.sink.rule({ at: 'rcpt', address: 'gone@example.com', then: '550 5.1.1 No such user' });
    const { receipt_id: id } = await delivery.accept({ recipient: { address: 'gone@example.com' } });
    const { receipt_id: sent } = await delivery.accept({ recipient: { address: 'here@example.com' } });
    await Promise.all([delivery.untilStatus(id, 'bounced'), delivery.untilStatus(sent, 'sent')]);
    const { rows } = await delivery.sql.query(
      'select message_id, esp_account_id, status, code, reason from failures where account_id = $1',
      [delivery.context.accountId],
    );
    expect(rows).toEqual([
      {
        message_id: id,
        esp_account_id: 'builtin',
        status: 'bounced',
        code: '5.1.1',
        reason: expect.stringContaining('No such user'),
      },
    ]);
  });
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getArtifact } from '@postrider/contracts';
import { compileVersion } from '@postrider/rendering';
import { waitFor } from '@postrider/testing';
import { DeliveryHarness } from '../testing/delivery-harness.js';

describe('an attempt', () => {
  let delivery: DeliveryHarness;

  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(async () => {
    await delivery.newTest();
    await delivery.restart();
  });

  const getWork = async (id: string) =>
    (
      await delivery.sql.query<{ attempt: number; waits: number; ambiguous: boolean; leased: boolean; wait: number }>(
        `select attempt, waits, ambiguous, lease_token is not null as leased, extract(epoch from due_at - now())::float8 as wait
         from work where message_id = $1`,
        [id],
      )
    ).rows[0];
  const dueNow = (id: string) => delivery.sql.query('update work set due_at = now() where message_id = $1', [id]);
  const until = (what: string, condition: () => Promise<boolean> | boolean) => waitFor(condition, { what });

  it('logs only the first of consecutive waits for a service, also after a failed attempt', async () => {
    const muchLater = { RETRY_DELAYS_SECONDS: '3600,3600' };
    await delivery.restart(muchLater);
    delivery.sink.rule({ at: 'rcpt', address: 'later@example.com', times: 1, then: '451 4.2.0 Try again later' });
    const { receipt_id: id } = await delivery.accept({ recipient: { address: 'later@example.com' } });
    await delivery.untilStatus(id, 'failed_to_send');
    await delivery.neighbours.stopService('template');
    await delivery.restart(muchLater);
    for (let waits = 1; waits <= 3; waits++) {
      await dueNow(id);
      await until(`wait ${waits}`, async () => (await getWork(id))?.waits === waits);
    }
    expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'failed_to_send', 'failed_to_queue']);
    await delivery.neighbours.startService('template');
    await dueNow(id);
    await delivery.untilStatus(id, 'sent');
  });

  it('drops emails that exceed the rendering limits immediately, and sends others meanwhile', async () => {
    const items = (length: number): number[] => Array.from({ length }, () => 1);
    const hostile = { a: items(20), b: items(20), s: 'x\n'.repeat(1_250) };
    const html = `${'<blockquote>'.repeat(190)}<pre>{{#a}}{{#b}}{{{s}}}{{/b}}{{/a}}`;
    const { artifact } = await compileVersion({ subject: 'Quotes', html }, () => undefined);
    delivery.neighbours.respond(getArtifact, () => JSON.parse(JSON.stringify(artifact)) as { format: number });
    const receipts = await Promise.all(
      Array.from({ length: 6 }, () =>
        delivery.accept({ template_data: hostile, recipient: { address: 'h@x.example' } }),
      ),
    );
    const { receipt_id: other } = await delivery.accept({ template_data: { a: items(3_000), b: 1, s: 'x' } });
    await delivery.untilStatus(other, 'sent');
    for (const { receipt_id: id } of receipts) {
      await delivery.untilStatus(id, 'dropped');
      expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'dropped']);
      expect((await delivery.getMessages(id)).at(-1)).toMatch(
        /^(text made from the html|rendering it) needs more than /,
      );
    }
    expect(delivery.receivedBy('h@x.example')).toEqual([]);
  });

  describe('through an ESP account that only the operator can repair', () => {
    it('ends by the schedule as a failure when SECRETS_KEY lacks the key of its credentials', async () => {
      const espAccount = await delivery.relay('Sealed', delivery.sink.port);
      await delivery.restart({ SECRETS_KEY: randomBytes(32).toString('base64') });
      const { receipt_id: id } = await delivery.accept({ esp_account: espAccount });
      await delivery.untilStatus(id, 'dropped');
      expect((await delivery.getMessages(id)).at(-1)).toBe(
        'Given up after 3 attempts. The credentials of this ESP account cannot be decrypted: SECRETS_KEY lacks the key they were sealed with',
      );
      const { rows } = await delivery.sql.query('select code, status from failures where message_id = $1', [id]);
      expect(rows).toEqual([{ code: 'unusable_account', status: 'dropped' }]);
    });

    it('uses the fallback, if there is one', async () => {
      const newKey = randomBytes(32).toString('base64');
      const failing = await delivery.relay('Sealed', delivery.sink.port);
      await delivery.restart({ SECRETS_KEY: newKey });
      const fallback = await delivery.relay('Fallback', delivery.sink.port);
      await delivery.sql.query('update esp_accounts set fallback_id = $2 where id = $1', [failing, fallback]);
      const receipts = await Promise.all(
        Array.from({ length: 8 }, () =>
          delivery.accept({ esp_account: failing, recipient: { address: 'f@example.com' } }),
        ),
      );
      for (const { receipt_id } of receipts) await delivery.untilStatus(receipt_id, 'sent');
    });

    it('ends when DEFAULT_SMTP_URL was removed', async () => {
      const { receipt_id: id } = await delivery.accept({ send_at: Math.floor(Date.now() / 1000) + 3600 });
      await delivery.restart({ DEFAULT_SMTP_URL: '' });
      await dueNow(id);
      await delivery.untilStatus(id, 'dropped');
      expect((await delivery.getMessages(id)).at(-1)).toMatch(/DEFAULT_SMTP_URL is not set$/);
      expect(await delivery.count('failures')).toBe(1);
    });
  });

  describe('whose provider answers after the lease has expired', () => {
    /** A message that a provider has not answered, and whose expired lease another process has found. */
    const unanswered = async (address: string): Promise<{ id: string; releaseReply: () => void }> => {
      const releaseReply = delivery.sink.holdReplies();
      const before = delivery.sink.unanswered;
      const { receipt_id: id } = await delivery.accept({ recipient: { address } });
      await until('the server to have the mail', () => delivery.sink.unanswered > before);
      await delivery.sql.query(`update work set due_at = now() - interval '1 second' where message_id = $1`, [id]);
      await until('the lease to be given up', async () => (await getWork(id))?.ambiguous === true);
      expect(await getWork(id)).toMatchObject({ leased: false, attempt: 2 });
      return { id, releaseReply };
    };
    const getAttempts = async (id: string) =>
      (
        await delivery.sql.query(
          'select attempt, outcome from attempts where message_id = $1 order by attempt, outcome',
          [id],
        )
      ).rows;

    it('ends as sent, once, while no other process has leased the message', async () => {
      const { id, releaseReply } = await unanswered('late@example.com');
      releaseReply();
      await delivery.untilStatus(id, 'sent');
      expect(await delivery.count('work')).toBe(0);
      expect(delivery.receivedBy('late@example.com')).toHaveLength(1);
      expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'failed_to_send', 'sent']);
      expect(await getAttempts(id)).toEqual([{ attempt: 1, outcome: 'sent' }]);
    });

    it('ends as bounced when the provider rejects the message permanently', async () => {
      const { id, releaseReply } = await unanswered('refused@example.com');
      delivery.sink.rule({ at: 'taken', address: 'refused@example.com', then: '554 5.6.0 Content refused' });
      releaseReply();
      await delivery.untilStatus(id, 'bounced');
      expect(await delivery.count('work')).toBe(0);
      expect(await delivery.count('failures')).toBe(1);
      expect(await getAttempts(id)).toEqual([{ attempt: 1, outcome: 'rejected' }]);
    });

    it('an attempt is repeated when the late response is a temporary failure', async () => {
      const { id, releaseReply } = await unanswered('later@example.com');
      delivery.sink.rule({ at: 'taken', address: 'later@example.com', times: 1, then: '451 4.2.0 Try again later' });
      const { timesApplied } = delivery.sink;
      releaseReply();
      await until('the server to answer', () => delivery.sink.timesApplied > timesApplied);
      await dueNow(id);
      await delivery.untilStatus(id, 'sent');
      expect(await getAttempts(id)).toEqual([{ attempt: 2, outcome: 'sent' }]);
    });

    it('does not interfere with another attempt in flight', async () => {
      const { id, releaseReply } = await unanswered('taken@example.com');
      const { unanswered: held } = delivery.sink;
      await dueNow(id);
      await until('the next attempt to reach the server', () => delivery.sink.unanswered > held);
      releaseReply();
      await delivery.untilStatus(id, 'sent');
      expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'failed_to_send', 'sent']);
      expect(await getAttempts(id)).toEqual([{ attempt: 2, outcome: 'sent' }]);
    });
  });

  it('an email is sent once when the database accepts its result only after the lease has expired', async () => {
    await delivery.restart({ LEASE_SECONDS: '3', ATTEMPT_TIMEOUT_SECONDS: '1' });
    const holder = await delivery.sql.connect();
    try {
      await holder.query('begin; lock table attempts in exclusive mode');
      const { receipt_id: id } = await delivery.accept({ recipient: { address: 'kept@example.com' } });
      await until('the lease to be given up', async () => (await getWork(id))?.ambiguous === true);
      let ended = 0;
      await until('the result to be refused again and again after the lease', async () => {
        const { rowCount } = await delivery.sql.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        ended += rowCount ?? 0;
        return ended >= 4;
      });
      await holder.query('rollback');
      await delivery.untilStatus(id, 'sent');
      expect(delivery.receivedBy('kept@example.com')).toHaveLength(1);
    } finally {
      holder.release(true);
    }
  });

  describe('aborted by the stop of its process', () => {
    const hangingAt = async (at: 'mail' | 'taken', address: string): Promise<string> => {
      await delivery.restart({ DRAIN_SECONDS: '0.1' });
      const { timesApplied } = delivery.sink;
      delivery.sink.rule({ at, ...(at === 'taken' ? { address } : {}), then: 'hang' });
      const { receipt_id: id } = await delivery.accept({ recipient: { address } });
      await until('the server to hang', () => delivery.sink.timesApplied > timesApplied);
      return id;
    };

    it('an aborted attempt is released immediately, without counting as an attempt, when no provider can have the email', async () => {
      const id = await hangingAt('mail', 'cut@example.com');
      await delivery.stopProcess();
      expect(await getWork(id)).toMatchObject({ attempt: 1, waits: 0, ambiguous: false, leased: false });
      expect((await getWork(id))!.wait).toBeLessThanOrEqual(0);
      expect(await delivery.count('attempts')).toBe(0);
      delivery.sink.clearRules();
      await delivery.restart();
      await delivery.untilStatus(id, 'sent');
      expect(delivery.receivedBy('cut@example.com')).toHaveLength(1);
      expect(await delivery.getMessages(id)).toContain(
        'The process that was about to send this message stopped; another one sends it',
      );
    });

    it('waits for its repetition, and logs that, when the provider may have the email', async () => {
      const id = await hangingAt('taken', 'doubt@example.com');
      await delivery.stopProcess();
      expect(await getWork(id)).toMatchObject({ attempt: 1, waits: 0, ambiguous: true, leased: false });
      expect((await getWork(id))!.wait).toBeGreaterThan(30);
      delivery.sink.clearRules();
      await delivery.restart();
      expect((await delivery.getMessages(id)).at(-1)).toMatch(
        /stopped before the provider responded; next try in 60 s with the same Message-ID, as it may have been sent$/,
      );
    });
  });
});

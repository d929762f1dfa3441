import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PayloadOf, RequestOf, SuppressionReason } from '@postrider/contracts';
import {
  createSuppression,
  customerErased,
  getArtifact,
  importSuppressions,
  listSuppressions,
  logEventReported,
  messageEnded,
  newId,
  planDripMail,
  removeSuppressions,
  resendMessage,
} from '@postrider/contracts';
import { compileVersion } from '@postrider/rendering';
import { waitFor } from '@postrider/testing';
import { DeliveryHarness } from '../testing/delivery-harness.js';

type Report = PayloadOf<typeof logEventReported>;

const ada = 'ada@example.com';
const formatDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const startedAt = Date.now();
/** Replaces dates of today with `today`, also when the day changes during the tests. */
const withoutDates = (text = ''): string =>
  text.replaceAll(formatDay(startedAt), 'today').replaceAll(formatDay(Date.now()), 'today');
const suppressedManually =
  'Suppressed: added manually on today; remove the address from the suppressions to send to it again';

describe('suppressions', () => {
  let delivery: DeliveryHarness;

  beforeAll(async () => {
    delivery = await DeliveryHarness.start({ RETRY_DELAYS_SECONDS: '3600,3600' });
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.newTest());

  const suppress = (email: string, reason: SuppressionReason = 'manual') =>
    delivery.client.call(createSuppression, delivery.context, { email, reason });
  const listed = async (query: RequestOf<typeof listSuppressions> = {}) =>
    (await delivery.client.call(listSuppressions, delivery.context, query)).data;
  const remove = (email: string, reason?: SuppressionReason) =>
    delivery.client.call(removeSuppressions, delivery.context, { email, reason });
  const send = async (...request: Parameters<DeliveryHarness['accept']>) =>
    (await delivery.accept(...request)).receipt_id;
  const lastMessage = async (id: string) => withoutDates((await delivery.getMessages(id)).at(-1));
  const dueNow = (id: string) => delivery.sql.query('update work set due_at = now() where message_id = $1', [id]);
  const later = () => Math.floor(Date.now() / 1000) + 3600;
  const findMail = (to: string) => delivery.receivedBy(to).filter(({ from }) => from === delivery.sender.address);
  const report = (log_id: string, type: Report['type'], more: Partial<Report> = {}) =>
    delivery.publish(logEventReported, {
      log_id,
      type,
      at_ms: Date.now(),
      message: `It was ${type}`,
      moves_status: true,
      detail: {},
      ...more,
    });
  const printing = async (text: string): Promise<void> => {
    const { artifact } = await compileVersion({ subject: 'News', text }, () => undefined);
    delivery.neighbours.respond(getArtifact, () => JSON.parse(JSON.stringify(artifact)) as { format: number });
  };
  /** A new address, because all tests share one mail server. */
  const newAddress = (): string => `${newId('request').toLowerCase()}@example.com`;

  it('cause email to be dropped with the reason, until the address is removed', async () => {
    const address = newAddress();
    await suppress(address);
    const id = await send({ recipient: { address } });
    await delivery.untilStatus(id, 'dropped');
    expect(await delivery.getEvents(id)).toEqual(['requested', 'queued', 'dropped']);
    expect(await lastMessage(id)).toBe(suppressedManually);
    expect(findMail(address)).toEqual([]);
    const { rows } = await delivery.sql.query<{ payload: PayloadOf<typeof messageEnded> }>(
      'select payload from outbox where account_id = $1 and topic = $2',
      [delivery.context.accountId, messageEnded.topic],
    );
    expect(rows).toMatchObject([{ payload: { log_id: id, status: 'dropped' } }]);
    expect(withoutDates(rows[0]!.payload.reason)).toBe(suppressedManually);
    const failures = await delivery.sql.query('select status, code from failures where message_id = $1', [id]);
    expect(failures.rows).toEqual([{ status: 'dropped', code: 'suppressed' }]);
    expect(await remove(address)).toEqual({ removed: 1 });
    expect(await remove(address)).toEqual({ removed: 0 });
    const again = await send({ recipient: { address } });
    await delivery.untilStatus(again, 'sent');
  });

  describe('apply at the time of the send', () => {
    it('to email that was scheduled or is retried', async () => {
      const [scheduled, retried] = [newAddress(), newAddress()];
      delivery.sink.rule({ at: 'rcpt', address: retried, then: '451 4.2.0 Try again later' });
      const ids = [
        await send({ recipient: { address: scheduled }, send_at: later() }),
        await send({ recipient: { address: retried } }),
      ];
      await delivery.untilStatus(ids[1]!, 'failed_to_send');
      for (const address of [scheduled, retried]) await suppress(address);
      delivery.sink.clearRules();
      for (const id of ids) {
        await dueNow(id);
        await delivery.untilStatus(id, 'dropped');
        expect(await lastMessage(id)).toBe(suppressedManually);
      }
      for (const address of [scheduled, retried]) expect(findMail(address)).toEqual([]);
    });

    it('to email that is resent, rate-limited or of a test key', async () => {
      const address = newAddress();
      const first = await send({ recipient: { address } });
      await delivery.untilStatus(first, 'sent');
      await suppress(address);
      const rated = await delivery.relay('Slow', delivery.sink.port, { rate_per_second: 100 });
      const { receipt_id: resent } = await delivery.client.call(resendMessage, delivery.context, {
        log_id: first,
        test: false,
      });
      const ids = [
        resent,
        await send({ recipient: { address }, esp_account: rated }),
        await send({ recipient: { address } }, true),
      ];
      for (const id of ids) await delivery.untilStatus(id, 'dropped');
      expect(findMail(address)).toHaveLength(1);
    });

    it('to the next email of a campaign, which then continues', async () => {
      const { content, ...mail } = planDripMail.examples[0]!.request;
      const address = newAddress();
      const step = {
        ...mail,
        membership_id: newId('membership'),
        due_at: later(),
        content: { ...content, recipient: { address } },
      };
      await delivery.client.call(planDripMail, delivery.context, step);
      const { rows } = await delivery.sql.query<{ id: string }>('select id from messages where account_id = $1', [
        delivery.context.accountId,
      ]);
      await suppress(address);
      await dueNow(rows[0]!.id);
      await delivery.untilStatus(rows[0]!.id, 'dropped');
      expect(await lastMessage(rows[0]!.id)).toBe(suppressedManually);
      const ended = await delivery.sql.query<{ payload: { drip: object } }>(
        'select payload from outbox where account_id = $1 and topic = $2',
        [delivery.context.accountId, messageEnded.topic],
      );
      expect(ended.rows[0]!.payload.drip).toMatchObject({ membership_id: step.membership_id });
    });
  });

  it('match every spelling of an address, in one account', async () => {
    const label = newId('request').slice(4, 12).toLowerCase();
    await suppress(`Ada@${label}-Müller.example`);
    const id = await send({ recipient: { address: `ADA@${label}-müller.EXAMPLE` } });
    await delivery.untilStatus(id, 'dropped');
    expect(await listed({ email: `ada@${label}-MÜLLER.example` })).toMatchObject([
      { email: expect.stringMatching(/^ada@xn--/) },
    ]);
    delivery.context = { ...delivery.context, accountId: newId('account') };
    const others = await send({ recipient: { address: `ada@${label}-müller.example` } });
    await delivery.untilStatus(others, 'sent');
    expect(await listed()).toEqual([]);
  });

  it('omit copies, and the log shows that', async () => {
    const [to, seen, blind, suppressedCopy, hidden] = [
      newAddress(),
      newAddress(),
      newAddress(),
      newAddress(),
      newAddress(),
    ];
    await suppress(suppressedCopy);
    await suppress(hidden, 'spam_report');
    const id = await send({
      recipient: { address: to },
      cc: [{ address: seen }, { address: suppressedCopy }],
      bcc: [{ address: hidden }, { address: blind }],
    });
    await delivery.untilStatus(id, 'sent');
    expect(findMail(to)).toMatchObject([{ to: [to, seen, blind] }]);
    expect(String(findMail(to)[0]!.raw)).not.toContain(suppressedCopy);
    expect(await lastMessage(id)).toContain(
      `No copy to ${suppressedCopy}, suppressed: added manually on today. No copy to ${hidden}, suppressed: reported as spam on today.`,
    );
  });

  it('of unsubscribed addresses apply only to email with an unsubscribe link', async () => {
    const address = newAddress();
    await suppress(address, 'unsubscribe');
    const receipt = await send({ recipient: { address } });
    await delivery.untilStatus(receipt, 'sent');
    const own = await send({ recipient: { address }, headers: { 'list-unsubscribe': '<mailto:off@acme.example>' } });
    await delivery.untilStatus(own, 'dropped');
    await delivery.restart();
    await printing('News. {{unsubscribe_url}}');
    const news = await send({ recipient: { address } });
    await delivery.untilStatus(news, 'dropped');
    expect(await lastMessage(news)).toContain('Suppressed: unsubscribed on today;');
  });

  it('are ignored by a send with ignore_suppressions, but not by its resend', async () => {
    const address = newAddress();
    await suppress(address);
    const id = await send({ recipient: { address }, ignore_suppressions: true });
    await delivery.untilStatus(id, 'sent');
    const { receipt_id: resent } = await delivery.client.call(resendMessage, delivery.context, {
      log_id: id,
      test: false,
    });
    await delivery.untilStatus(resent, 'dropped');
  });

  describe('are created', () => {
    it('when a mail server reports an unknown address, also of a copy', async () => {
      const [unknownAddress, copy, full] = [newAddress(), newAddress(), newAddress()];
      delivery.sink.rule({ at: 'rcpt', address: unknownAddress, then: '550 5.1.1 No such user' });
      delivery.sink.rule({ at: 'rcpt', address: copy, then: '550 5.1.1 Nobody here' });
      delivery.sink.rule({ at: 'rcpt', address: full, then: '554 5.7.1 Not from you' });
      const [id, withCopy, rejected] = [
        await send({ recipient: { address: unknownAddress } }),
        await send({ cc: [{ address: copy }] }),
        await send({ recipient: { address: full } }),
      ];
      await delivery.untilStatus(id, 'bounced');
      await delivery.untilStatus(withCopy, 'sent');
      await delivery.untilStatus(rejected, 'bounced');
      const note = '550 5.1.1 No such user';
      expect(await listed({ email: unknownAddress })).toMatchObject([{ reason: 'hard_bounce', log_id: id, note }]);
      expect(await listed({ email: copy })).toMatchObject([{ reason: 'hard_bounce', log_id: withCopy }]);
      expect(await listed()).toHaveLength(2);
      delivery.sink.clearRules();
      const again = await send({ recipient: { address: unknownAddress } });
      await delivery.untilStatus(again, 'dropped');
      expect(await lastMessage(again)).toContain('Suppressed: hard bounce of today;');
    });

    it('by reported events', async () => {
      const [first, copy] = [newAddress(), newAddress()];
      const id = await send({ recipient: { address: first }, cc: [{ address: copy }] });
      await delivery.untilStatus(id, 'sent');
      await report(id, 'bounced', { detail: { bounce: 'soft' } });
      await report(id, 'unsubscribed', { detail: { is_bot: true } });
      expect(await listed()).toEqual([]);
      await report(id, 'reported_as_spam', { address: copy });
      await report(id, 'bounced', { detail: { bounce: 'hard' }, message: '550 5.1.1 Gone' });
      await report(id, 'bounced', { detail: { bounce: 'hard' }, message: 'The same again' });
      await report(id, 'unsubscribed');
      expect(await listed()).toMatchObject([
        { email: first, reason: 'unsubscribe', log_id: id },
        { email: first, reason: 'hard_bounce', note: '550 5.1.1 Gone' },
        { email: copy, reason: 'spam_report' },
      ]);
      expect(await remove(first, 'hard_bounce')).toEqual({ removed: 1 });
      expect(await listed({ email: first })).toMatchObject([{ reason: 'unsubscribe' }]);
    });
  });

  it('are listed newest first, in pages, by reason', async () => {
    const reasons: SuppressionReason[] = ['manual', 'hard_bounce', 'manual', 'unsubscribe', 'hard_bounce'];
    for (const [index, reason] of reasons.entries()) await suppress(`person${index}@example.com`, reason);
    const emails: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const page = await delivery.client.call(listSuppressions, delivery.context, { count: 2, cursor });
      emails.push(...page.data.map(({ email }) => email));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(emails).toEqual([4, 3, 2, 1, 0].map((index) => `person${index}@example.com`));
    expect((await listed({ reason: 'hard_bounce' })).map(({ email }) => email)).toEqual([
      'person4@example.com',
      'person1@example.com',
    ]);
  });

  it('are found by a prefix of the address', async () => {
    for (const address of ['ada@example.com', 'adam@example.com', 'bob@example.com']) await suppress(address, 'manual');
    await suppress('adam@example.com', 'unsubscribe');
    expect((await listed({ search: 'ADA' })).map(({ email, reason }) => [email, reason])).toEqual([
      ['adam@example.com', 'unsubscribe'],
      ['adam@example.com', 'manual'],
      ['ada@example.com', 'manual'],
    ]);
    expect(await listed({ search: 'adam', reason: 'manual' })).toHaveLength(1);
    expect(await listed({ search: 'a%' })).toEqual([]);
  });

  it('are imported without duplicates, and only new ones count towards the quota', async () => {
    const entries = [{ email: ada }, { email: 'ADA@example.com' }, { email: ada, reason: 'unsubscribe' as const }];
    const put = (dry_run: boolean, limit = 2) =>
      delivery.client.call(
        importSuppressions,
        { ...delivery.context, limits: { suppressions: limit } },
        { entries, dry_run },
      );
    await expect(put(false, 1)).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(await put(true)).toEqual({ added: 2, known: 1 });
    expect(await listed()).toEqual([]);
    expect(await put(false)).toEqual({ added: 2, known: 1 });
    expect(await put(false)).toEqual({ added: 0, known: 3 });
    const full = { ...delivery.context, limits: { suppressions: 2 } };
    await expect(delivery.client.call(createSuppression, full, { email: 'grace@example.com' })).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: 'This account may have at most 2 suppressions',
    });
    await delivery.client.call(createSuppression, full, { email: ada });
  });

  it('of an erased recipient stay in effect without the address', async () => {
    const address = newAddress();
    await suppress(address, 'hard_bounce');
    await delivery.publish(customerErased, {
      erasure_id: newId('erasure'),
      email: address,
      pseudonym: 'somebody@erased.invalid',
      at_ms: Date.now(),
    });
    await waitFor(async () => (await listed())[0]?.email === null);
    expect(await listed()).toMatchObject([{ email: null, note: '', reason: 'hard_bounce' }]);
    const { rows } = await delivery.sql.query<{ row: string }>('select suppressions::text as row from suppressions');
    expect(rows.some(({ row }) => row.includes(address))).toBe(false);
    const id = await send({ recipient: { address } });
    await delivery.untilStatus(id, 'dropped');
    expect(await listed({ email: address })).toHaveLength(1);
    expect(await remove(address)).toEqual({ removed: 1 });
    await waitFor(async () => (await listed()).length === 0, { what: 'the list to be empty' });
  });
});

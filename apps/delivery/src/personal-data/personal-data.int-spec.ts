import type { PayloadOf } from '@postrider/contracts';
import {
  createSuppression,
  customerErased,
  exportLogs,
  getLog,
  getTriggerContent,
  listCustomerLogs,
  listLogEvents,
  listSuppressions,
  logEventReported,
  logsErased,
  messageEnded,
  newId,
  planDripMail,
  resendMessage,
  showMessage,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { DeliveryHarness } from '../testing/delivery-harness.js';

const ada = 'ada@example.com';
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

describe('the stored data of a person', () => {
  let delivery: DeliveryHarness;
  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.newTest());

  const call: DeliveryHarness['client']['call'] = (rpc, context, request) =>
    delivery.client.call(rpc, context, request);
  const personal = {
    recipient: { address: 'Ada@Example.com', name: 'Ada Lovelace' },
    template_data: { name: 'Ada', secret: 'hunter2' },
    headers: { 'X-Person': 'ada' },
    cc: [{ address: 'byron@example.com' }],
    tags: ['receipts'],
  };
  const sent = async (): Promise<string> => {
    const { receipt_id } = await delivery.accept(personal);
    await delivery.untilStatus(receipt_id, 'sent');
    return receipt_id;
  };
  const erase = async (atMs = Date.now() + 1): Promise<PayloadOf<typeof customerErased>> => {
    const payload = {
      erasure_id: newId('erasure'),
      email: ada,
      pseudonym: `${newId('request').slice(4).toLowerCase()}@erased.invalid`,
      at_ms: atMs,
    };
    await delivery.publish(customerErased, payload);
    return payload;
  };
  const published = async <E extends typeof logsErased | typeof messageEnded>({ topic }: E): Promise<PayloadOf<E>[]> =>
    (
      await delivery.sql.query<{ payload: PayloadOf<E> }>(
        'select payload from outbox where account_id = $1 and topic = $2 order by id',
        [delivery.context.accountId, topic],
      )
    ).rows.map(({ payload }) => payload);
  /** All stored rows of the account as text. */
  const everything = async (): Promise<string> => {
    const texts = [];
    for (const table of ['logs', 'log_events', 'messages', 'attempts', 'failures', 'drip_mails', 'suppressions'])
      texts.push(
        (await delivery.sql.query(`select * from ${table} where account_id = $1`, [delivery.context.accountId])).rows,
      );
    return JSON.stringify(texts);
  };
  const untilErased = (logId: string, { pseudonym }: { pseudonym: string }) =>
    waitFor(async () => (await call(getLog, delivery.context, { log_id: logId })).recipient_address === pseudonym, {
      what: `${logId} to be erased`,
    });
  /** Moves the erasure a minute ahead. */
  const settle = async (): Promise<void> => {
    await delivery.sql.query(`update erasures set settles_at = now(), look_at = now() where account_id = $1`, [
      delivery.context.accountId,
    ]);
    await waitFor(async () => (await delivery.count('erasures')) === 0, {
      what: 'the erasure to end',
    });
  };

  it('is exported completely, newest first, without recipients of copies', async () => {
    const older = await sent();
    const newer = await sent();
    await delivery.accept({ recipient: { address: 'grace@example.com' } });
    const { items, next } = await call(exportLogs, delivery.context, { email: 'ADA@example.com' });
    expect([items.map(({ id }) => id), next]).toEqual([[newer, older], undefined]);
    expect(items[0]).toMatchObject({
      recipient_address: 'Ada@Example.com',
      recipient_name: 'Ada Lovelace',
      subject: expect.stringContaining('Hello'),
      status: 'sent',
      events: [{ type: 'requested' }, { type: 'queued' }, { type: 'sent' }],
      email: { template_data: personal.template_data, headers: personal.headers, tags: ['receipts'], attachments: [] },
    });
    expect(JSON.stringify(items)).not.toContain('byron');
    expect(await call(exportLogs, delivery.context, { email: ada, after: newer })).toMatchObject({
      items: [{ id: older }],
    });
    expect(
      (await call(exportLogs, { ...delivery.context, accountId: newId('account') }, { email: ada })).items,
    ).toEqual([]);
  }, 30_000);

  it('is exported with the content of email without a template, in pages of 2 MB of it', async () => {
    const own_content = { subject: 'Hello', text: 'Only {{name}}', html: '<p>{{name}}', language: 'mustache' as const };
    const template = { template: undefined, template_data: { name: 'Ada' } };
    await delivery.accept({ ...personal, ...template, own_content });
    const [email] = (await call(exportLogs, delivery.context, { email: ada })).items.map((item) => item.email);
    expect(email).toMatchObject({ text: expect.stringContaining('Only Ada'), html: '<p>Ada' });
    const large = {
      ...template,
      own_content: { subject: 'Large', text: '{{a}}'.repeat(8), language: 'mustache' as const },
      template_data: { a: 'x'.repeat(100_000) },
    };
    for (let count = 0; count < 3; count++) await delivery.accept({ ...personal, ...large });
    const { items, next } = await call(exportLogs, delivery.context, { email: ada });
    expect(items).toHaveLength(3);
    expect((await call(exportLogs, delivery.context, { email: ada, after: next })).items).toHaveLength(1);
  }, 30_000);

  it('is exported in pages of 2 MB and 50 logs', async () => {
    const { receipt_id } = await delivery.accept({ ...personal, send_at: inAnHour() });
    const { accountId } = delivery.context;
    await delivery.sql.query(
      `insert into logs (account_id, id, recipient_address, recipient_key, status, status_rank, message, template_id, template_name, locale)
       select account_id, left(id, -3) || lpad(n::text, 3, '0'), recipient_address, recipient_key, status, status_rank, message, template_id, template_name, locale
       from logs, generate_series(1, 120) as n where account_id = $1 and id = $2`,
      [accountId, receipt_id],
    );
    const sizes: number[] = [];
    const seen = new Set<string>();
    let after: string | undefined;
    do {
      const page = await call(exportLogs, delivery.context, { email: ada, after });
      sizes.push(page.items.length);
      page.items.forEach(({ id }) => seen.add(id));
      after = page.next;
    } while (after !== undefined);
    expect([sizes, seen.size]).toEqual([[50, 50, 21], 121]);
    await delivery.sql.query(
      `insert into log_events (account_id, log_id, type, message) select account_id, id, 'opened', repeat('x', 1000000) from logs where account_id = $1`,
      [accountId],
    );
    expect((await call(exportLogs, delivery.context, { email: ada })).items).toHaveLength(3);
  }, 30_000);

  it('is erased: statuses, counts and times stay, without personal data', async () => {
    const id = await sent();
    await delivery.sql.query(`update attempts set detail = '250 ok ada@example.com' where account_id = $1`, [
      delivery.context.accountId,
    ]);
    await delivery.publish(logEventReported, {
      log_id: id,
      type: 'clicked',
      at_ms: Date.now(),
      message: 'Followed https://acme.example/ada',
      moves_status: true,
      detail: { url: 'https://acme.example/ada', user_agent: 'Mozilla of Ada', is_bot: false },
    });
    await delivery.untilStatus(id, 'clicked');
    await delivery.sql.query(
      `update logs set subject = 'For Lovelace' where account_id = $1 and subject like 'Hello%'`,
      [delivery.context.accountId],
    );
    const before = await call(listLogEvents, delivery.context, { log_id: id });
    const other = await delivery.accept({ recipient: { address: 'grace@example.com' } });
    const erasure = await erase();
    await untilErased(id, erasure);
    expect(await everything()).not.toMatch(/ada@example|lovelace|hunter2|Mozilla|byron|X-Person|acme\.example\/ada/i);
    expect(await call(getLog, delivery.context, { log_id: id })).toMatchObject({
      recipient_address: erasure.pseudonym,
      recipient_name: '',
      status: 'clicked',
      message: 'Erased',
    });
    expect(await call(listLogEvents, delivery.context, { log_id: id })).toEqual(
      before.map((event) => ({ ...event, message: 'Erased' })),
    );
    expect(await call(listCustomerLogs, delivery.context, { email: ada })).toEqual([]);
    expect(await call(listCustomerLogs, delivery.context, { email: erasure.pseudonym })).toMatchObject([{ id }]);
    expect((await call(getLog, delivery.context, { log_id: other.receipt_id })).recipient_address).toBe(
      'grace@example.com',
    );
    await expect(call(resendMessage, delivery.context, { log_id: id, test: false })).rejects.toMatchObject({
      details: [{ field: 'log_id', message: 'is of an email whose recipient was erased' }],
    });
    await expect(call(showMessage, delivery.context, { log_id: id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(call(getTriggerContent, delivery.context, { log_id: id })).rejects.toMatchObject({
      code: 'log_not_found',
    });
  }, 30_000);

  it('is erased from waiting email, which is cancelled with an event without the name', async () => {
    const before = delivery.receivedBy('Ada@Example.com').length;
    const { receipt_id: waiting } = await delivery.accept({ ...personal, send_at: inAnHour() });
    const erasure = await erase();
    await untilErased(waiting, erasure);
    expect(await delivery.count('work')).toBe(0);
    expect(await call(getLog, delivery.context, { log_id: waiting })).toMatchObject({
      status: 'dropped',
      message: 'Cancelled: its recipient was erased',
    });
    await settle();
    expect(delivery.receivedBy('Ada@Example.com')).toHaveLength(before);
  }, 30_000);

  it('is erased from waiting email that was reported as delivered, and the status stays', async () => {
    const { receipt_id: id } = await delivery.accept({ ...personal, send_at: inAnHour() });
    await delivery.publish(logEventReported, {
      log_id: id,
      type: 'delivered',
      at_ms: Date.now(),
      message: 'Taken',
      moves_status: true,
      detail: {},
    });
    await delivery.untilStatus(id, 'delivered');
    await untilErased(id, await erase());
    await waitFor(async () => (await delivery.getEvents(id)).includes('dropped'));
    expect(await call(getLog, delivery.context, { log_id: id })).toMatchObject({ status: 'delivered' });
  }, 30_000);

  it('is erased after an attempt in flight, whose email is not retried', async () => {
    const { receipt_id: held } = await delivery.accept({ ...personal, send_at: inAnHour() });
    const { receipt_id: free } = await delivery.accept({ ...personal, send_at: inAnHour() });
    await delivery.sql.query(
      `update work set lease_token = gen_random_uuid(), due_at = now() + interval '1 hour' where message_id = $1`,
      [held],
    );
    const erasure = await erase();
    await untilErased(free, erasure);
    expect((await call(getLog, delivery.context, { log_id: held })).recipient_address).toBe('Ada@Example.com');
    await delivery.sql.query(`update work set lease_token = null where message_id = $1`, [held]);
    await settle();
    expect((await call(getLog, delivery.context, { log_id: held })).recipient_address).toBe(erasure.pseudonym);
    expect(await delivery.count('work')).toBe(0);
  }, 40_000);

  it('is kept for email that is sent after the erasure', async () => {
    const before = await sent();
    const erasure = await erase();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const after = await sent();
    await untilErased(before, erasure);
    await settle();
    expect((await call(getLog, delivery.context, { log_id: after })).recipient_address).toBe('Ada@Example.com');
  }, 40_000);

  it('is erased from email that a campaign created meanwhile for an ended membership', async () => {
    const mail = { ...planDripMail.examples[0]!.request, due_at: inAnHour(), test: true };
    const content = { ...mail.content, recipient: { address: ada } };
    const erasure = await erase(Date.now() - 60_000);
    await call(planDripMail, delivery.context, { ...mail, content });
    const id = (await call(listCustomerLogs, delivery.context, { email: ada }))[0]!.id;
    await delivery.sql.query(
      `insert into drip_orders (account_id, id, state, settled) values ($1, $2, 'ended', true)
       on conflict (account_id, id) do update set state = 'ended', settled = true`,
      [delivery.context.accountId, mail.membership_id],
    );
    await settle();
    expect((await call(getLog, delivery.context, { log_id: id })).recipient_address).toBe(erasure.pseudonym);
    expect(await delivery.count('work')).toBe(0);
    expect((await published(messageEnded)).every(({ recipient_address }) => recipient_address !== ada)).toBe(true);
  }, 40_000);

  it('is erased in batches of 500, each published once, with the last one marked', async () => {
    const { receipt_id } = await delivery.accept({ ...personal, send_at: inAnHour() });
    await delivery.sql.query(
      `insert into logs (account_id, id, recipient_address, recipient_key, status, status_rank, message, template_id, template_name, locale)
       select account_id, left(id, -4) || lpad(n::text, 4, '0'), recipient_address, recipient_key, status, status_rank, message, template_id, template_name, locale
       from logs, generate_series(1, 1200) as n where account_id = $1 and id = $2`,
      [delivery.context.accountId, receipt_id],
    );
    const { erasure_id } = await erase();
    await settle();
    const batches = await published(logsErased);
    expect(batches.map(({ log_ids }) => log_ids.length).filter((length) => length > 0)).toEqual([500, 500, 201]);
    expect(new Set(batches.flatMap(({ log_ids }) => log_ids)).size).toBe(1201);
    expect(batches.map(({ last }) => last).lastIndexOf(true)).toBe(batches.length - 1);
    expect(batches.every((batch) => batch.erasure_id === erasure_id)).toBe(true);
    expect(batches.reduce((sum, { cancelled }) => sum + cancelled, 0)).toBe(1);
  }, 60_000);

  it('is not stored again by events reported later', async () => {
    const id = await sent();
    const erasure = await erase();
    await untilErased(id, erasure);
    for (const address of [undefined, ada])
      await delivery.publish(logEventReported, {
        log_id: id,
        type: 'bounced',
        at_ms: Date.now(),
        message: '550 5.1.1 <ada@example.com>: no such user',
        moves_status: true,
        detail: { bounce: 'hard', code: '5.1.1', user_agent: 'Mozilla of Ada' },
        ...(address !== undefined && { address }),
      });
    await delivery.untilStatus(id, 'bounced');
    await waitFor(async () => (await delivery.getEvents(id)).filter((type) => type === 'bounced').length === 2);
    expect(await everything()).not.toMatch(/ada@example|Mozilla/);
  }, 30_000);

  it('is erased from suppressions, which stay in effect', async () => {
    const note = '550 5.1.1 <ada@example.com> is gone';
    const waiting = (await delivery.accept({ ...personal, send_at: inAnHour() })).receipt_id;
    await call(createSuppression, delivery.context, { email: ada, reason: 'hard_bounce', note });
    const erasure = await erase();
    await untilErased(waiting, erasure);
    expect(await everything()).not.toMatch(/ada@example|address_hashes":\[/i);
    expect((await call(listSuppressions, delivery.context, {})).data).toMatchObject([
      { email: null, note: '', reason: 'hard_bounce' },
    ]);
    const { receipt_id } = await delivery.accept({ recipient: { address: 'Ada@example.com' } });
    await delivery.untilStatus(receipt_id, 'dropped');
    expect((await call(listSuppressions, delivery.context, { email: ada })).data).toHaveLength(1);
  }, 30_000);

  it('is erased once when the event is repeated', async () => {
    const id = await sent();
    const erasure = await erase();
    await delivery.publish(customerErased, erasure);
    await untilErased(id, erasure);
    await settle();
  }, 30_000);
});

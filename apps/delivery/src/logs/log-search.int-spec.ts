import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  addressKey,
  getArtifact,
  getMailSource,
  getSentMail,
  listAttempts,
  listNewerLogs,
  newId,
  searchLogs,
  timeOfId,
} from '@postrider/contracts';
import type { RequestOf } from '@postrider/contracts';
import { compileVersion } from '@postrider/rendering';
import { DeliveryHarness } from '../testing/delivery-harness.js';

describe('log search', () => {
  let delivery: DeliveryHarness;
  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.newTest());

  type Query = Partial<RequestOf<typeof searchLogs>>;
  const search = (query: Query) => delivery.client.call(searchLogs, delivery.context, query);
  const findIds = async (query: Query) => (await search(query)).data.map(({ id }) => id);
  const sent = async (request: Parameters<typeof delivery.accept>[0], test = false) => {
    const { receipt_id } = await delivery.accept(request, test);
    await delivery.untilStatus(receipt_id, 'sent');
    return receipt_id;
  };
  /** Logs of one address, inserted by one statement, the oldest first. */
  const insertLogs = async (count: number, address: (index: number) => string) => {
    const start = Date.now() - count - 1_000;
    const ids = Array.from({ length: count }, (_, index) => newId('log', start + index));
    await delivery.sql.query(
      `insert into logs (account_id, id, recipient_address, recipient_key, status, status_rank, message, template_id, template_name, locale)
       select $1, id, address, key, 'sent', 30, 'Ok', 'tem_1', 'Receipt', 'en-US' from unnest($2::text[], $3::text[], $4::text[]) as made (id, address, key)`,
      [
        delivery.context.accountId,
        ids,
        ids.map((_, index) => address(index)),
        ids.map((_, index) => addressKey(address(index))),
      ],
    );
    return ids;
  };

  it('lists the logs that follow a given one, newest first', async () => {
    const ids = await insertLogs(5, () => 'ada@example.com');
    const newer = (newer_than: string, count: number) =>
      delivery.client.call(listNewerLogs, delivery.context, { newer_than, count });
    const { data, has_more } = await newer(ids[1]!, 2);
    expect([data.map(({ id }) => id), has_more]).toEqual([[ids[3], ids[2]], true]);
    const last = await newer(ids[3]!, 2);
    expect([last.data.map(({ id }) => id), last.has_more]).toEqual([[ids[4]], false]);
    expect(await newer(ids[4]!, 2)).toEqual({ data: [], has_more: false });
  });

  it('finds logs by address, id, prefix of an id, and text', async () => {
    const ada = await sent({ recipient: { address: 'Ada.Lovelace@example.com', name: 'Ada King' }, tags: ['Receipt'] });
    const bob = await sent({ recipient: { address: 'bob@example.org' }, template_data: { name: 'Builder' } });
    expect(await findIds({ q: 'ada.lovelace@EXAMPLE.com' })).toEqual([ada]);
    expect(await findIds({ q: bob })).toEqual([bob]);
    expect(await findIds({ q: bob.slice(0, 8) })).toEqual([bob, ada]);
    expect(await findIds({ q: 'lovelace' })).toEqual([ada]);
    expect(await findIds({ q: 'ada king' })).toEqual([ada]);
    expect(await findIds({ q: 'hello builder' })).toEqual([bob]);
    expect(await findIds({ q: 'Receipt', tag: 'Receipt' })).toEqual([ada]);
    expect(await findIds({ q: '%' })).toEqual([]);
    expect((await search({ q: ada })).data).toMatchObject([
      { subject: 'Hello Ada', sender: expect.stringContaining('@'), tags: ['Receipt'], test: false, status: 'sent' },
    ]);
  });

  it('returns the time of the last status change, if known', async () => {
    const ada = await sent({});
    const at = 1_790_000_000;
    await delivery.sql.query(
      `insert into log_events (account_id, log_id, type, message, moves_status, created_at)
       values ($1, $2, 'bounced', 'x', true, to_timestamp($3)), ($1, $2, 'opened', 'y', false, now()),
              ($1, $2, 'failed_to_send', 'a later attempt, which changes a bounced log no more', true, now())`,
      [delivery.context.accountId, ada, at],
    );
    await delivery.sql.query(`update logs set status = 'bounced' where id = $1`, [ada]);
    const [old] = await insertLogs(1, () => 'old@example.com');
    expect((await search({ q: ada })).data).toMatchObject([{ status_changed: at }]);
    expect((await search({ q: old! })).data[0]).not.toHaveProperty('status_changed');
  });

  it('returns logs that meet every condition, of one account', async () => {
    const live = await sent({ tags: ['a', 'b'] });
    const test = await sent({ tags: ['b'] }, true);
    expect(await findIds({ tag: 'a' })).toEqual([live]);
    expect(await findIds({ tag: 'b', test: 'true' })).toEqual([test]);
    expect(await findIds({ q: 'ada@example.com', test: 'false' })).toEqual([live]);
    expect(await findIds({ status: 'bounced,dropped' })).toEqual([]);
    expect(await findIds({ status: 'sent,bounced', template: (await search({})).data[0]!.email_id })).toEqual([
      test,
      live,
    ]);
    expect(await findIds({ template: newId('template') })).toEqual([]);
    expect(await findIds({ esp_account: newId('espAccount') })).toEqual([]);
    expect(await findIds({ created_lt: Math.floor(Date.now() / 1000) - 3600 })).toEqual([]);
    await delivery.newTest();
    expect(await findIds({})).toEqual([]);
  });

  it('returns pages without duplicates or gaps', async () => {
    const ids = await insertLogs(7, () => 'ada@example.com');
    for (const q of [undefined, 'ada@example.com', 'example', 'log_']) {
      const found: string[] = [];
      for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page += 1) {
        const { data, next_cursor } = await search({ q, count: 3, cursor });
        found.push(...data.map(({ id }) => id));
        cursor = next_cursor ?? undefined;
        expect(page).toBeLessThan(4);
      }
      expect(found).toEqual(ids.toReversed());
    }
  });

  it('searches slice by slice, finds rare old logs, and returns how far it searched', async () => {
    const ids = await insertLogs(30_000, (index) => (index === 5 ? 'needle@example.com' : `u${index}@example.com`));
    const found: string[] = [];
    let searchedTo = Infinity;
    for (let cursor: string | undefined, page = 0; ; page += 1) {
      const { data, next_cursor, searched_to } = await search({ q: 'needle', cursor });
      found.push(...data.map(({ id }) => id));
      if (next_cursor === null) break;
      expect(searched_to).toBe(Math.floor(timeOfId(next_cursor) / 1000));
      expect(searched_to).toBeLessThanOrEqual(searchedTo);
      [cursor, searchedTo] = [next_cursor, searched_to!];
      expect(page).toBeLessThan(100);
    }
    expect(found).toEqual([ids[5]]);
    expect(await search({ q: 'needle@example.com' })).toMatchObject({ data: [{ id: ids[5] }], next_cursor: null });
  });

  it('shows the email as sent, and each attempt with the response of the provider', async () => {
    const { artifact } = await compileVersion(
      { subject: 'Hello {{name}}', html: '<p>Dear {{name}}</p><a href="{{unsubscribe_url}}">x</a>', preheader: 'P' },
      () => undefined,
    );
    delivery.neighbours.respond(getArtifact, () => JSON.parse(JSON.stringify(artifact)) as { format: number });
    const esp = await delivery.relay('Relay', delivery.sink.port);
    const log_id = await sent({
      recipient: { address: 'ada@example.com', name: 'Ada' },
      bcc: [{ address: 'books@acme.example' }],
      template_data: { name: 'Ada', amount: 1.5 },
      tags: ['a'],
      headers: { 'X-Order': '1' },
      esp_account: esp,
    });
    const mail = await delivery.client.call(getSentMail, delivery.context, { log_id });
    expect(mail).toMatchObject({
      object: 'mail',
      log_id,
      sender: delivery.sender,
      recipient: { address: 'ada@example.com', name: 'Ada' },
      bcc: [{ address: 'books@acme.example' }],
      subject: 'Hello Ada',
      preheader: 'P',
      text: expect.stringContaining('Dear Ada'),
      headers: { 'X-Order': '1' },
      tags: ['a'],
      template_data: { name: 'Ada' },
      locale: 'en-US',
      esp_account: esp,
      test: false,
    });
    expect(mail.html).toContain('<a href="#unsubscribe">');
    expect(mail).not.toHaveProperty('send_at');
    const { source, complete } = await delivery.client.call(getMailSource, delivery.context, { log_id });
    const taken = delivery.sink.mails.find(({ raw }) => raw.includes(log_id))!.raw.toString();
    // Except the unsubscribe address, and headers that the mail server adds.
    expect(source.replace('#unsubscribe', '').trim()).toBe(taken.slice(taken.indexOf('From: ')).trim());
    expect(complete).toBe(true);
    const attempts = await delivery.client.call(listAttempts, delivery.context, { log_id });
    expect(attempts).toMatchObject([
      { attempt: 1, outcome: 'sent', esp_account: esp, message: expect.stringMatching(/\S/) },
    ]);
    expect(attempts[0]!.milliseconds).toBeLessThan(60_000);
    await delivery.newTest();
    for (const rpc of [getSentMail, getMailSource, listAttempts])
      await expect(delivery.client.call(rpc, delivery.context, { log_id })).rejects.toMatchObject({
        code: 'not_found',
      });
  });

  it('shows no attempts before the first one', async () => {
    const { receipt_id: log_id } = await delivery.accept({ send_at: Math.floor(Date.now() / 1000) + 3600 });
    expect(await delivery.client.call(listAttempts, delivery.context, { log_id })).toEqual([]);
    expect((await search({ q: log_id })).data[0]).not.toHaveProperty('subject');
  });
});

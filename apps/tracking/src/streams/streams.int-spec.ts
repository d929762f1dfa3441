import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RequestOf } from '@postrider/contracts';
import {
  logEventRecorded,
  messageAccepted,
  messageSent,
  newId,
  openEventStream,
  readEventStream,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { TrackingHarness } from '../testing/tracking-harness.js';

const exampleSent = messageSent.examples[0]!;
const exampleHeard = { ...logEventRecorded.examples[0]!, type: 'delivered' as const };

describe('streams of events', () => {
  let tracking: TrackingHarness;
  beforeAll(async () => {
    tracking = await TrackingHarness.start();
  }, 60_000);
  afterAll(() => tracking?.stop(), 30_000);

  const open = async (): Promise<string> => (await tracking.ask(openEventStream, {})).position;
  const read = (after: string, wanted: Partial<RequestOf<typeof readEventStream>> = {}) =>
    tracking.ask(readEventStream, { after, ...wanted });
  const sent = (log_id: string, more: object = {}) =>
    tracking.say({ event: messageSent, payload: { ...exampleSent, log_id, ...more } });
  const heard = (log_id: string, more: object = {}) =>
    tracking.say({ event: logEventRecorded, payload: { ...exampleHeard, log_id, ...more } });
  const kept = async (): Promise<number> => {
    const { rowCount } = await tracking.sql.query('select from stream_events where account_id = $1', [
      tracking.context.accountId,
    ]);
    return rowCount ?? 0;
  };
  const typesOf = ({ events }: Awaited<ReturnType<typeof read>>) =>
    events.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  /** What there is when so much has come, from a position on. */
  const readSoMany = async (after: string, count: number): ReturnType<typeof read> => {
    let page = await read(after);
    await waitFor(async () => {
      page = await read(after);
      return page.events.length >= count;
    });
    return page;
  };

  it('keep nothing of accounts that do not stream', async () => {
    await sent(newId('log'));
    expect(await kept()).toBe(0);
  });

  it('have everything from when they are open, as webhooks are told it, in the order in which it was recorded', async () => {
    const start = await open();
    const log = newId('log');
    const accepted = { ...messageAccepted.examples[0]!, log_id: log };
    const ids = [
      ...(await tracking.say({ event: messageAccepted, payload: accepted })),
      ...(await sent(log)),
      ...(await heard(log)),
    ];
    const page = await readSoMany(start, 3);
    expect(page.events.map(({ id }) => id)).toEqual(ids);
    expect(typesOf(page)).toEqual(['email.queued', 'email.sent', 'email.delivered']);
    expect(JSON.parse(page.events[1]!.body)).toMatchObject({ data: { log_id: log, recipient: {}, tags: [] } });
    expect(page).toMatchObject({ missed: false, more: false, position: page.events[2]!.position });
    expect(await open()).toBe(page.position);
    expect((await read(page.events[0]!.position)).events.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  it('leave out machines, and what is not asked for, and go on after it', async () => {
    const start = await open();
    const [one, two] = [newId('log'), newId('log')];
    await heard(one, { moves_status: false });
    await heard(one, { template_id: 'tem_other', tags: ['vip'] });
    await sent(two, { template_id: 'tem_other' });
    await sent(two);
    expect(await readSoMany(start, 3)).toMatchObject({ events: { length: 3 } });
    expect(typesOf(await read(start, { types: ['email.delivered'] }))).toEqual(['email.delivered']);
    expect(typesOf(await read(start, { tag: 'vip' }))).toEqual(['email.delivered']);
    expect(typesOf(await read(start, { template: 'tem_other' }))).toEqual(['email.delivered', 'email.sent']);
    const nothing = await read(start, { tag: 'nothing' });
    expect(nothing).toMatchObject({ events: [], missed: false });
    expect(BigInt(nothing.position)).toBeGreaterThan(BigInt(start));
  });

  it('pass over nothing that is committed later than what was recorded after it', async () => {
    const start = await open();
    const late = await tracking.sql.connect();
    let first: Awaited<ReturnType<typeof read>>;
    try {
      await late.query('begin');
      await late.query(
        `insert into stream_events (account_id, event_id, type, template_id, tags, body) values ($1, $2, 'email.sent', 'tem_1', '[]', '{"type":"late"}')`,
        [tracking.context.accountId, newId('event', Date.now() - 60_000)],
      );
      await heard(newId('log'));
      first = await readSoMany(start, 1);
      expect(typesOf(first)).toEqual(['email.delivered']);
      await late.query('commit');
    } finally {
      late.release();
    }
    const second = await readSoMany(first.position, 1);
    expect(typesOf(second)).toEqual(['late']);
    expect(BigInt(second.position)).toBeGreaterThan(BigInt(first.position));
  });

  it('begin behind what came before they were opened, also where nobody has read it', async () => {
    await open();
    await heard(newId('log'));
    const start = await open();
    const [id] = await heard(newId('log'));
    expect((await readSoMany(start, 1)).events.map((event) => event.id)).toEqual([id]);
  });

  it('give each event one position, however many read at once', async () => {
    const start = await open();
    for (let event = 0; event < 3; event++) await heard(newId('log'));
    await readSoMany(start, 3);
    const pages = await Promise.all(Array.from({ length: 8 }, () => read(start)));
    const positions = pages.map(({ events }) => events.map(({ position }) => position).join());
    expect(new Set(positions).size).toBe(1);
    expect(new Set(positions[0]!.split(',')).size).toBe(3);
  });

  it('show one account nothing of another', async () => {
    const start = await open();
    await heard(newId('log'));
    await readSoMany(start, 1);
    tracking.newTest();
    await open();
    expect(await read(start)).toMatchObject({ events: [] });
    expect(await read('0')).toMatchObject({ events: [], missed: true });
  });

  it('say that events were missed which are not kept any more, and go on', async () => {
    const start = await open();
    await heard(newId('log'));
    const { position } = await readSoMany(start, 1);
    await tracking.sql.query('update event_streams set kept_from = $2 where account_id = $1', [
      tracking.context.accountId,
      position,
    ]);
    expect(await read(start)).toMatchObject({ missed: true });
    expect(await read(position)).toMatchObject({ missed: false, position });
    await tracking.sql.query('delete from event_streams where account_id = $1', [tracking.context.accountId]);
    const again = await read(position);
    expect(again).toMatchObject({ missed: true, events: [] });
    expect(BigInt(again.position)).toBeGreaterThan(BigInt(position));
    expect(await read(again.position)).toMatchObject({ missed: false });
  });
});

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
const exampleReported = { ...logEventRecorded.examples[0]!, type: 'delivered' as const };

describe('streams of events', () => {
  let tracking: TrackingHarness;
  beforeAll(async () => {
    tracking = await TrackingHarness.start();
  }, 60_000);
  afterAll(() => tracking?.stop(), 30_000);

  const open = async (): Promise<string> => (await tracking.call(openEventStream, {})).position;
  const read = (after: string, wanted: Partial<RequestOf<typeof readEventStream>> = {}) =>
    tracking.call(readEventStream, { after, ...wanted });
  const sent = (log_id: string, more: object = {}) =>
    tracking.emit({ event: messageSent, payload: { ...exampleSent, log_id, ...more } });
  const report = (log_id: string, more: object = {}) =>
    tracking.emit({ event: logEventRecorded, payload: { ...exampleReported, log_id, ...more } });
  const kept = async (): Promise<number> => {
    const { rowCount } = await tracking.sql.query('select from stream_events where account_id = $1', [
      tracking.context.accountId,
    ]);
    return rowCount ?? 0;
  };
  const getTypes = ({ events }: Awaited<ReturnType<typeof read>>) =>
    events.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  /** Reads from a position until there are this many events. */
  const readUntil = async (after: string, count: number): ReturnType<typeof read> => {
    let page = await read(after);
    await waitFor(async () => {
      page = await read(after);
      return page.events.length >= count;
    });
    return page;
  };

  it('store nothing for accounts that do not stream', async () => {
    await sent(newId('log'));
    expect(await kept()).toBe(0);
  });

  it('contain all events since they were opened, in recorded order, as webhooks receive them', async () => {
    const start = await open();
    const log = newId('log');
    const accepted = { ...messageAccepted.examples[0]!, log_id: log };
    const ids = [
      ...(await tracking.emit({ event: messageAccepted, payload: accepted })),
      ...(await sent(log)),
      ...(await report(log)),
    ];
    const page = await readUntil(start, 3);
    expect(page.events.map(({ id }) => id)).toEqual(ids);
    expect(getTypes(page)).toEqual(['email.queued', 'email.sent', 'email.delivered']);
    expect(JSON.parse(page.events[1]!.body)).toMatchObject({ data: { log_id: log, recipient: {}, tags: [] } });
    expect(page).toMatchObject({ missed: false, more: false, position: page.events[2]!.position });
    expect(await open()).toBe(page.position);
    expect((await read(page.events[0]!.position)).events.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  it('skip bots and filtered events, and continue after them', async () => {
    const start = await open();
    const [one, two] = [newId('log'), newId('log')];
    await report(one, { moves_status: false });
    await report(one, { template_id: 'tem_other', tags: ['vip'] });
    await sent(two, { template_id: 'tem_other' });
    await sent(two);
    expect(await readUntil(start, 3)).toMatchObject({ events: { length: 3 } });
    expect(getTypes(await read(start, { types: ['email.delivered'] }))).toEqual(['email.delivered']);
    expect(getTypes(await read(start, { tag: 'vip' }))).toEqual(['email.delivered']);
    expect(getTypes(await read(start, { template: 'tem_other' }))).toEqual(['email.delivered', 'email.sent']);
    const nothing = await read(start, { tag: 'nothing' });
    expect(nothing).toMatchObject({ events: [], missed: false });
    expect(BigInt(nothing.position)).toBeGreaterThan(BigInt(start));
  });

  it('do not miss an event that is committed after a later one', async () => {
    const start = await open();
    const late = await tracking.sql.connect();
    let first: Awaited<ReturnType<typeof read>>;
    try {
      await late.query('begin');
      await late.query(
        `insert into stream_events (account_id, event_id, type, template_id, tags, body) values ($1, $2, 'email.sent', 'tem_1', '[]', '{"type":"late"}')`,
        [tracking.context.accountId, newId('event', Date.now() - 60_000)],
      );
      await report(newId('log'));
      first = await readUntil(start, 1);
      expect(getTypes(first)).toEqual(['email.delivered']);
      await late.query('commit');
    } finally {
      late.release();
    }
    const second = await readUntil(first.position, 1);
    expect(getTypes(second)).toEqual(['late']);
    expect(BigInt(second.position)).toBeGreaterThan(BigInt(first.position));
  });

  it('start after earlier events, also unread ones', async () => {
    await open();
    await report(newId('log'));
    const start = await open();
    const [id] = await report(newId('log'));
    expect((await readUntil(start, 1)).events.map((event) => event.id)).toEqual([id]);
  });

  it('assign one position per event with concurrent readers', async () => {
    const start = await open();
    for (let event = 0; event < 3; event++) await report(newId('log'));
    await readUntil(start, 3);
    const pages = await Promise.all(Array.from({ length: 8 }, () => read(start)));
    const positions = pages.map(({ events }) => events.map(({ position }) => position).join());
    expect(new Set(positions).size).toBe(1);
    expect(new Set(positions[0]!.split(',')).size).toBe(3);
  });

  it('are isolated by account', async () => {
    const start = await open();
    await report(newId('log'));
    await readUntil(start, 1);
    tracking.newTest();
    await open();
    expect(await read(start)).toMatchObject({ events: [] });
    expect(await read('0')).toMatchObject({ events: [], missed: true });
  });

  it('report missed events that have expired, and continue', async () => {
    const start = await open();
    await report(newId('log'));
    const { position } = await readUntil(start, 1);
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

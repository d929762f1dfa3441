import { expectHold } from '@postrider/processor-time';
import { eventsIn } from './event-list.js';
import type { ProviderEvent } from './report.js';

const toEvent = (item: unknown): ProviderEvent => ({ key: JSON.stringify(item), type: 'x', logId: undefined, atMs: 0 });
const read = async (json: string): Promise<unknown[]> =>
  (await eventsIn(json, toEvent)).map(({ key }) => JSON.parse(key));
const megabytes = (text: string): string => text.repeat(Math.floor((5 * 1_048_576) / text.length));

/** Twice the longest hold of docs/operate/limits-internal.md#event-loop. */
const hold = 40;

describe('the events of a report', () => {
  const item = { text: 'a "[],{}\\', list: [1, { x: ['],'] }], number: 1.5 };
  it.each([
    ['none', []],
    ['one', [item]],
    ['several', [item, 1, 'a', null, [], {}]],
    ['more than one slice has', Array.from({ length: 5_000 }, (_, index) => ({ ...item, index }))],
  ])('are read: %s', async (_, items) => {
    expect(await read(JSON.stringify(items))).toEqual(items);
    expect(await read(` ${JSON.stringify(items, undefined, 2)}\n`)).toEqual(items);
  });

  it('a single event is read without a list', async () => {
    expect(await read(JSON.stringify(item))).toEqual([item]);
  });

  it.each(['', '[', '[1', '[1]]', '[1] 2', '["a]', '[1 2]', '{', 'x', '[{]'])('are not read of %j', async (json) => {
    await expect(read(json)).rejects.toMatchObject({ code: 'invalid_request', message: /is no JSON$/ });
  });

  it.each([
    ['many events', `[${megabytes('{},').slice(0, -1)}]`, 'has more than 10,000 events'],
    ['many lists in one', `[[${megabytes('[],').slice(0, -1)}]]`, 'has an event larger than 256 KB'],
    ['one text', `["${megabytes('a')}"]`, 'has an event larger than 256 KB'],
    ['open lists', megabytes('['), 'has an event larger than 256 KB'],
    ['one event alone', `{"a":"${megabytes('a')}"}`, 'has an event larger than 256 KB'],
  ])('with %s are rejected immediately', async (_, json, why) => {
    await expectHold(() => expect(read(json)).rejects.toThrow(why), hold);
  });

  it.each([
    ['lists in lists', `${'['.repeat(131_000)}${']'.repeat(131_000)}`],
    ['small values', `[${'0,'.repeat(131_000)}0]`],
    ['names', `{${Array.from({ length: 26_000 }, (_, n) => `"${n}":0`).join()}}`],
    ['escapes', `["${'\\u0000'.repeat(43_000)}"]`],
  ])('are read without blocking the event loop when one has the maximum size: %s', async (_, event) => {
    const none: ProviderEvent = { key: '', type: 'x', logId: undefined, atMs: 0 };
    await expectHold(() => eventsIn(`[${event}]`, () => none), hold);
  });

  it('are read in slices that let other work run', async () => {
    let turns = 0;
    const pulse = setInterval(() => (turns += 1), 0);
    await read(JSON.stringify(Array.from({ length: 9_000 }, () => ({ text: 'a'.repeat(500) }))));
    clearInterval(pulse);
    expect(turns).toBeGreaterThan(10);
  });
});

import { messageAccepted, newId } from '@postrider/contracts';
import type { Bundle, RelayedRow } from './bundles.js';
import { bundledText, bundleNumbers, toBundles, toEnvelopes, inParts, textSeparator } from './bundles.js';
import type { OutboxRow } from './outbox.js';

const row = (
  n: number,
  account_id = 'acc_1',
  payload: object = { n, text: 'a "quote" \x1e \u{1f600}' },
): OutboxRow => ({
  event_id: newId('event'),
  topic: messageAccepted.topic,
  account_id,
  request_id: 'req_1',
  traceparent: n % 2 === 0 ? null : '00-1-2-01',
  payload: JSON.stringify(payload),
});
const relayed = ({ event_id, topic, account_id, request_id, traceparent, payload }: OutboxRow): RelayedRow => ({
  id: '1',
  attempts: 0,
  eventId: event_id,
  topic,
  accountId: account_id,
  requestId: request_id,
  traceparent,
  payload: JSON.parse(payload) as unknown,
  missingConsumers: null,
  bundle: null,
});
const relayedBundle = ({ events }: Bundle): RelayedRow => ({
  ...relayed(row(1)),
  payload: null,
  bundle: JSON.parse(events) as RelayedRow['bundle'],
});

describe('event bundles', () => {
  it('keep the events in order, each with its own id, request and trace', () => {
    const rows = Array.from({ length: 250 }, (_, n) => row(n));
    const bundles = toBundles(rows);
    expect(bundles.map(({ events }) => (JSON.parse(events) as unknown[]).length)).toEqual([100, 100, 50]);
    expect(bundles.map(relayedBundle).flatMap(toEnvelopes)).toEqual(rows.map(relayed).flatMap(toEnvelopes));
    expect(new Set([...bundles, ...rows].map(({ event_id }) => event_id)).size).toBe(253);
    for (const { events } of bundles) expect(events).not.toContain(textSeparator);
  });

  it('hold the events of one account each', () => {
    const rows = [row(1, 'acc_1'), row(2, 'acc_2'), row(3, 'acc_1')];
    const bundles = toBundles(rows);
    expect(bundles.map(({ account_id }) => account_id)).toEqual(['acc_1', 'acc_2']);
    const ids = bundles.map((bundle) => toEnvelopes(relayedBundle(bundle)).map(({ eventId }) => eventId));
    expect(ids).toEqual([[rows[0]!.event_id, rows[2]!.event_id], [rows[1]!.event_id]]);
    expect(toBundles([])).toEqual([]);
  });

  it('have a maximum length in characters; a larger event gets its own bundle', () => {
    const large = row(0, 'acc_1', { text: 'x'.repeat(70_000) });
    const half = row(0, 'acc_1', { text: 'x'.repeat(40_000) });
    const texts = [row(1), large, row(3), row(4), half, half, half].map(bundledText);
    expect(bundleNumbers(texts)).toEqual([0, 1, 2, 2, 2, 3, 4]);
    expect(bundleNumbers([])).toEqual([]);
  });

  it('are published in parts', () => {
    const bundles = toBundles(Array.from({ length: 450 }, (_, n) => row(n))).map(relayedBundle);
    expect(inParts(bundles).map((part) => part.flatMap(toEnvelopes).length)).toEqual([200, 200, 50]);
    const single = relayed(row(1));
    expect(inParts([single, ...bundles, single]).map(({ length }) => length)).toEqual([2, 2, 3]);
    expect(inParts([])).toEqual([]);
  });
});

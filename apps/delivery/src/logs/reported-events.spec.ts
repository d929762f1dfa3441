import type { logEventReported, PayloadOf } from '@postrider/contracts';
import type { ReportedLog } from './reported-events.js';
import { appendedTo, mostSevere, maxReportedEvents } from './reported-events.js';

type Report = PayloadOf<typeof logEventReported>;

const sentAt = 1_790_000_000_500;
const now = sentAt + 3_600_000;
const log = (more: Partial<ReportedLog> = {}): ReportedLog => ({
  accountId: 'acc_1',
  logId: 'log_1',
  recipientAddress: 'ada@example.com',
  templateId: 'tem_1',
  templateName: 'Receipt',
  versionName: 'Receipt',
  locale: 'en-US',
  test: false,
  tags: [],
  drip: null,
  artifactId: 'art_1',
  handedOverMs: sentAt,
  types: [],
  count: 0,
  movedTo: [],
  versionId: null,
  sendAt: null,
  sentThrough: null,
  ...more,
});
const event = (type: Report['type'], secondsLater: number, more: Partial<Report> = {}): Report => ({
  log_id: 'log_1',
  type,
  at_ms: sentAt + secondsLater * 1000,
  message: type,
  moves_status: true,
  detail: {},
  ...more,
});
const getTypes = (...args: Parameters<typeof appendedTo>) => appendedTo(...args).map(({ type }) => type);

describe('appendedTo', () => {
  it('sorts events by time, and those of the same time by rank', () => {
    expect(getTypes(log(), [event('opened', 9), event('delivered', 1), event('processed', 1)], now)).toEqual([
      'processed',
      'delivered',
      'opened',
    ]);
  });

  it('limits times to between the send and now', () => {
    const times = appendedTo(log(), [event('processed', -40), event('opened', 7_200)], now).map(({ atMs }) => atMs);
    expect(times).toEqual([sentAt, now]);
  });

  it('records the first counted open or click as first and later ones as repeated', () => {
    expect(getTypes(log(), [event('opened', 1), event('opened', 2), event('re_clicked', 3)], now)).toEqual([
      'opened',
      're_opened',
      'clicked',
    ]);
    expect(getTypes(log({ types: ['opened'], movedTo: ['opened'], count: 1 }), [event('opened', 5)], now)).toEqual([
      're_opened',
    ]);
  });

  it('does not count opens by bots or of copies', () => {
    const machine = event('opened', 1, { moves_status: false, detail: { is_bot: true } });
    expect(getTypes(log(), [machine, machine, event('opened', 2), event('opened', 3), machine], now)).toEqual([
      'opened',
      'opened',
      'opened',
      'opened',
      're_opened',
    ]);
    expect(getTypes(log({ types: ['opened'], movedTo: [], count: 1 }), [event('opened', 5)], now)).toEqual(['opened']);
  });

  it('appends events of a copy without changing the status; spelling of the recipient does not matter', () => {
    const [ofRecipient, ofCopy] = appendedTo(
      log(),
      [event('delivered', 1, { address: 'ADA@Example.com' }), event('bounced', 2, { address: 'grace@example.com' })],
      now,
    );
    expect(ofRecipient).toMatchObject({ message: 'delivered', movesStatus: true, detail: {} });
    expect(ofCopy).toMatchObject({
      message: 'Copy to grace@example.com: bounced',
      movesStatus: false,
      detail: { copy_address: 'grace@example.com' },
    });
  });

  it('appends only new types above the limit', () => {
    const full = log({ types: ['clicked', 're_clicked'], movedTo: ['clicked'], count: maxReportedEvents });
    expect(
      getTypes(full, [event('clicked', 1), event('reported_as_spam', 2), event('reported_as_spam', 3)], now),
    ).toEqual(['reported_as_spam']);
    const clicks = Array.from({ length: maxReportedEvents + 5 }, (_, second) => event('clicked', second));
    expect(appendedTo(log(), clicks, now)).toHaveLength(maxReportedEvents);
  });

  it('returns the event with the highest rank to show, the later one of equal rank, and none that moves no status', () => {
    const shown = (...events: Report[]) => mostSevere(appendedTo(log(), events, now))?.message;
    expect(shown(event('clicked', 1), event('delivered', 2))).toBe('clicked');
    expect(shown(event('deferred', 1, { message: 'first' }), event('deferred', 2, { message: 'second' }))).toBe(
      'second',
    );
    expect(shown(event('bounced', 1, { moves_status: false }))).toBeUndefined();
  });
});

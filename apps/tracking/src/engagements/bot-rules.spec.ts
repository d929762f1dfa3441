import { logEventReported } from '@postrider/contracts';
import type { Arrival } from './bot-rules.js';
import { classifyBots, filterKept, getMailKey, maxKept, toReport } from './bot-rules.js';

const accountId = 'acc_01KQV5Xx7GJ8sVJ4mB2cDe';
const logId = 'log_01KQV5Xx7GJ8sVJ4mB2cDe';
const at = 1_790_000_000_000;
let made = 0;
const arrival = (changes: Partial<Arrival> = {}): Arrival => ({
  id: `evt_${(made += 1)}`,
  accountId,
  logId,
  kind: 'click',
  atMs: at,
  count: 1,
  bot: null,
  link: 0,
  url: 'https://a.example/',
  userAgent: 'Mozilla/5.0 (X11)',
  ...changes,
});
const open = (changes: Partial<Arrival> = {}) => arrival({ kind: 'open', link: null, url: null, ...changes });

describe('Clicks within a second', () => {
  it.each<[what: string, arrivals: Arrival[], bots: (string | null)[]]>([
    ['alone are somebody’s', [arrival()], [null]],
    ['on several links are a machine’s', [arrival(), arrival({ link: 1, atMs: at + 999 })], ['burst', 'burst']],
    [
      'on several links, a second apart, are somebody’s',
      [arrival(), arrival({ link: 1, atMs: at + 1_000 })],
      [null, null],
    ],
    ['on the same link again are somebody’s', [arrival(), arrival({ atMs: at + 1 })], [null, null]],
    ['on links of different emails are somebody’s', [arrival(), arrival({ logId: 'log_2', link: 1 })], [null, null]],
    ['of different accounts are somebody’s', [arrival(), arrival({ accountId: 'acc_2', link: 1 })], [null, null]],
    ['with an open are somebody’s', [arrival(), open()], [null, null]],
    ['of what says what it is stay that', [arrival({ bot: 'head' }), arrival({ link: 1 })], ['head', 'burst']],
  ])('%s', (_what, arrivals, bots) => {
    const clicks = arrivals.filter(({ kind }) => kind === 'click');
    expect(classifyBots(arrivals, clicks).map(({ bot }) => bot)).toEqual(bots);
  });

  it('also count clicks that are classified earlier or later', () => {
    expect(classifyBots([arrival()], [arrival({ link: 4, atMs: at - 500 })])[0]!.bot).toBe('burst');
  });
});

describe('Of one email', () => {
  it('the first ones are kept, with separate maximums for people and bots', () => {
    const bots = Array.from({ length: maxKept.bots + 5 }, () => open({ bot: 'proxy' }));
    const people = Array.from({ length: maxKept.people + 5 }, (_each, index) => open({ atMs: at + index }));
    const kept = filterKept([...bots, ...people.toReversed()], () => ({ people: 1, bots: 2 }));
    expect(kept.filter(({ bot }) => bot === null).map(({ atMs }) => atMs)).toEqual(
      people.slice(0, maxKept.people - 1).map(({ atMs }) => atMs),
    );
    expect(kept.filter(({ bot }) => bot !== null)).toHaveLength(maxKept.bots - 2);
  });

  it('others are none', () => {
    const full = getMailKey({ accountId, logId });
    const kept = filterKept([open(), open({ logId: 'log_2' })], (mail) => ({
      people: mail === full ? 100 : 0,
      bots: 0,
    }));
    expect(kept.map((each) => each.logId)).toEqual(['log_2']);
  });
});

describe('The event for the log', () => {
  it.each([
    [open(), 'opened', true, 'Opened'],
    [arrival(), 'clicked', true, 'Clicked https://a.example/'],
    [open({ bot: 'proxy' }), 'opened', false, 'Opened by the image proxy of a mailbox provider'],
    [
      arrival({ bot: 'burst' }),
      'clicked',
      false,
      'Clicked https://a.example/ by a program that followed several links at once',
    ],
  ])('%j as %s', (engagement, type, moves_status, message) => {
    const report = toReport(engagement);
    expect(report).toMatchObject({ type, moves_status, message, at_ms: at });
    expect(report.detail.is_bot ?? false).toBe(!moves_status);
    expect(logEventReported.payload.safeParse(report).success).toBe(true);
  });

  it('no more than fits', () => {
    const report = toReport(arrival({ url: `https://a.example/${'a'.repeat(1_980)}`, bot: 'burst' }));
    expect(logEventReported.payload.safeParse(report).success).toBe(true);
  });
});

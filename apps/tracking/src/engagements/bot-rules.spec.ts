import { logEventReported } from '@postrider/contracts';
import type { Arrival } from './bot-rules.js';
import { classifyBots, selectStored, getMailKey, maxStored, toReport } from './bot-rules.js';

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

describe('clicks within a second', () => {
  it.each<[what: string, arrivals: Arrival[], bots: (string | null)[]]>([
    ['alone are from a person', [arrival()], [null]],
    ['on several links are from a bot', [arrival(), arrival({ link: 1, atMs: at + 999 })], ['burst', 'burst']],
    [
      'on several links, a second apart, are from a person',
      [arrival(), arrival({ link: 1, atMs: at + 1_000 })],
      [null, null],
    ],
    ['repeated on one link are from a person', [arrival(), arrival({ atMs: at + 1 })], [null, null]],
    ['on links of different emails are from a person', [arrival(), arrival({ logId: 'log_2', link: 1 })], [null, null]],
    ['of different accounts are from a person', [arrival(), arrival({ accountId: 'acc_2', link: 1 })], [null, null]],
    ['with an open are from a person', [arrival(), open()], [null, null]],
    ['of a known bot keep their classification', [arrival({ bot: 'head' }), arrival({ link: 1 })], ['head', 'burst']],
  ])('%s', (_what, arrivals, bots) => {
    const clicks = arrivals.filter(({ kind }) => kind === 'click');
    expect(classifyBots(arrivals, clicks).map(({ bot }) => bot)).toEqual(bots);
  });

  it('include clicks that are classified earlier or later', () => {
    expect(classifyBots([arrival()], [arrival({ link: 4, atMs: at - 500 })])[0]!.bot).toBe('burst');
  });
});

describe('the engagements of one email', () => {
  it('are stored up to separate maximums for people and bots', () => {
    const bots = Array.from({ length: maxStored.bots + 5 }, () => open({ bot: 'proxy' }));
    const people = Array.from({ length: maxStored.people + 5 }, (_each, index) => open({ atMs: at + index }));
    const kept = selectStored([...bots, ...people.toReversed()], () => ({ people: 1, bots: 2 }));
    expect(kept.filter(({ bot }) => bot === null).map(({ atMs }) => atMs)).toEqual(
      people.slice(0, maxStored.people - 1).map(({ atMs }) => atMs),
    );
    expect(kept.filter(({ bot }) => bot !== null)).toHaveLength(maxStored.bots - 2);
  });

  it('are not stored above these maximums', () => {
    const full = getMailKey({ accountId, logId });
    const kept = selectStored([open(), open({ logId: 'log_2' })], (mail) => ({
      people: mail === full ? 100 : 0,
      bots: 0,
    }));
    expect(kept.map((each) => each.logId)).toEqual(['log_2']);
  });
});

describe('the event for the log', () => {
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

  it('is limited to the size of its column', () => {
    const report = toReport(arrival({ url: `https://a.example/${'a'.repeat(1_980)}`, bot: 'burst' }));
    expect(logEventReported.payload.safeParse(report).success).toBe(true);
  });
});

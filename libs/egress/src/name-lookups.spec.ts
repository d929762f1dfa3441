import { jest } from '@jest/globals';
import { NameLookups } from './name-lookups.js';

const found = [{ address: '192.0.2.1', family: 4 }];

describe('lookups of names', () => {
  let asked: string[];
  let lookups: NameLookups;
  /** Settles a lookup that the system has begun. */
  let answer: Map<string, (result?: Error) => void>;

  beforeEach(() => {
    jest.useFakeTimers();
    asked = [];
    answer = new Map();
    lookups = new NameLookups((host) => {
      asked.push(host);
      return new Promise((resolve, reject) => {
        answer.set(host, (error) => (error ? reject(error) : resolve(found)));
      });
    });
  });
  afterEach(() => jest.useRealTimers());

  const turn = (ms = 0): Promise<void> => jest.advanceTimersByTimeAsync(ms);
  const settle = async (host: string, error?: Error): Promise<void> => {
    answer.get(host)!(error);
    await turn();
  };
  /** Asks for a name and lets the system answer at once. */
  const learn = async (host: string, account?: string): Promise<void> => {
    const addresses = lookups.addressesOf(host, account);
    await turn();
    await settle(host);
    expect(await addresses).toEqual(found);
    asked = [];
  };

  it('are one, however many want the same name at a time, and another afterwards', async () => {
    const both = Promise.all([lookups.addressesOf('a.example'), lookups.addressesOf('a.example')]);
    await turn();
    expect(asked).toEqual(['a.example']);
    await settle('a.example');
    expect(await both).toEqual([found, found]);
    void lookups.addressesOf('a.example');
    await turn();
    expect(asked).toEqual(['a.example', 'a.example']);
  });

  it('of names that nobody answers for do not hold up those of names that are known', async () => {
    await learn('known.example');
    const silent = ['silent-1.example', 'silent-2.example'].map((host) =>
      lookups.addressesOf(host).catch((error: Error) => error.message),
    );
    await turn();
    expect(asked).toEqual(['silent-1.example']);
    const known = lookups.addressesOf('known.example');
    await turn();
    expect(asked).toEqual(['silent-1.example', 'known.example']);
    await settle('known.example');
    expect(await known).toEqual(found);
    // Who has waited for 5 s is not asked for any more.
    await turn(5_000);
    expect(await silent[1]).toBe('DNS lookup timed out');
    await settle('silent-1.example', new Error('queryA ETIMEOUT'));
    expect(await silent[0]).toBe('queryA ETIMEOUT');
    expect(asked).toEqual(['silent-1.example', 'known.example']);
  });

  it('of addresses wait for nobody', async () => {
    void lookups.addressesOf('silent.example');
    await turn();
    for (const address of ['192.0.2.1', '2001:db8::1']) void lookups.addressesOf(address);
    await turn();
    expect(asked).toEqual(['silent.example', '192.0.2.1', '2001:db8::1']);
  });

  it('of an account with many names that nobody answers for leave a turn to other accounts', async () => {
    for (let n = 0; n < 50; n++) lookups.addressesOf(`silent-${n}.example`, 'acc_a').catch(() => undefined);
    await turn();
    const other = lookups.addressesOf('new.example', 'acc_b');
    await turn();
    expect(asked).toEqual(['silent-0.example']);
    for (const n of [0, 1]) await settle(`silent-${n}.example`, new Error('queryA ETIMEOUT'));
    expect(asked).toEqual(['silent-0.example', 'silent-1.example', 'new.example']);
    await settle('new.example');
    expect(await other).toEqual(found);
    expect(asked.at(-1)).toBe('silent-2.example');
  });

  it('of a name that is being asked for are one for all accounts', async () => {
    const first = lookups.addressesOf('shared.example', 'acc_a');
    await turn();
    const second = lookups.addressesOf('shared.example', 'acc_b');
    await settle('shared.example');
    expect(await Promise.all([first, second])).toEqual([found, found]);
    expect(asked).toEqual(['shared.example']);
  });

  describe('of a domain whose DNS answers quickly and slowly in turn', () => {
    let others = 0;
    /** A lookup that takes so long. */
    const take = async (host: string, ms: number, account?: string): Promise<void> => {
      const addresses = lookups.addressesOf(host, account);
      await turn();
      await turn(ms);
      await settle(host);
      await addresses;
    };
    /** Whether names of it have the thread of those that are known: while another has that of the others. */
    const isKnown = async (host: string, account?: string): Promise<boolean> => {
      // Answered, it would be known.
      const other = `other-${(others += 1)}.example.org`;
      const silent = lookups.addressesOf(other);
      await turn();
      asked = [];
      const addresses = lookups.addressesOf(host, account);
      await turn();
      const known = asked.includes(host);
      await settle(other);
      await silent;
      await settle(host);
      await addresses;
      return known;
    };
    const lapse = async (host: string): Promise<void> => {
      await learn(host);
      await take(host, 9_000);
    };

    it('forget the first time at once, as that of a DNS that is late for everybody', async () => {
      await lapse('a.slow.example');
      await learn('a.slow.example');
      expect(await isKnown('a.slow.example')).toBe(true);
    });

    it('hold the thread of known names ever more seldom, whichever name of the domain it is', async () => {
      await lapse('a.slow.example');
      await lapse('b.slow.example');
      await learn('a.slow.example');
      expect(await isKnown('a.slow.example')).toBe(false);
      await learn('known.example');
      expect(await isKnown('known.example')).toBe(true);
      await turn(2 * 60_000);
      await learn('a.slow.example');
      expect(await isKnown('a.slow.example')).toBe(true);
      await take('a.slow.example', 9_000);
      await turn(3 * 60_000);
      await learn('c.slow.example');
      expect(await isKnown('c.slow.example')).toBe(false);
    });

    it.each([
      ['co.uk', 'slow.co.uk'],
      ['github.io', 'slow.github.io'],
    ])('leave alone other domains under %s', async (suffix, slow) => {
      await lapse(`a.${slow}`);
      await lapse(`b.${slow}`);
      await learn(`c.${slow}`);
      await learn(`mail.other.${suffix}`);
      expect(await isKnown(`c.${slow}`)).toBe(false);
      expect(await isKnown(`mail.other.${suffix}`)).toBe(true);
    });

    it('count for the account that names several of them, and for no other', async () => {
      for (const host of ['a.slow-1.example', 'a.slow-2.example']) {
        await learn(host, 'acc_a');
        await take(host, 9_000, 'acc_a');
      }
      await learn('a.slow-3.example', 'acc_a');
      expect(await isKnown('a.slow-3.example', 'acc_a')).toBe(false);
      await learn('a.slow-3.example', 'acc_b');
      expect(await isKnown('a.slow-3.example', 'acc_b')).toBe(true);
    });

    it('hold it for 9 s an hour at most, in the end', async () => {
      let held = 0;
      for (const until = Date.now() + 12 * 3_600_000; Date.now() < until;) {
        await learn('a.slow.example');
        if (await isKnown('a.slow.example')) {
          await take('a.slow.example', 9_000);
          held += 1;
        } else await turn(60_000);
      }
      expect(held).toBeLessThan(20);
    });

    it('are trusted again as others are, a while after the last time', async () => {
      await lapse('a.slow.example');
      await lapse('a.slow.example');
      await turn(4 * 3_600_000);
      await lapse('a.slow.example');
      await learn('a.slow.example');
      expect(await isKnown('a.slow.example')).toBe(true);
    });
  });

  it.each([
    ['was not found', 0, new Error('getaddrinfo ENOTFOUND')],
    ['took more than a second', 1_001, undefined],
  ])('know a name no longer that %s', async (_what, ms, error) => {
    await learn('known.example');
    const last = lookups.addressesOf('known.example').catch(() => undefined);
    await turn(ms);
    await settle('known.example', error);
    await last;
    void lookups.addressesOf('silent.example');
    await turn();
    void lookups.addressesOf('known.example').catch(() => undefined);
    await turn();
    expect(asked).toEqual(['known.example', 'silent.example']);
  });
});

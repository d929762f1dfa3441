import { jest } from '@jest/globals';
import { NameLookups } from './name-lookups.js';

const found = [{ address: '192.0.2.1', family: 4 }];

describe('NameLookups', () => {
  let queriedHosts: string[];
  let lookups: NameLookups;
  /** Settles a lookup that the system has started. */
  let response: Map<string, (result?: Error) => void>;

  beforeEach(() => {
    jest.useFakeTimers();
    queriedHosts = [];
    response = new Map();
    lookups = new NameLookups((host) => {
      queriedHosts.push(host);
      return new Promise((resolve, reject) => {
        response.set(host, (error) => (error ? reject(error) : resolve(found)));
      });
    });
  });
  afterEach(() => jest.useRealTimers());

  const turn = (ms = 0): Promise<void> => jest.advanceTimersByTimeAsync(ms);
  const settle = async (host: string, error?: Error): Promise<void> => {
    response.get(host)!(error);
    await turn();
  };
  /** Looks up a name that the system resolves immediately. */
  const learn = async (host: string, account?: string): Promise<void> => {
    const addresses = lookups.resolveAddresses(host, account);
    await turn();
    await settle(host);
    expect(await addresses).toEqual(found);
    queriedHosts = [];
  };

  it('share one lookup among concurrent requests for a name, and start another one later', async () => {
    const both = Promise.all([lookups.resolveAddresses('a.example'), lookups.resolveAddresses('a.example')]);
    await turn();
    expect(queriedHosts).toEqual(['a.example']);
    await settle('a.example');
    expect(await both).toEqual([found, found]);
    void lookups.resolveAddresses('a.example');
    await turn();
    expect(queriedHosts).toEqual(['a.example', 'a.example']);
  });

  it('do not delay known names by names whose DNS does not respond', async () => {
    await learn('known.example');
    const silent = ['silent-1.example', 'silent-2.example'].map((host) =>
      lookups.resolveAddresses(host).catch((error: Error) => error.message),
    );
    await turn();
    expect(queriedHosts).toEqual(['silent-1.example']);
    const known = lookups.resolveAddresses('known.example');
    await turn();
    expect(queriedHosts).toEqual(['silent-1.example', 'known.example']);
    await settle('known.example');
    expect(await known).toEqual(found);
    // A request that has waited for 5 s is no longer looked up.
    await turn(5_000);
    expect(await silent[1]).toBe('DNS lookup timed out');
    await settle('silent-1.example', new Error('queryA ETIMEOUT'));
    expect(await silent[0]).toBe('queryA ETIMEOUT');
    expect(queriedHosts).toEqual(['silent-1.example', 'known.example']);
  });

  it('do not queue IP addresses', async () => {
    void lookups.resolveAddresses('silent.example');
    await turn();
    for (const address of ['192.0.2.1', '2001:db8::1']) void lookups.resolveAddresses(address);
    await turn();
    expect(queriedHosts).toEqual(['silent.example', '192.0.2.1', '2001:db8::1']);
  });

  it('leave slots to other accounts when an account has many names whose DNS does not respond', async () => {
    for (let n = 0; n < 50; n++) lookups.resolveAddresses(`silent-${n}.example`, 'acc_a').catch(() => undefined);
    await turn();
    const other = lookups.resolveAddresses('new.example', 'acc_b');
    await turn();
    expect(queriedHosts).toEqual(['silent-0.example']);
    for (const n of [0, 1]) await settle(`silent-${n}.example`, new Error('queryA ETIMEOUT'));
    expect(queriedHosts).toEqual(['silent-0.example', 'silent-1.example', 'new.example']);
    await settle('new.example');
    expect(await other).toEqual(found);
    expect(queriedHosts.at(-1)).toBe('silent-2.example');
  });

  it('share a running lookup of a name among all accounts', async () => {
    const first = lookups.resolveAddresses('shared.example', 'acc_a');
    await turn();
    const second = lookups.resolveAddresses('shared.example', 'acc_b');
    await settle('shared.example');
    expect(await Promise.all([first, second])).toEqual([found, found]);
    expect(queriedHosts).toEqual(['shared.example']);
  });

  describe('of a domain whose DNS is alternately fast and slow', () => {
    let others = 0;
    /** A lookup that takes `ms` milliseconds. */
    const take = async (host: string, ms: number, account?: string): Promise<void> => {
      const addresses = lookups.resolveAddresses(host, account);
      await turn();
      await turn(ms);
      await settle(host);
      await addresses;
    };
    /** Whether a name uses the slot for known names, tested while another name holds the other slot. */
    const isKnown = async (host: string, account?: string): Promise<boolean> => {
      // After a response, the name would be known.
      const other = `other-${(others += 1)}.example.org`;
      const silent = lookups.resolveAddresses(other);
      await turn();
      queriedHosts = [];
      const addresses = lookups.resolveAddresses(host, account);
      await turn();
      const known = queriedHosts.includes(host);
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

    it('ignore the first slow response, because any DNS can be slow once', async () => {
      await lapse('a.slow.example');
      await learn('a.slow.example');
      expect(await isKnown('a.slow.example')).toBe(true);
    });

    it('use the slot for known names ever more rarely, whichever name of the domain is looked up', async () => {
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
    ])('do not affect other domains under %s', async (suffix, slow) => {
      await lapse(`a.${slow}`);
      await lapse(`b.${slow}`);
      await learn(`c.${slow}`);
      await learn(`mail.other.${suffix}`);
      expect(await isKnown(`c.${slow}`)).toBe(false);
      expect(await isKnown(`mail.other.${suffix}`)).toBe(true);
    });

    it('count for the account that looks up several of them, and for no other', async () => {
      for (const host of ['a.slow-1.example', 'a.slow-2.example']) {
        await learn(host, 'acc_a');
        await take(host, 9_000, 'acc_a');
      }
      await learn('a.slow-3.example', 'acc_a');
      expect(await isKnown('a.slow-3.example', 'acc_a')).toBe(false);
      await learn('a.slow-3.example', 'acc_b');
      expect(await isKnown('a.slow-3.example', 'acc_b')).toBe(true);
    });

    it('hold the slot for at most 9 s per hour in the long run', async () => {
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

    it('trust a domain again some time after its last slow response', async () => {
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
  ])('forget a known name that %s', async (_what, ms, error) => {
    await learn('known.example');
    const last = lookups.resolveAddresses('known.example').catch(() => undefined);
    await turn(ms);
    await settle('known.example', error);
    await last;
    void lookups.resolveAddresses('silent.example');
    await turn();
    void lookups.resolveAddresses('known.example').catch(() => undefined);
    await turn();
    expect(queriedHosts).toEqual(['known.example', 'silent.example']);
  });
});

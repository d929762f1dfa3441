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
  const learn = async (host: string): Promise<void> => {
    const addresses = lookups.addressesOf(host);
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

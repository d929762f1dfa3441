import { describe, expect, it } from '@jest/globals';
import type { Names, SenderRecords } from './sender-domain.js';
import { checkRecords, hasAddress, isReserved, senderRecords } from './sender-domain.js';

const records: SenderRecords = {
  domain: 'acme.io',
  takesMail: true,
  spf: ['v=spf1 include:_spf.acme.io ~all'],
  dmarc: ['v=DMARC1; p=none'],
  dkim: ['s1'],
};

describe('checkRecords', () => {
  it('finds no problems when all records exist', () => {
    expect(checkRecords(records, ['s1']).map(({ level }) => level)).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  it.each<[Partial<SenderRecords>, string, RegExp]>([
    [{ takesMail: false }, 'fault', /acme\.io does not accept email/],
    [{ spf: [] }, 'warning', /acme\.io has no SPF record/],
    [{ spf: ['v=spf1 -all', 'v=spf1 ~all'] }, 'fault', /has 2 SPF records/],
    [{ spf: ['v=spf1 mx +all'] }, 'fault', /allows everybody to send: v=spf1 mx \+all/],
    [{ spf: ['v=spf1 all'] }, 'fault', /allows everybody to send/],
    [{ dmarc: [] }, 'warning', /has no DMARC record/],
    [{ dmarc: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, 'fault', /has 2 DMARC records/],
    [{ dkim: [] }, 'warning', /no DKIM key under s1, k1/],
  ])('reports a domain with %j', (differing, level, message) => {
    const problems = checkRecords({ ...records, ...differing }, ['s1', 'k1']).filter((one) => one.level !== 'ok');
    expect(problems).toEqual([{ level, message: expect.stringMatching(message), remedy: expect.stringMatching(/\./) }]);
  });

  it.each<Partial<SenderRecords>>([{ takesMail: undefined }, { spf: undefined }, { dmarc: undefined }])(
    'only warns when the DNS does not answer (%j)',
    (differing) => {
      expect(checkRecords({ ...records, ...differing }, ['s1'])).toEqual([
        expect.objectContaining({ level: 'warning', message: 'The DNS did not respond to the queries for acme.io.' }),
      ]);
    },
  );

  it.each(['example', 'acme.example', 'example.com', 'mail.example.org', 'x.test', 'a.invalid', 'localhost'])(
    'treats %s as reserved',
    (domain) => expect(isReserved(domain)).toBe(true),
  );
  it.each(['acme.io', 'myexample.com', 'example.io', 'test.com'])('treats %s as usable', (domain) =>
    expect(isReserved(domain)).toBe(false),
  );
});

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const resolver = (texts: Readonly<Record<string, string[]>>, code = 'ENOTFOUND'): Names => ({
  resolveTxt: (name: string) => (texts[name] ? Promise.resolve(texts[name].map((text) => [text])) : failing(code)()),
  resolveMx: failing(code),
  resolve4: failing(code),
  resolve6: failing(code),
});

describe('senderRecords', () => {
  it('queries the domain, with DMARC from the organizational domain', async () => {
    const texts = {
      'news.acme.io': ['v=spf1 -all', 'google-site-verification=x'],
      '_dmarc.acme.io': ['v=DMARC1; p=none'],
      's1._domainkey.news.acme.io': ['k=rsa; p=MIGf'],
      // Revoked: a key without content.
      's2._domainkey.news.acme.io': ['v=DKIM1; p='],
    };
    expect(await senderRecords(resolver(texts), 'news.acme.io', ['s1', 's2', 's3'])).toEqual({
      domain: 'news.acme.io',
      takesMail: false,
      spf: ['v=spf1 -all'],
      dmarc: ['v=DMARC1; p=none'],
      dkim: ['s1'],
    });
  });

  it('the records are undefined when the DNS does not respond', async () => {
    const silent = resolver({}, 'ETIMEOUT');
    expect(await senderRecords(silent, 'acme.io', ['s1'])).toEqual({
      domain: 'acme.io',
      takesMail: undefined,
      spf: undefined,
      dmarc: undefined,
      dkim: [],
    });
    expect(await hasAddress(silent, 'acme.io')).toBeUndefined();
  });

  it('treats an MX of "." as none', async () => {
    const website = {
      ...resolver({}),
      resolve4: (() => Promise.resolve(['192.0.2.1'])) as unknown as Names['resolve4'],
      resolveMx: () => Promise.resolve([{ exchange: '', priority: 0 }]),
    };
    expect((await senderRecords(website, 'acme.io', [])).takesMail).toBe(false);
  });
});

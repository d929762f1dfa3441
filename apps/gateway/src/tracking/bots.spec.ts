import type { BotReason } from '@postrider/contracts';
import { getBotReason } from './tracking-links.js';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

describe('getBotReason', () => {
  it.each<[agent: string | undefined, reason: BotReason | undefined]>([
    [chrome, undefined],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
      undefined,
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.4.0', undefined],
    ['Mozilla/4.0 (compatible; ms-office; MSOffice rmj)', undefined],
    ['Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36', undefined],
    ['Mozilla/5.0', 'proxy'],
    ['Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)', 'proxy'],
    ['YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', 'proxy'],
    ['Barracuda Sentinel (EE)', 'scanner'],
    ['Mozilla/5.0 (compatible; Proofpoint URL Defense)', 'scanner'],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'scanner'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36', 'scanner'],
    [`${chrome} BingPreview/1.0b`, 'scanner'],
    ['facebookexternalhit/1.1', 'scanner'],
    ['python-requests/2.32', 'library'],
    ['curl/8.5.0', 'library'],
    ['Go-http-client/2.0', 'library'],
    ['', 'library'],
    [undefined, 'library'],
  ])('classifies %s as %s', (agent, reason) => {
    const visit = { method: 'GET', headers: { 'user-agent': agent } };
    expect(getBotReason(visit)).toBe(reason);
    // Again from the cache.
    expect([getBotReason(visit), getBotReason({ ...visit, method: 'HEAD' })]).toEqual([reason, 'head']);
  });

  it.each<[name: string, value: string, reason: BotReason | undefined]>([
    ['purpose', 'prefetch', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender', 'prefetch'],
    ['x-moz', 'prefetch', 'prefetch'],
    ['x-purpose', 'preview', 'prefetch'],
    ['sec-purpose', '', undefined],
    ['sec-fetch-mode', 'navigate', undefined],
  ])('classifies a request with %s: %s as %s', (name, value, reason) => {
    expect(getBotReason({ method: 'GET', headers: { 'user-agent': chrome, [name]: value } })).toBe(reason);
  });

  it('classifies HEAD requests as head', () => {
    expect(getBotReason({ method: 'HEAD', headers: { 'user-agent': chrome } })).toBe('head');
  });
});

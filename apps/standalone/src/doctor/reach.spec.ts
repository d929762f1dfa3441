import { describe, expect, it } from '@jest/globals';
import * as reach from './reach.js';
import { checkSecrets } from './stored.js';

const gateway = '{"success":false,"status":"unauthenticated"}';

describe('PUBLIC_URL', () => {
  it.each([
    ['https://mail.acme.io', { status: 401, body: gateway }, 'ok'],
    ['http://localhost:3000', { status: 401, body: gateway }, 'ok'],
    ['https://mail.acme.io', { status: 403, body: '{"status": "https_required"}' }, 'ok'],
    ['http://mail.acme.io', { status: 401, body: gateway }, 'warning'],
    ['https://mail.acme.io', { status: 301, body: '' }, 'fault'],
    ['https://mail.acme.io', { status: 200, body: '<html>Welcome to nginx</html>' }, 'fault'],
    ['https://mail.acme.io', { unreached: 'certificate has expired' }, 'fault'],
  ])('%s with the response %j is %s', (url, response, level) => {
    const finding = reach.checkPublicUrl(url, response);
    expect(finding.level).toBe(level);
    expect(finding.message).toContain(url);
  });
});

describe('checkGreeting', () => {
  it.each([
    ['220 mail.acme.io ESMTP', 'ok'],
    ['554 no service for you', 'fault'],
    ['421 busy', 'fault'],
  ])('with %s is %s', (greeting, level) => {
    expect(reach.checkGreeting('smtp://mail.acme.io:25', greeting).level).toBe(level);
  });

  it('shows the URL without the password', () => {
    expect(reach.shownUrl('smtps://user:secret@mail.acme.io:465')).toBe('smtps://mail.acme.io:465');
  });
});

describe('host names', () => {
  it.each([
    ['localhost', true, 'warning'],
    ['mail.acme.io', false, 'warning'],
    ['mail.acme.io', undefined, 'warning'],
    ['mail.acme.io', true, 'ok'],
  ])('MAIL_HOSTNAME %s, with an address: %s, is %s', (name, hasAddress, level) => {
    expect(reach.checkMailHostname(name, hasAddress).level).toBe(level);
  });

  it.each([
    [true, 'ok'],
    [false, 'fault'],
  ])('BOUNCE_DOMAIN, accepting email: %s, is %s', (takes, level) => {
    expect(reach.checkBounceDomain('bounce.acme.io', takes).level).toBe(level);
  });
});

describe('SECRETS_KEY', () => {
  const vault = {
    open: (sealed: string): string => {
      if (sealed === 'closed') throw new Error('no key');
      return sealed;
    },
  };
  const row = (id: string, sealed: string) => ({ accountId: 'acc_1', id, sealed });

  it('the check passes when the key decrypts all secrets', async () => {
    expect((await checkSecrets(vault, [row('esp_1', 'open')], 'ESP accounts')).level).toBe('ok');
  });

  it('the check reports the ids of secrets that the key does not decrypt', async () => {
    const stored = [row('esp_0', 'open'), ...[1, 2, 3, 4, 5, 6].map((n) => row(`esp_${n}`, 'closed'))];
    expect(await checkSecrets(vault, stored, 'ESP accounts')).toMatchObject({
      level: 'fault',
      message:
        'No key of SECRETS_KEY decrypts the secrets of 6 of 7 ESP accounts: esp_1, esp_2, esp_3, esp_4, esp_5 and more.',
    });
  });
});

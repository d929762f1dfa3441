import { jest } from '@jest/globals';
import { createDriver, type DriverEspAccount } from './driver-factory.js';

const key = { api_key: 'secret-key' };
const eu = { settings: { region: 'eu' } } as const;
const ses = { access_key_id: 'AKID', secret_access_key: 'secret-key' };

const message = {
  logId: 'log_1',
  messageId: '<log_1@acme.example>',
  date: new Date(),
  from: { address: 'billing@acme.example' },
  replyTo: ['help@acme.example'],
  to: { address: 'ada@example.com' },
  cc: [],
  bcc: [],
  subject: 'Hi',
  text: 'Hi',
  headers: {},
  tags: [],
  attachments: [],
};

/** The URL to which an account's driver sends email. */
async function getAddress(account: DriverEspAccount, baseUrls = {}): Promise<unknown> {
  const fetched = jest
    .spyOn(globalThis, 'fetch')
    .mockRejectedValue(Object.assign(new Error('refused'), { cause: { code: 'ECONNREFUSED' } }));
  try {
    await createDriver(account, { ehloName: 'x.example', baseUrls }).send(message, AbortSignal.timeout(5_000));
    return (fetched.mock.calls[0]?.[0] as Request | undefined)?.url;
  } finally {
    fetched.mockRestore();
  }
}

describe('createDriver', () => {
  it.each<[string, DriverEspAccount]>([
    [
      'https://api.sendgrid.com/',
      { id: 'esp_1', type: 'esp_kind_1', credentials: { username: 'apikey', password: 'SG.secret' } },
    ],
    [
      'https://api.eu.sendgrid.com/',
      { id: 'esp_1', type: 'esp_kind_1', credentials: { username: 'apikey', password: 'SG.secret' }, ...eu },
    ],
    [
      'https://api.mailgun.net/',
      { id: 'esp_2', type: 'esp_kind_2', credentials: { ...key, domain: 'acme.example' }, settings: { region: 'us' } },
    ],
    [
      'https://api.eu.mailgun.net/',
      { id: 'esp_2', type: 'esp_kind_2', credentials: { ...key, domain: 'acme.example' }, ...eu },
    ],
    ['https://mandrillapp.com/', { id: 'esp_3', type: 'esp_kind_3', credentials: key }],
    ['https://api.postmarkapp.com/', { id: 'esp_4', type: 'esp_kind_4', credentials: key }],
    [
      'https://email.eu-west-1.amazonaws.com/',
      { id: 'esp_5', type: 'esp_kind_5', credentials: { ...ses, region: 'eu-west-1' } },
    ],
    [
      'https://email.cn-north-1.amazonaws.com.cn/',
      { id: 'esp_5', type: 'esp_kind_5', credentials: { ...ses, region: 'cn-north-1' } },
    ],
    ['https://api.mailjet.com/', { id: 'esp_6', type: 'esp_kind_6', credentials: { ...key, secret_key: 'secret' } }],
    ['https://api.sparkpost.com/', { id: 'esp_8', type: 'esp_kind_8', credentials: key }],
    ['https://api.eu.sparkpost.com/', { id: 'esp_8', type: 'esp_kind_8', credentials: key, ...eu }],
  ])('sends to %s', async (address, account) => {
    expect(await getAddress(account)).toMatch(new RegExp(`^${address.replaceAll('.', '\\.')}`));
  });

  it.each<DriverEspAccount>([
    { id: 'esp_1', type: 'esp_kind_1', credentials: { username: 'apikey', password: 'SG.secret' }, ...eu },
    { id: 'esp_2', type: 'esp_kind_2', credentials: { ...key, domain: 'acme.example' }, ...eu },
    { id: 'esp_3', type: 'esp_kind_3', credentials: key },
    { id: 'esp_4', type: 'esp_kind_4', credentials: key },
    { id: 'esp_5', type: 'esp_kind_5', credentials: { ...ses, region: 'eu-west-1' } },
    { id: 'esp_6', type: 'esp_kind_6', credentials: { ...key, secret_key: 'secret' } },
    { id: 'esp_7', type: 'esp_kind_7', credentials: key },
    { id: 'esp_8', type: 'esp_kind_8', credentials: key, ...eu },
  ])('sends email of $type to the configured base URL, including its path', async (account) => {
    expect(await getAddress(account, { [account.type]: 'https://proxy.example/a/b/' })).toMatch(
      /^https:\/\/proxy\.example\/a\/b\/\w/,
    );
  });

  it('sends no email of esp_kind_7 without a configured base URL', async () => {
    const account = { id: 'esp_7', type: 'esp_kind_7', credentials: key } as const;
    expect(await getAddress(account)).toBeUndefined();
    expect(await getAddress(account, { esp_kind_7: 'https://dyn.example' })).toMatch(/^https:\/\/dyn\.example\//);
  });
});

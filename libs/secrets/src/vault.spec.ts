import { randomBytes } from 'node:crypto';
import { Vault } from './vault.js';

const key = randomBytes(32).toString('base64');
const owner = { accountId: 'acc_1', rowId: 'whk_1' };
const place = { service: 'tracking', table: 'webhooks', field: 'secrets' };

it.each([
  ['another service', { ...place, service: 'delivery' }],
  ['another table', { ...place, table: 'esp_accounts' }],
  ['another field', { ...place, field: 'credentials' }],
])('a vault does not open a secret that was sealed for %s', (_case, other) => {
  const sealed = new Vault(key, place).seal('whsec_1', owner);
  expect(new Vault(key, place).open(sealed, owner)).toBe('whsec_1');
  expect(() => new Vault(key, other).open(sealed, owner)).toThrow('unable to authenticate');
});

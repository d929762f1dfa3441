import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { DeliveryConfig } from '../config.js';
import { CredentialVault } from './credential-vault.js';

const key = (): string => randomBytes(32).toString('base64');
const vaultWith = (SECRETS_KEY: string): CredentialVault => new CredentialVault({ SECRETS_KEY } as DeliveryConfig);
const owner = { accountId: 'acc_1', rowId: 'esp_1' };
const secret = '{"api_key":"SG.very-secret"}';

describe('CredentialVault', () => {
  it('opens what it sealed, and never seals the same way twice', () => {
    const vault = vaultWith(key());
    const sealed = vault.seal(secret, owner);
    expect(vault.open(sealed, owner)).toBe(secret);
    expect(sealed).not.toContain('very-secret');
    expect(vault.seal(secret, owner)).not.toBe(sealed);
  });

  it.each([
    ['another account', { ...owner, accountId: 'acc_2' }],
    ['another row', { ...owner, rowId: 'esp_2' }],
  ])('does not open for %s', (_case, other) => {
    const vault = vaultWith(key());
    expect(() => vault.open(vault.seal(secret, owner), other)).toThrow('unable to authenticate');
  });

  it('does not open a modified text', () => {
    const vault = vaultWith(key());
    const sealed = vault.seal(secret, owner);
    const swapped = sealed.endsWith('A') ? `${sealed.slice(0, -1)}Q` : `${sealed.slice(0, -1)}A`;
    expect(() => vault.open(swapped, owner)).toThrow('unable to authenticate');
  });

  it('seals with the first key, and opens with the others', () => {
    const [old, fresh] = [key(), key()];
    const before = vaultWith(`2025:${old}`).seal(secret, owner);
    const vault = vaultWith(`2026:${fresh},2025:${old}`);
    expect(vault.open(before, owner)).toBe(secret);
    expect(vault.isCurrent(before)).toBe(false);
    expect(vault.isCurrent(vault.seal(secret, owner))).toBe(true);
    expect(() => vaultWith(`2026:${fresh}`).open(before, owner)).toThrow('SECRETS_KEY');
  });
});

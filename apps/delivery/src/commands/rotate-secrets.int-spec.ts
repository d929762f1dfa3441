import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@postrider/contracts';
import { rotateSecrets } from '@postrider/secrets';
import { databaseOptions } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase } from '@postrider/testing';
import { DataSource } from 'typeorm';
import type { DeliveryConfig } from '../config.js';
import { deliveryDatabase } from '../database.js';
import { CredentialVault } from '../esp-accounts/credential-vault.js';
import { EspAccountEntity } from '../esp-accounts/esp-account.entity.js';

const key = (): string => randomBytes(32).toString('base64');
const vaultWith = (SECRETS_KEY: string): CredentialVault => new CredentialVault({ SECRETS_KEY } as DeliveryConfig);

describe('rotateSecrets', () => {
  const accountId = newId('account');
  let server: TestDatabase;
  let database: DataSource;
  beforeAll(async () => {
    server = await createTestDatabase(deliveryDatabase);
    database = await new DataSource(databaseOptions(deliveryDatabase, server.url)).initialize();
  });
  afterAll(async () => {
    await database?.destroy();
    await server?.drop();
  });

  async function account(vault: CredentialVault): Promise<string> {
    const id = newId('espAccount');
    await database.getRepository(EspAccountEntity).insert({
      accountId,
      id,
      espType: 'smtp',
      name: id,
      credentials: vault.seal(`secret of ${id}`, { accountId, rowId: id }),
    });
    return id;
  }
  const openedBy = async (vault: CredentialVault, id: string): Promise<string> =>
    vault.open((await database.getRepository(EspAccountEntity).findOneByOrFail({ id })).credentials!, {
      accountId,
      rowId: id,
    });

  it('re-encrypts what it can, and names accounts that no key decrypts', async () => {
    const [old, fresh] = [key(), key()];
    const readable = [await account(vaultWith(old)), await account(vaultWith(old))];
    await database
      .getRepository(EspAccountEntity)
      .insert({ accountId, id: 'imported', espType: 'smtp', name: 'without credentials', credentials: null });
    const lost = [await account(vaultWith(`lost:${key()}`)), await account(vaultWith(key()))];
    await expect(rotateSecrets(database, vaultWith(`new:${fresh},${old}`))).rejects.toThrow(
      `Re-encrypted: 2. No key of SECRETS_KEY decrypts the secrets of ${lost.toSorted().join(', ')}`,
    );
    for (const id of readable) expect(await openedBy(vaultWith(`new:${fresh}`), id)).toBe(`secret of ${id}`);
  });

  it('re-encrypts webhooks, except those that no key decrypts', async () => {
    const [old, fresh] = [key(), key()];
    const rows = database.getRepository(EspAccountEntity);
    const id = await account(vaultWith(old));
    const owner = { accountId, rowId: id, field: 'webhook' } as const;
    await rows.update({ id }, { webhook: vaultWith(old).seal('token', owner) });
    const lost = await account(vaultWith(old));
    await rows.update({ id: lost }, { webhook: vaultWith(key()).seal('lost', { ...owner, rowId: lost }) });
    const options = { field: 'webhook', optional: true };
    expect(await rotateSecrets(database, vaultWith(`new:${fresh},${old}`), options)).toBe(1);
    const { webhook } = await rows.findOneByOrFail({ id });
    expect(vaultWith(`new:${fresh}`).open(webhook!, owner)).toBe('token');
  });

  it('does not confuse two keys with the same name', async () => {
    await database.getRepository(EspAccountEntity).clear();
    const id = await account(vaultWith(key()));
    await expect(rotateSecrets(database, vaultWith(key()))).rejects.toThrow(id);
  });
});

import { databaseOptions } from '@postrider/service';
import { DataSource } from 'typeorm';
import { deliveryConfig } from '../config.js';
import { deliveryDatabase } from '../database.js';
import { CredentialVault } from './credential-vault.js';
import { EspAccountEntity } from './esp-account.entity.js';

const batch = 200;

/**
 * Seals every credential again that was sealed with another than the first key of SECRETS_KEY, and answers how many. Running services go
 * on: they hold both keys, and a row changes only if it still is what was read.
 */
export async function rotateSecrets(database: DataSource, vault: CredentialVault): Promise<number> {
  const accounts = database.getRepository(EspAccountEntity);
  let rotated = 0;
  for (let last = ''; ;) {
    const page = await accounts.createQueryBuilder('account').where('account.id > :last', { last }).orderBy('account.id').limit(batch).getMany();
    for (const { accountId, id, credentials } of page.filter((account) => !vault.isCurrent(account.credentials))) {
      const owner = { accountId, rowId: id };
      const { affected } = await accounts.update({ accountId, id, credentials }, { credentials: vault.seal(vault.open(credentials, owner), owner) });
      rotated += affected ?? 0;
    }
    if (page.length < batch) return rotated;
    last = page.at(-1)!.id;
  }
}

/** `npm run secrets:rotate`: needs the delivery service's environment, SECRETS_KEY with the new key first. */
export async function runSecretsRotation(): Promise<void> {
  try {
    const config = deliveryConfig.read();
    const database = await new DataSource(databaseOptions(deliveryDatabase, config.DATABASE_URL, 2)).initialize();
    try {
      console.log(`${await rotateSecrets(database, new CredentialVault(config))} ESP accounts were sealed with the new key; the old one is not needed any more.`);
    } finally {
      await database.destroy();
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

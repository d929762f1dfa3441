import { databaseOptions, unusableDatabase } from '@postrider/service';
import { DataSource } from 'typeorm';
import { deliveryConfig } from '../config.js';
import { deliveryDatabase } from '../database.js';
import { CredentialVault } from '../esp-accounts/credential-vault.js';
import { rotateSecrets } from '../esp-accounts/secrets-rotation.js';

/** `npm run secrets:rotate`: needs the delivery service's environment, SECRETS_KEY with the new key first. */
async function runSecretsRotation(): Promise<void> {
  try {
    const config = deliveryConfig.read();
    const database = await new DataSource(databaseOptions(deliveryDatabase, config.DATABASE_URL, 2))
      .initialize()
      .catch((error: unknown) => {
        throw unusableDatabase(error);
      });
    try {
      const vault = new CredentialVault(config);
      console.log(
        `Sealed anew: ${await rotateSecrets(database, vault)}. All ESP accounts are sealed with the key "${vault.current}" now; SECRETS_KEY needs no other.`,
      );
    } finally {
      await database.destroy();
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

await runSecretsRotation();

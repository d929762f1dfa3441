import { databaseOptions, defineAction, defineCommand, unusableDatabase } from '@postrider/service';
import { DataSource } from 'typeorm';
import { deliveryConfig } from '../config.js';
import { deliveryDatabase } from '../database.js';
import { CredentialVault } from '../esp-accounts/credential-vault.js';
import { rotateSecrets } from '../esp-accounts/secrets-rotation.js';

/** `npm run secrets:rotate`: needs the delivery service's environment, SECRETS_KEY with the new key first. */
export const rotateSecretsCommand = defineCommand({
  name: 'secrets:rotate',
  action: defineAction({
    about: 'seals every ESP credential anew with the first key of SECRETS_KEY',
    run: async (_input, { print, environment }) => {
      const config = deliveryConfig.read(environment);
      const database = new DataSource(databaseOptions(deliveryDatabase, config.DATABASE_URL, 2));
      await database.initialize().catch((error: unknown) => {
        throw unusableDatabase(error);
      });
      try {
        const vault = new CredentialVault(config);
        const sealed = await rotateSecrets(database, vault);
        print(
          `Sealed anew: ${sealed}. All ESP accounts are sealed with the key "${vault.current}" now; SECRETS_KEY needs no other.`,
        );
      } finally {
        await database.destroy();
      }
    },
  }),
});

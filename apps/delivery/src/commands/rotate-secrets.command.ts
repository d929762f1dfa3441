import { rotateSecrets } from '@postrider/secrets';
import { defineAction, defineCommand, onDatabase } from '@postrider/service';
import { deliveryConfig } from '../config.js';
import { deliveryDatabase } from '../database.js';
import { CredentialVault } from '../esp-accounts/credential-vault.js';

/** `postrider rotate-secrets`: needs the delivery service's environment, SECRETS_KEY with the new key first. */
export const rotateSecretsCommand = defineCommand({
  name: 'rotate-secrets',
  action: defineAction({
    about: 're-encrypts every ESP credential with the first key of SECRETS_KEY',
    run: async (_input, { print, environment }) => {
      const config = deliveryConfig.read(environment);
      await onDatabase(deliveryDatabase, config.DATABASE_URL, 2, async (database) => {
        const vault = new CredentialVault(config);
        // A webhook that no key decrypts counts as missing; its account gets a new token.
        const webhooks = await rotateSecrets(database, vault, { field: 'webhook', optional: true });
        const credentials = await rotateSecrets(database, vault);
        print(
          `Re-encrypted: ${webhooks + credentials}. All ESP accounts use the key "${vault.current}" now; SECRETS_KEY needs no other.`,
        );
      });
    },
  }),
});

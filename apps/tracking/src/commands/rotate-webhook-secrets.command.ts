import { defineAction, defineCommand, onDatabase } from '@postrider/service';
import { trackingConfig } from '../config.js';
import { trackingDatabase } from '../database.js';
import { rotateWebhookSecrets } from '../webhooks/secrets-rotation.js';
import { WebhookVault } from '../webhooks/webhook-vault.js';

/** `postrider rotate-webhook-secrets`: needs the tracking service's environment, SECRETS_KEY with the new key first. */
export const rotateWebhookSecretsCommand = defineCommand({
  name: 'rotate-webhook-secrets',
  action: defineAction({
    about: 'encrypts the secrets of all webhooks again with the first key of SECRETS_KEY',
    run: async (_input, { print, environment }) => {
      const config = trackingConfig.read(environment);
      await onDatabase(trackingDatabase, config.DATABASE_URL, 2, async (database) => {
        const vault = new WebhookVault(config);
        const sealed = await rotateWebhookSecrets(database, vault);
        print(
          `Re-encrypted: ${sealed}. All webhooks use the key "${vault.current}" now; the tracking service needs no other.`,
        );
      });
    },
  }),
});

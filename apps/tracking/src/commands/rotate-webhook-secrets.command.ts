import { defineAction, defineCommand, onDatabase } from '@postrider/service';
import { trackingConfig } from '../config.js';
import { trackingDatabase } from '../database.js';
import { SlackVault } from '../alerts/slack-vault.js';
import { rotateSecrets } from '@postrider/secrets';
import { WebhookVault } from '../webhooks/webhook-vault.js';

/** `postrider rotate-webhook-secrets`: needs the tracking service's environment, SECRETS_KEY with the new key first. */
export const rotateWebhookSecretsCommand = defineCommand({
  name: 'rotate-webhook-secrets',
  action: defineAction({
    about: 'encrypts the secrets of all webhooks and alerts again with the first key of SECRETS_KEY',
    run: async (_input, { print, environment }) => {
      const config = trackingConfig.read(environment);
      await onDatabase(trackingDatabase, config.DATABASE_URL, 2, async (database) => {
        const vault = new WebhookVault(config);
        const webhooks = await rotateSecrets(database, vault);
        const alerts = await rotateSecrets(database, new SlackVault(config));
        print(
          `Re-encrypted: ${webhooks + alerts}. All webhooks and alerts use the key "${vault.current}" now; the tracking service needs no other.`,
        );
      });
    },
  }),
});

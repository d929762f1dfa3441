import { defineAction, defineCommand, onDatabase } from '@postrider/service';
import { z } from 'zod';
import { deliveryConfig } from '../config.js';
import { deliveryDatabase } from '../database.js';
import { CredentialVault } from '../esp-accounts/credential-vault.js';
import { EspAccountEntity } from '../esp-accounts/esp-account.entity.js';
import { EspWebhooksRepository } from '../esp-accounts/esp-accounts.repository.js';
import { EspWebhooksService } from '../esp-accounts/esp-webhooks.service.js';
import { WebhookSetup } from '../webhook-setup/webhook-setup.js';

const publicUrl = z
  .string()
  .regex(/^https?:\/\/[^/\s@?#]+(\/[^\s?#]*)?$/, 'must be an address such as https://mail.acme.example')
  .transform((url) => url.replace(/\/+$/, ''))
  .meta({ value: 'URL', description: 'public address of the API: PUBLIC_URL of the gateway' });

/** `postrider webhooks`: needs the delivery service's environment. */
export const webhooks = defineCommand({
  name: 'webhooks',
  actions: {
    setup: defineAction({
      about: 'registers the webhook of an ESP account at its provider, with the credentials of the account',
      operands: { espAccount: z.string().meta({ description: 'the id of the ESP account' }) },
      options: { publicUrl },
      run: async (input, { print, environment }) => {
        const config = deliveryConfig.read(environment);
        await onDatabase(deliveryDatabase, config.DATABASE_URL, 2, async (database) => {
          const vault = new CredentialVault(config);
          const accounts = new EspWebhooksRepository(database);
          const setup = new WebhookSetup(vault, new EspWebhooksService(accounts, vault), config);
          const account = await database.getRepository(EspAccountEntity).findOneBy({ id: input.espAccount });
          if (!account) throw new Error(`There is no ESP account ${input.espAccount}`);
          const { url } = await setup.run(account, input.publicUrl);
          print(`The provider reports to ${url} now. Reports are processed within 30 s.`);
        });
      },
    }),
  },
});

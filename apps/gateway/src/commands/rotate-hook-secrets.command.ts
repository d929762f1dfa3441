import { defineAction, defineCommand, onDatabase } from '@postrider/service';
import { gatewayConfig } from '../config.js';
import { gatewayDatabase } from '../database.js';
import { rotateSecrets } from '@postrider/secrets';
import { HookVault } from '../identity-hooks/hook-secrets.js';

/** `postrider rotate-hook-secrets`: needs the gateway's environment, SECRETS_KEY with the new key first. */
export const rotateHookSecretsCommand = defineCommand({
  name: 'rotate-hook-secrets',
  action: defineAction({
    about: 'encrypts the secrets of all identity hooks again with the first key of SECRETS_KEY',
    run: async (_input, { print, environment }) => {
      const config = gatewayConfig.read(environment);
      await onDatabase(gatewayDatabase, config.DATABASE_URL, 2, async (database) => {
        const vault = new HookVault(config);
        const sealed = await rotateSecrets(database, vault);
        print(
          `Re-encrypted: ${sealed}. All identity hooks use the key "${vault.current}" now; the gateway needs no other.`,
        );
      });
    },
  }),
});

import { emailAddress, text } from '@postrider/contracts';
import { defineAction, defineCommand, defineConfig, unusableDatabase, variables } from '@postrider/service';
import { createAccount } from '../accounts/create-account.js';

const config = defineConfig('create-account', { DATABASE_URL: variables.databaseUrl });

/** `create-account`: needs DATABASE_URL. Prints the keys, which nobody can look up later. */
export const createAccountCommand = defineCommand({
  name: 'create-account',
  action: defineAction({
    about: 'makes an account and prints its keys, this once',
    operands: {
      name: text(255).describe('of the account'),
      defaultSender: emailAddress.optional().describe('address that its mail comes from where a send names none'),
    },
    run: async ({ name, defaultSender }, { print, environment }) => {
      const { DATABASE_URL } = config.read(environment);
      const { id, keys } = await createAccount(DATABASE_URL, name, defaultSender).catch((error: unknown) => {
        throw unusableDatabase(error);
      });
      print(`Account  ${id}\nLive key ${keys.live}\nTest key ${keys.test}`);
    },
  }),
});

import { emailAddress, text } from '@postrider/contracts';
import { defineAction, defineCommand, defineConfig, variables } from '@postrider/service';
import { createAccount } from '../accounts/create-account.js';

const config = defineConfig('create-account', { DATABASE_URL: variables.databaseUrl });

/** One more account with its keys, which nobody can look up later. Needs DATABASE_URL. */
export const createAccountCommand = defineCommand({
  name: 'create-account',
  action: defineAction({
    about: 'makes an account and prints its keys, this once',
    operands: {
      name: text(255).describe('what people call it'),
      sender: emailAddress.optional().describe('the address of its default sender'),
    },
    run: async ({ name, sender }, { print, environment }) => {
      const { DATABASE_URL } = config.read(environment);
      const { id, keys } = await createAccount(DATABASE_URL, name, sender);
      print(`Account  ${id}\nLive key ${keys.live}\nTest key ${keys.test}`);
    },
  }),
});

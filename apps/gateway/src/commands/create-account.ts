import { emailAddress, text } from '@postrider/contracts';
import { defineConfig, variables } from '@postrider/service';
import { z } from 'zod';
import { createAccount } from '../accounts/create-account.js';

const commandLine = z.tuple([text(255), emailAddress.optional()]);

/** `create-account <name> [<default sender's address>]`; needs DATABASE_URL. Prints the keys, which nobody can look up later. */
async function runCreateAccount(given: readonly string[]): Promise<void> {
  try {
    const parsed = commandLine.safeParse(given);
    if (!parsed.success) throw new Error("Usage: create-account <name> [<default sender's address>]");
    const { DATABASE_URL } = defineConfig('create-account', { DATABASE_URL: variables.databaseUrl }).read();
    const { id, keys } = await createAccount(DATABASE_URL, ...parsed.data);
    console.log(`Account  ${id}\nLive key ${keys.live}\nTest key ${keys.test}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

await runCreateAccount(process.argv.slice(2));

import { emailAddress, text } from '@postrider/contracts';
import { databaseOptions, defineConfig, variables } from '@postrider/service';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { newSecret } from '../api-keys/secret.js';
import type { KeyKind } from '../authentication/caller.js';
import { gatewayDatabase } from '../database.js';
import { AccountsRepository } from './accounts.repository.js';

export interface NewAccount {
  readonly id: string;
  readonly keys: Readonly<Record<KeyKind, string>>;
}

/** An account with a live and a test key; `sender` is its default sender's address. */
export async function createAccount(databaseUrl: string, name: string, sender?: string): Promise<NewAccount> {
  const database = await new DataSource(databaseOptions(gatewayDatabase, databaseUrl, 1)).initialize();
  const accounts = new AccountsRepository();
  const keys = { live: newSecret('live'), test: newSecret('test') };
  try {
    return await database.transaction(async (tx) => {
      const id = await accounts.create(tx, name);
      if (sender !== undefined) await accounts.setDefaultSender(tx, id, sender);
      await accounts.addKey(tx, id, 'live', keys.live);
      await accounts.addKey(tx, id, 'test', keys.test);
      return { id, keys };
    });
  } finally {
    await database.destroy();
  }
}

const commandLine = z.tuple([text(255), emailAddress.optional()]);

/** `create-account <name> [<default sender's address>]`; needs DATABASE_URL. Prints the keys, which nobody can look up later. */
export async function runCreateAccount(given: readonly string[]): Promise<void> {
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

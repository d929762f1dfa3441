import { databaseOptions } from '@postrider/service';
import { DataSource } from 'typeorm';
import { newSecret } from '../authentication/credentials.js';
import { gatewayDatabase } from '../database.js';
import type { KeyKind } from '../http/caller.js';
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
      if (sender !== undefined) await accounts.setFirstSender(tx, id, sender);
      await accounts.addKey(tx, id, 'live', keys.live);
      await accounts.addKey(tx, id, 'test', keys.test);
      return { id, keys };
    });
  } finally {
    await database.destroy();
  }
}

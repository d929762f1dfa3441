import type { Environment } from '@postrider/service';
import { databaseOptions, defineConfig, unusableDatabase, variables } from '@postrider/service';
import { DataSource } from 'typeorm';
import { gatewayDatabase } from '../database.js';

export const databaseUrl = (command: string, environment: Environment | undefined): string =>
  defineConfig(command, { DATABASE_URL: variables.databaseUrl }).read(environment).DATABASE_URL;

/** What an operator's command does with the gateway's database, which DATABASE_URL names. */
export async function onDatabase<Result>(
  command: string,
  environment: Environment | undefined,
  work: (database: DataSource) => Promise<Result>,
): Promise<Result> {
  const database = new DataSource(databaseOptions(gatewayDatabase, databaseUrl(command, environment), 1));
  await database.initialize().catch((error: unknown) => {
    throw unusableDatabase(error);
  });
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

import type { Environment } from '@postrider/service';
import { defineConfig, onDatabase, variables } from '@postrider/service';
import type { DataSource } from 'typeorm';
import { gatewayDatabase } from '../database.js';

export const databaseUrl = (command: string, environment: Environment | undefined): string =>
  defineConfig(command, { DATABASE_URL: variables.databaseUrl }).read(environment).DATABASE_URL;

/** What an operator's command does with the gateway's database, which DATABASE_URL names. */
export const onGatewayDatabase = async <Result>(
  command: string,
  environment: Environment | undefined,
  work: (database: DataSource) => Promise<Result>,
): Promise<Result> => onDatabase(gatewayDatabase, databaseUrl(command, environment), 1, work);

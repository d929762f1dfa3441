import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { id } from '@postrider/contracts';
import type { Environment } from '@postrider/service';
import {
  databaseClient,
  defineAction,
  defineCommand,
  defineConfig,
  unusableDatabase,
  variables,
} from '@postrider/service';
import type { Client } from 'pg';
import { z } from 'zod';
import { schemas } from '../provision.js';
import { exportedLines, importLines, readLines } from '../account-transfer.js';

const connectTimeoutMs = 5_000;
const apps = z.array(z.enum(schemas)).describe(`apps to include: ${schemas.join(', ')}; all when none is given`);

/**
 * `postrider transfer`: needs a DATABASE_URL whose role can read or write the schemas of these apps
 * (docs/operate/commands.md#move-an-account).
 */
export const transfer = defineCommand({
  name: 'transfer',
  notes: 'The file contains personal data. Secrets stay encrypted with SECRETS_KEY.',
  actions: {
    export: defineAction({
      about: 'writes the data of an account to a new file',
      operands: {
        account: id('account').describe('id of the account'),
        file: z.string().describe('file to create'),
        apps,
      },
      run: async (input, { print, environment }) => {
        const wanted = input.apps.length > 0 ? input.apps : schemas;
        let lines = 0;
        async function* text(client: Client): AsyncGenerator<string> {
          for await (const line of exportedLines(client, input.account, wanted)) {
            lines++;
            yield `${line}\n`;
          }
        }
        // An existing file is not overwritten.
        const file = createWriteStream(input.file, { flags: 'wx', mode: 0o600 });
        await once(file, 'ready');
        try {
          await onConnection(environment, (client) => pipeline(Readable.from(text(client)), file));
        } catch (error) {
          file.destroy();
          await rm(input.file);
          throw error;
        }
        print(`${lines} lines in ${input.file}`);
      },
    }),
    import: defineAction({
      about: 'imports such a file as a whole, if the account has no data yet',
      operands: { file: z.string().describe('file of an export') },
      run: async ({ file }, { print, environment }) => {
        const input = createReadStream(file, 'utf8');
        await once(input, 'ready');
        const { accountId, rows } = await onConnection(environment, (client) => importLines(client, readLines(input)));
        print(`${rows} rows of ${accountId}`);
      },
    }),
  },
});

async function onConnection<Result>(
  environment: Environment | undefined,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL } = defineConfig('transfer', { DATABASE_URL: variables.databaseUrl }).read(environment);
  const client = databaseClient(DATABASE_URL, connectTimeoutMs);
  await client.connect().catch((error: unknown) => {
    throw unusableDatabase(error);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

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
import { exportedLines, importLines, linesOf } from '../account-transfer.js';

const connectTimeoutMs = 5_000;
const apps = z.array(z.enum(schemas)).describe(`whose part it is about: ${schemas.join(', ')}; all when none is given`);

/** `postrider transfer`: needs a DATABASE_URL whose role may read, or write, the schemas of these apps (docs/operate/commands.md#move-an-account). */
export const transfer = defineCommand({
  name: 'transfer',
  notes: 'The file has personal data. Secrets are in it as they are stored, sealed with SECRETS_KEY.',
  actions: {
    export: defineAction({
      about: 'writes what an account owns to a new file',
      operands: { account: id('account').describe('its id'), file: z.string().describe('that is made'), apps },
      run: async (input, { print, environment }) => {
        const wanted = input.apps.length > 0 ? input.apps : schemas;
        let lines = 0;
        async function* text(client: Client): AsyncGenerator<string> {
          for await (const line of exportedLines(client, input.account, wanted)) {
            lines++;
            yield `${line}\n`;
          }
        }
        // What is there already is left as it is.
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
      about: 'writes what is in such a file, all of it or nothing, where nothing of the account is yet',
      operands: { file: z.string().describe('that an export made') },
      run: async ({ file }, { print, environment }) => {
        const input = createReadStream(file, 'utf8');
        await once(input, 'ready');
        const { accountId, rows } = await onConnection(environment, (client) => importLines(client, linesOf(input)));
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

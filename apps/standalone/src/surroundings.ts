import { resolve } from 'node:path';
import type { Catcher } from '../../catcher/src/catcher.js';
import { startCatcher } from '../../catcher/src/catcher.js';
import { standaloneConfig } from './config.js';
import type { StandaloneConfig } from './config.js';
import { publicUrl } from '../../gateway/src/config.js';
import type { Surroundings } from './environments.js';
import { provision } from './provision.js';
import { installationSecrets, rolePassword } from './secrets.js';

const keptMails = 5_000;

/** Everything the apps stand on besides Postgres, the broker and the mail catcher: secrets, roles and schemas. */
export async function prepareSurroundings(): Promise<Surroundings> {
  const read = standaloneConfig.read();
  const config = { ...read, DATA_DIR: resolve(read.DATA_DIR) };
  const secrets = await installationSecrets(config);
  const databaseUrls = await provision(config.DATABASE_URL, (role) => rolePassword(secrets, role));
  const smtpUrl = config.DEFAULT_SMTP_URL ?? `smtp://127.0.0.1:${config.CATCHER_SMTP_PORT}`;
  return { config, secrets, databaseUrls, smtpUrl };
}

/** The mail catcher in this process, unless the mail goes elsewhere. */
export async function catcherOf(config: StandaloneConfig): Promise<Catcher | undefined> {
  if (config.DEFAULT_SMTP_URL) return undefined;
  return startCatcher({
    httpHost: '127.0.0.1',
    httpPort: config.CATCHER_HTTP_PORT,
    smtpHost: '127.0.0.1',
    smtpPort: config.CATCHER_SMTP_PORT,
    directory: resolve(config.DATA_DIR, 'mail'),
    maxMessages: keptMails,
    apiUrl: `${publicUrl(config)}/api/v1`,
    log: (line) => console.error(line),
  });
}

import { resolve } from 'node:path';
import type { Catcher } from '../../catcher/src/catcher.js';
import { startCatcher } from '../../catcher/src/catcher.js';
import { standaloneConfig } from './config.js';
import type { Surroundings } from './environments.js';
import { provision } from './provision.js';
import { installationSecrets, rolePassword } from './secrets.js';

const keptMails = 5_000;

/** Everything the apps stand on besides Postgres and the broker: secrets, roles and schemas, the mail catcher. */
export async function prepareSurroundings(): Promise<{ surroundings: Surroundings; catcher: Catcher | undefined }> {
  const read = standaloneConfig.read();
  const config = { ...read, DATA_DIR: resolve(read.DATA_DIR) };
  const secrets = await installationSecrets(config);
  const databaseUrls = await provision(config.DATABASE_URL, (role) => rolePassword(secrets, role));
  const catcher = config.DEFAULT_SMTP_URL
    ? undefined
    : await startCatcher({
        httpHost: '127.0.0.1',
        httpPort: config.CATCHER_HTTP_PORT,
        smtpHost: '127.0.0.1',
        smtpPort: config.CATCHER_SMTP_PORT,
        directory: resolve(config.DATA_DIR, 'mail'),
        maxMessages: keptMails,
        apiUrl: `${config.PUBLIC_URL ?? `http://localhost:${config.PORT}`}/api/v1`,
        log: (line) => console.error(line),
      });
  return {
    surroundings: { config, secrets, databaseUrls, smtpUrl: config.DEFAULT_SMTP_URL ?? catcher!.smtpUrl },
    catcher,
  };
}

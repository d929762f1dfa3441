import { publicUrl } from '../../gateway/src/config.js';
import type { Installation } from './environments.js';
import { resolve } from 'node:path';
import type { Catcher } from '../../catcher/src/catcher.js';
import { startCatcher } from '../../catcher/src/catcher.js';
import type { StandaloneConfig } from './config.js';
import { standaloneConfig } from './config.js';
import { provision } from './provision.js';
import { installationSecrets, rolePassword } from './secrets.js';

const maxCaughtMails = 5_000;

/**
 * Prepares secrets, roles and schemas for the apps. PostgreSQL, the broker and the mail catcher are started elsewhere.
 */
export async function prepareEnvironment(): Promise<Installation> {
  const read = standaloneConfig.read();
  const config = { ...read, DATA_DIR: resolve(read.DATA_DIR) };
  const secrets = await installationSecrets(config);
  const databaseUrls = await provision(config.DATABASE_URL, (role) => rolePassword(secrets, role));
  const smtpUrl = config.DEFAULT_SMTP_URL ?? `smtp://127.0.0.1:${config.CATCHER_SMTP_PORT}`;
  return { config, secrets, databaseUrls, smtpUrl };
}

/** Starts the mail catcher in this process, unless another SMTP server is configured. */
export async function startOwnCatcher(config: StandaloneConfig): Promise<Catcher | undefined> {
  if (config.DEFAULT_SMTP_URL) return undefined;
  return startCatcher({
    httpHost: '127.0.0.1',
    httpPort: config.CATCHER_HTTP_PORT,
    smtpHost: '127.0.0.1',
    smtpPort: config.CATCHER_SMTP_PORT,
    directory: resolve(config.DATA_DIR, 'mail'),
    maxMessages: maxCaughtMails,
    apiUrl: `${publicUrl(config)}/api/v1`,
    log: (line) => console.error(line),
  });
}

const submissionUrl = ({ SMTP_PORT }: StandaloneConfig, key: string): string =>
  `smtp://postrider:${encodeURIComponent(key)}@localhost:${SMTP_PORT}`;

/** The output after the start: URLs, keys, default sender, and a command that sends a first email. */
export function banner(
  { config, secrets }: Installation,
  catcherUrl: string | undefined,
  welcomeLink?: string,
): string {
  const base = publicUrl(config);
  const api = `${base}/api/v1`;
  const body = `'{"recipient":{"address":"ada@example.com"},"subject":"Hello","text":"Hello Ada, it works."}'`;
  return [
    '',
    'Postrider is ready.',
    '',
    `  Dashboard  ${base}/`,
    ...(welcomeLink ? [`             ${welcomeLink}   (set up the first admin; works once)`] : []),
    `  API        ${api}`,
    `  SMTP       ${submissionUrl(config, secrets.liveKey)}   (for nodemailer and other libraries)`,
    `  Live key   ${secrets.liveKey}`,
    `  Test key   ${secrets.testKey}`,
    `  Sender     ${config.BOOTSTRAP_SENDER}   (default sender; each account can set its own)`,
    ...(catcherUrl ? [`  Mail       ${catcherUrl}   (no email leaves this machine until you add a provider)`] : []),
    '',
    'Send a first email:',
    '',
    `  curl -s -u ${secrets.liveKey}: ${api}/send -H 'content-type: application/json' -d ${body}`,
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}

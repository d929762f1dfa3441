import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { newSecret } from '../../gateway/src/authentication/credentials.js';
import type { StandaloneConfig } from './config.js';

const storedSecrets = z.object({
  secretsKey: z.string(),
  /** Missing in installations from before links in emails. */
  trackingKey: z.string().optional(),
  liveKey: z.string(),
  testKey: z.string(),
});
export type Secrets = Required<z.infer<typeof storedSecrets>>;

/**
 * The secrets of the installation: generated once and stored in DATA_DIR, readable only by its owner. Variables
 * override them.
 */
export async function installationSecrets(config: StandaloneConfig): Promise<Secrets> {
  const file = join(config.DATA_DIR, 'secrets.json');
  const stored = await readFile(file, 'utf8').then(
    (text) => storedSecrets.parse(JSON.parse(text)),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new Error(
        `${file} cannot be read; restore it from a backup, or set SECRETS_KEY, BOOTSTRAP_LIVE_KEY and BOOTSTRAP_TEST_KEY and move it away.`,
      );
    },
  );
  const secrets = {
    secretsKey: newEncryptionKey(),
    liveKey: newSecret('live'),
    testKey: newSecret('test'),
    ...stored,
    trackingKey: stored?.trackingKey ?? newEncryptionKey(),
  };
  if (stored?.trackingKey === undefined) {
    await mkdir(config.DATA_DIR, { recursive: true });
    await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  }
  return {
    secretsKey: config.SECRETS_KEY ?? secrets.secretsKey,
    trackingKey: config.TRACKING_KEY ?? secrets.trackingKey,
    liveKey: config.BOOTSTRAP_LIVE_KEY ?? secrets.liveKey,
    testKey: config.BOOTSTRAP_TEST_KEY ?? secrets.testKey,
  };
}

const newEncryptionKey = (): string => randomBytes(32).toString('base64');

/** The database password of a service, derived so that it need not be stored. */
export const rolePassword = (secrets: Secrets, role: string): string =>
  createHmac('sha256', secrets.secretsKey).update(`postgres role ${role}`).digest('base64url');

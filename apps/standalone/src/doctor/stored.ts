import type { StoredSecret, Vault } from '@postrider/secrets';
import type { DataSource } from 'typeorm';
import type { Finding } from '@postrider/service';
import { fault, ok } from '@postrider/service';
import type { Environment } from '@postrider/service';
import { ConfigError } from '@postrider/service';
import { Bucket } from '../../../delivery/src/bucket/bucket.js';
import { deliveryConfig } from '../../../delivery/src/config.js';

const rights =
  'Check that it runs, the bucket exists and the credentials have the required rights (docs/operate/configure.md#attachments-in-a-bucket).';

/** Stores, reads and deletes a test object in the bucket of BLOB_URL; no findings without a bucket. */
export async function checkBucket(environment: Environment | undefined): Promise<Finding[]> {
  try {
    const bucket = await Bucket.open(deliveryConfig.read(environment));
    if (!bucket) return [];
    try {
      await bucket.checkAccess();
      return [ok('Objects can be stored, read and deleted in the bucket of BLOB_URL.')];
    } finally {
      bucket.onApplicationShutdown();
    }
  } catch (error) {
    const { message } = error as Error;
    return error instanceof ConfigError
      ? [fault(message, 'Correct these variables; "postrider config" explains them.')]
      : [fault(`${message}.`, rights)];
  }
}

/** Finds attachments in a bucket that is not configured. */
export async function checkBlobs(database: DataSource, environment: Environment | undefined): Promise<Finding[]> {
  if (deliveryConfig.read(environment).BLOB_URL) return [];
  const [column] = await database.query<[{ known: boolean }]>(
    `select exists (select from information_schema.columns where table_schema = current_schema() and table_name = 'blobs' and column_name = 'in_bucket') as known`,
  );
  if (!column.known) return [];
  const [blobs] = await database.query<[{ count: string }]>('select count(*) from blobs where in_bucket');
  if (Number(blobs.count) === 0) return [];
  return [
    fault(
      `${blobs.count} attachments are in a bucket, but BLOB_URL is not set: their emails cannot be sent.`,
      'Restore BLOB_URL. With min_bytes=9000000 no new attachments are stored there, and you can remove it when the bucket is empty.',
    ),
  ];
}

/** Maximum number of sender domains checked; further ones are only counted. */
const maxDomains = 100;

/** Whether SECRETS_KEY decrypts all values. */
export async function checkSecrets(
  vault: Pick<Vault, 'open'>,
  stored: AsyncIterable<StoredSecret> | Iterable<StoredSecret>,
  of: string,
): Promise<Finding> {
  const unreadable: string[] = [];
  let count = 0;
  for await (const { accountId, id, sealed } of stored) {
    count++;
    try {
      vault.open(sealed, { accountId, rowId: id });
    } catch {
      unreadable.push(id);
    }
  }
  if (unreadable.length === 0) return ok(`SECRETS_KEY decrypts the secrets of all ${count} ${of}.`);
  return fault(
    `No key of SECRETS_KEY decrypts the secrets of ${unreadable.length} of ${count} ${of}: ${unreadable.slice(0, 5).join(', ')}${unreadable.length > 5 ? ' and more' : ''}.`,
    'Add the key they were encrypted with after the first one (docs/operate/configure.md#keys-and-secrets); if it is lost, set the secrets again.',
  );
}

/** The most common domains of default senders, and the total number of domains. */
export async function senderDomains(
  database: DataSource,
  table: string,
): Promise<{ readonly domains: readonly string[]; readonly count: number }> {
  const rows = await database.query<{ domain: string; all: string }[]>(
    `select lower(split_part(default_sender->>'address', '@', 2)) as domain, count(*) over () as all
     from ${table} where default_sender->>'address' like '%@%' group by 1 order by count(*) desc, 1 limit ${maxDomains}`,
  );
  return { domains: rows.map(({ domain }) => domain), count: Number(rows[0]?.all ?? 0) };
}

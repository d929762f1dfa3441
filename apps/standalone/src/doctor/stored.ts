import type { Vault } from '@postrider/secrets';
import type { DataSource } from 'typeorm';
import type { Finding } from './check-broker.js';
import { fault, well } from './check-broker.js';
import type { Environment } from '@postrider/service';
import { ConfigError } from '@postrider/service';
import { Bucket } from '../../../delivery/src/bucket/bucket.js';
import { deliveryConfig } from '../../../delivery/src/config.js';

const rights =
  'See whether it runs, the bucket exists and the credentials have the rights it takes (docs/operate/configure.md#attachments-in-a-bucket).';

/** Whether an object can be stored in the bucket of BLOB_URL, read and removed; nothing where there is none. */
export async function checkBucket(environment: Environment | undefined): Promise<Finding[]> {
  try {
    const bucket = await Bucket.open(deliveryConfig.read(environment));
    if (!bucket) return [];
    try {
      await bucket.tryOut();
      return [well('The bucket of BLOB_URL takes an object, gives it back and removes it.')];
    } finally {
      bucket.onApplicationShutdown();
    }
  } catch (error) {
    const { message } = error as Error;
    return error instanceof ConfigError
      ? [fault(message, 'Correct the variables that it names; "postrider config" explains each.')]
      : [fault(`${message}.`, rights)];
  }
}

/** Attachments that are stored where this configuration does not look. */
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
      `${blobs.count} attachments are in a bucket, and BLOB_URL is not set: their mails wait.`,
      'Set BLOB_URL as it was; with min_bytes=9000000 nothing more is put there, and it can go when the last one is gone.',
    ),
  ];
}

const page = 500;
/** Domains of senders that are asked DNS about; further ones are counted. */
const maxDomains = 100;

export interface Sealed {
  readonly accountId: string;
  readonly id: string;
  readonly sealed: string;
}

/** Everything that a column holds sealed, by id. */
export async function* sealedIn(database: DataSource, table: string, column: string): AsyncGenerator<Sealed> {
  for (let last = '', more = true; more;) {
    const rows = await database.query<Sealed[]>(
      `select account_id as "accountId", id, ${column} as sealed from ${table} where id > $1 and ${column} is not null order by id limit ${page}`,
      [last],
    );
    yield* rows;
    more = rows.length === page;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Whether SECRETS_KEY opens all of it. */
export async function checkSecrets(
  vault: Pick<Vault, 'open'>,
  stored: AsyncIterable<Sealed> | Iterable<Sealed>,
  of: string,
): Promise<Finding> {
  const closed: string[] = [];
  let count = 0;
  for await (const { accountId, id, sealed } of stored) {
    count++;
    try {
      vault.open(sealed, { accountId, rowId: id });
    } catch {
      closed.push(id);
    }
  }
  if (closed.length === 0) return well(`SECRETS_KEY opens the secrets of all ${count} ${of}.`);
  return fault(
    `No key of SECRETS_KEY decrypts the secrets of ${closed.length} of ${count} ${of}: ${closed.slice(0, 5).join(', ')}${closed.length > 5 ? ' and more' : ''}.`,
    'Add the key that they were sealed with behind the first (docs/operate/configure.md#keys-and-secrets); where it is lost, set the secrets anew.',
  );
}

/** The domains of default senders, those that most accounts have first, and how many there are. */
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

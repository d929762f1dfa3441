import type { Environment } from '@postrider/service';
import { ConfigError } from '@postrider/service';
import type { DataSource } from 'typeorm';
import { Bucket } from '../../../delivery/src/bucket/bucket.js';
import { deliveryConfig } from '../../../delivery/src/config.js';
import type { Finding } from './judge-broker.js';
import { fault, well } from './judge-broker.js';

const rights =
  'See whether it runs, the bucket exists and the credentials have the rights it takes (docs/operate/configure.md#attachments-in-a-bucket).';

/** Whether an object can be stored in the bucket of BLOB_URL, read and removed; nothing where there is none. */
export async function judgeBucket(environment: Environment | undefined): Promise<Finding[]> {
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
      ? [fault(message, 'Put the variables right that it names; npm run config says what each is.')]
      : [fault(`${message}.`, rights)];
  }
}

/** Attachments that are stored where this configuration does not look. */
export async function judgeBlobs(database: DataSource, environment: Environment | undefined): Promise<Finding[]> {
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

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { StoredBytes } from './stored-bytes.js';

/** As they are stored, compressed. */
const sum = 'select coalesce(sum(pg_column_size(content)), 0) as bytes from artifacts where account_id = $1';

/**
 * The bytes of an account's artifacts. Those that no version uses any more stay for mail that waits (docs/limits.md#what-is-kept-in-the-database), so saving one version
 * again and again takes room, too.
 */
@Injectable()
export class StoredArtifacts extends StoredBytes {
  constructor(database: DataSource) {
    super(database, 'compiled_bytes', sum);
  }
}

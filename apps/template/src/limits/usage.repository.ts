import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { QuotaName } from '@postrider/contracts';
import type { Tenant } from '@postrider/limits';
import { MeasuredQuota } from '@postrider/limits';
import { onRollback } from '../transactions/edit-transactions.js';

/** Lengths only, so that PostgreSQL does not read TOASTed values. */
const contentBytes = `
  select (select coalesce(sum(octet_length(subject) + coalesce(octet_length(html), 0) + coalesce(octet_length(text), 0)
      + coalesce(octet_length(preheader), 0) + coalesce(octet_length(amp_html), 0) + coalesce(pg_column_size(template_data), 0)
      + coalesce(pg_column_size(number_texts), 0)), 0)
    from versions where account_id = $1)
  + (select coalesce(sum(octet_length(text)), 0) from version_comments where account_id = $1)
  + (select coalesce(sum(octet_length(body)), 0) from snippets where account_id = $1)
  + (select coalesce(sum(pg_column_size(template_data) + coalesce(pg_column_size(number_texts), 0)), 0) from template_samples where account_id = $1) as bytes`;
const imageBytes = 'select coalesce(sum(bytes), 0) as bytes from images where account_id = $1';
/** Compressed size, as stored. */
const artifactBytes = 'select coalesce(sum(pg_column_size(content)), 0) as bytes from artifacts where account_id = $1';

/** A quota of stored bytes. The `sum` query measures them from time to time. */
abstract class StoredBytes extends MeasuredQuota {
  protected constructor(
    private readonly database: DataSource,
    quota: QuotaName,
    private readonly sum: string,
  ) {
    super(quota);
  }

  /**
   * Reserves `growth` bytes for an edit. An edit that does not grow the stored data is always allowed.
   * @throws ServiceError `quota_exceeded`
   */
  async admit(tx: EntityManager, tenant: Tenant, growth: number): Promise<void> {
    if (growth <= 0) return;
    if (growth > (await this.measuredRemaining(tenant, tx))) throw this.exceeded(tenant);
    this.add(tenant.accountId, growth);
    onRollback(tx, () => this.add(tenant.accountId, -growth));
  }

  protected async measure(accountId: string, _enough: number, tx?: EntityManager): Promise<number> {
    const [{ bytes }]: [{ bytes: string }] = await (tx ?? this.database).query(this.sum, [accountId]);
    return Number(bytes);
  }
}

/** Bytes of an account's versions with their comments, snippets and samples in source form. */
@Injectable()
export class StoredContent extends StoredBytes {
  constructor(database: DataSource) {
    super(database, 'template_bytes', contentBytes);
  }
}

/**
 * Bytes of an account's artifacts. Unused ones are kept for waiting email (docs/operate/limits.md#data-retention) and
 * count, too, so saving one version again and again uses up the quota.
 */
@Injectable()
export class StoredArtifacts extends StoredBytes {
  constructor(database: DataSource) {
    super(database, 'compiled_bytes', artifactBytes);
  }
}

/** Bytes of an account's images. */
@Injectable()
export class StoredImages extends StoredBytes {
  constructor(database: DataSource) {
    super(database, 'image_bytes', imageBytes);
  }
}

interface Counts {
  readonly templates: number;
  readonly snippets: number;
  readonly versions: number;
  readonly images: number;
}

@Injectable()
export class UsageRepository {
  constructor(private readonly database: DataSource) {}

  async count(accountId: string): Promise<Counts> {
    const [counts]: [Counts] = await this.database.query(
      `select (select count(*)::int from templates where account_id = $1) as templates,
         (select count(*)::int from snippets where account_id = $1) as snippets,
         (select count(*)::int from versions where account_id = $1) as versions,
         (select count(*)::int from images where account_id = $1) as images`,
      [accountId],
    );
    return counts;
  }
}

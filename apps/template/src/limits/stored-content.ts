import { Injectable, Logger } from '@nestjs/common';
import { quotaOf, ServiceError } from '@postrider/contracts';
import { MeasuredUsage } from '@postrider/limits';
import { DataSource } from 'typeorm';
import type { Tenant } from './mjml-time.js';

const quota = 'template_bytes';

/** The bytes of an account's versions and snippets, as their authors wrote them. */
@Injectable()
export class StoredContent extends MeasuredUsage {
  private readonly logger = new Logger(StoredContent.name);

  constructor(private readonly database: DataSource) {
    super();
  }

  /**
   * Before an edit that makes what is stored grow so much; what makes it no larger is always possible.
   * @throws ServiceError `quota_exceeded`
   */
  async admit(context: Tenant, growth: number): Promise<void> {
    if (growth <= 0) return;
    const most = quotaOf(context, quota);
    if ((await this.current(context.accountId, most)) + growth > most) throw ServiceError.quotaExceeded(quota, most);
    this.add(context.accountId, growth);
  }

  used(context: Tenant): Promise<number> {
    return this.current(context.accountId, quotaOf(context, quota));
  }

  /** Without reading what is stored outside of its row: of that the row knows the length. */
  protected async measure(accountId: string): Promise<number> {
    const [{ bytes }]: [{ bytes: string }] = await this.database.query(
      `select (select coalesce(sum(octet_length(subject) + coalesce(octet_length(html), 0) + coalesce(octet_length(text), 0)
           + coalesce(octet_length(preheader), 0) + coalesce(octet_length(amp_html), 0) + coalesce(pg_column_size(template_data), 0)), 0)
         from versions where account_id = $1)
       + (select coalesce(sum(octet_length(body)), 0) from snippets where account_id = $1) as bytes`,
      [accountId],
    );
    return Number(bytes);
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`what an account has stored was not measured: ${message}`);
  }
}

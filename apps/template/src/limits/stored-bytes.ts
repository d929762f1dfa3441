import { Logger } from '@nestjs/common';
import type { QuotaName } from '@postrider/contracts';
import { quotaOf, ServiceError } from '@postrider/contracts';
import { MeasuredUsage } from '@postrider/limits';
import type { DataSource, EntityManager } from 'typeorm';
import { onRollback } from '../transactions/edit-transactions.js';
import type { Tenant } from './mjml-time.js';

/** Bytes that an account has stored, held to a quota: one statement, `sum`, measures them now and then. */
export abstract class StoredBytes extends MeasuredUsage {
  private readonly logger = new Logger(StoredBytes.name);

  protected constructor(
    private readonly database: DataSource,
    private readonly quota: QuotaName,
    private readonly sum: string,
  ) {
    super();
  }

  /**
   * Before an edit that makes what is stored grow so much; what makes it no larger is always possible.
   * @throws ServiceError `quota_exceeded`
   */
  async admit(tx: EntityManager, context: Tenant, growth: number): Promise<void> {
    if (growth <= 0) return;
    const most = quotaOf(context, this.quota);
    if ((await this.current(context.accountId, most, tx)) + growth > most)
      throw ServiceError.quotaExceeded(this.quota, most);
    this.add(context.accountId, growth);
    onRollback(tx, () => this.add(context.accountId, -growth));
  }

  used(context: Tenant): Promise<number> {
    return this.current(context.accountId, quotaOf(context, this.quota));
  }

  protected async measure(accountId: string, _enough: number, tx?: EntityManager): Promise<number> {
    const [{ bytes }]: [{ bytes: string }] = await (tx ?? this.database).query(this.sum, [accountId]);
    return Number(bytes);
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`${this.quota} of an account was not measured: ${message}`);
  }
}

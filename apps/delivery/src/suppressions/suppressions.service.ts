import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  RequestContext,
  RequestOf,
  SuppressionBody,
  SuppressionResource,
  importSuppressions,
} from '@postrider/contracts';
import type { NewSuppression } from './suppressions.repository.js';
import { SuppressionsRepository } from './suppressions.repository.js';
import type { Tenant } from '@postrider/limits';
import { MeasuredQuota } from '@postrider/limits';

/** Quota for the suppressions of an account. Those caused by email count but are never rejected. */
@Injectable()
export class StoredSuppressions extends MeasuredQuota {
  constructor(private readonly suppressions: SuppressionsRepository) {
    super('suppressions');
  }

  /** @throws ServiceError `quota_exceeded` when `more` entries exceed the quota */
  async admit(tenant: Tenant, more: number): Promise<void> {
    if (more > (await this.measuredRemaining(tenant))) throw this.exceeded(tenant);
  }

  protected measure(accountId: string, enough: number): Promise<number> {
    return this.suppressions.count(accountId, enough);
  }
}

/** Suppressions added by callers, within the account's quota. */
@Injectable()
export class SuppressionsService {
  constructor(
    private readonly suppressions: SuppressionsRepository,
    private readonly stored: StoredSuppressions,
  ) {}

  async create(context: RequestContext, body: SuppressionBody): Promise<SuppressionResource> {
    const added = newSuppression(context, body);
    await this.admit(context, [added]);
    const { entry, isNew } = await this.suppressions.add(added);
    if (isNew) this.stored.add(context.accountId, 1);
    return entry;
  }

  /** Only new entries count towards the quota, so that a file can be imported again. */
  async import(
    context: RequestContext,
    { entries, dry_run }: RequestOf<typeof importSuppressions>,
  ): Promise<ResponseInputOf<typeof importSuppressions>> {
    const all = entries.map((entry) => newSuppression(context, entry));
    const missing = await this.admit(context, all);
    const added = dry_run || missing === 0 ? missing : await this.suppressions.addAll(all);
    if (!dry_run) this.stored.add(context.accountId, added);
    return { added, known: all.length - added };
  }

  /** Returns how many are new. */
  private async admit(context: RequestContext, entries: readonly NewSuppression[]): Promise<number> {
    const missing = await this.suppressions.countNew(entries);
    if (missing > 0) await this.stored.admit(context, missing);
    return missing;
  }
}

const newSuppression = ({ accountId }: RequestContext, { email, reason, note }: SuppressionBody): NewSuppression => ({
  accountId,
  address: email,
  reason: reason ?? 'manual',
  note: note ?? '',
  logId: null,
});

import { Injectable } from '@nestjs/common';
import type {
  AnswerOf,
  importSuppressions,
  RequestContext,
  RequestOf,
  SuppressionBody,
  SuppressionResource,
} from '@postrider/contracts';
import type { NewSuppression } from './new-suppressions.js';
import { StoredSuppressions } from './stored-suppressions.js';
import { SuppressionsRepository } from './suppressions.repository.js';

/** What callers put on the list: as much as the account may have. */
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

  /** Only what is new needs room: a file that was imported before can be again. */
  async import(
    context: RequestContext,
    { entries, dry_run }: RequestOf<typeof importSuppressions>,
  ): Promise<AnswerOf<typeof importSuppressions>> {
    const all = entries.map((entry) => newSuppression(context, entry));
    const missing = await this.admit(context, all);
    const added = dry_run || missing === 0 ? missing : await this.suppressions.addAll(all);
    if (!dry_run) this.stored.add(context.accountId, added);
    return { added, known: all.length - added };
  }

  /** How many of them are new. */
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

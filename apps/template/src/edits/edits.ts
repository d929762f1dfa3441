import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';

/**
 * How an edit stands to the snippets of its account. `using` keeps them as they are while it compiles with them, beside other edits;
 * `changing` waits until nobody compiles and lets nobody begin.
 */
export type SnippetAccess = 'using' | 'changing';

/**
 * Where every change of templates, versions and snippets happens: one transaction each, in which rows are locked in one order (the account's
 * snippets, then templates by id, then what belongs to them), so that no edit overwrites another unseen and none waits in a circle.
 *
 * Compiling happens inside, so a transaction can be long; at most half of the connections are used for it, the others stay for sends.
 */
@Injectable()
export class Edits {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) config: { readonly DATABASE_POOL: number },
  ) {
    this.free = Math.max(1, Math.floor(config.DATABASE_POOL / 2));
  }

  /** @throws ServiceError `unavailable`, with nothing changed, when the caller's deadline passes first. */
  async run<Result>(
    context: RequestContext,
    snippets: SnippetAccess,
    work: (tx: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    await this.acquire();
    try {
      refuseLate(context);
      return await this.database.transaction(async (tx) => {
        await tx.query(`set local idle_in_transaction_session_timeout = ${Math.max(1, context.deadline - Date.now())}`);
        await tx.query(
          `select ${snippets === 'using' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'}(hashtextextended('snippets of ' || $1, 0))`,
          [context.accountId],
        );
        const result = await work(tx);
        refuseLate(context);
        return result;
      });
    } finally {
      this.release();
    }
  }

  private acquire(): Promise<void> {
    if (this.free > 0) {
      this.free--;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }

  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}

function refuseLate(context: RequestContext): void {
  if (context.deadline < Date.now())
    throw new ServiceError('unavailable', 'The request ran out of time; nothing was changed');
}

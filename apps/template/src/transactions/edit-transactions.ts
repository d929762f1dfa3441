import { Inject, Injectable, Module } from '@nestjs/common';
import { FairQueue, QueueFull } from '@postrider/concurrency';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { DataSource, QueryFailedError } from 'typeorm';

/**
 * How an edit locks the snippets of its account: `shared` protects them while the edit compiles, concurrently with
 * other edits; `exclusive` waits for running edits and blocks new ones.
 */
export interface EditLocks {
  readonly snippets: 'shared' | 'exclusive';
}

/** Running and waiting edits of an account. */
const maxPerAccount = 16;

const limitTime = `select set_config('idle_in_transaction_session_timeout', $1, true), set_config('lock_timeout', $1, true)`;
const lockSnippets = {
  shared: `select pg_advisory_xact_lock_shared(hashtextextended('snippets of ' || $1, 0))`,
  exclusive: `select pg_advisory_xact_lock(hashtextextended('snippets of ' || $1, 0))`,
};

const rollbackActions = new WeakMap<EntityManager, (() => void)[]>();

/** Registers an undo for a change in memory, in case the transaction is not committed. */
export const onRollback = (tx: EntityManager, undo: () => void): void => void rollbackActions.get(tx)?.push(undo);

/**
 * Runs each edit of templates, versions and snippets in one transaction. Rows are always locked in the same order (the
 * account's snippets, templates by id, their content), which prevents lost updates and deadlocks.
 *
 * Transactions include compilation and can be long, so edits use at most half of the connections, leaving the others to
 * sends. An account gets half of these, and few waiting edits, because each occupies a call slot of the service.
 */
@Injectable()
export class EditTransactions {
  private readonly connections: FairQueue;
  private readonly ofAccount: FairQueue;

  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) config: { readonly DATABASE_POOL: number },
  ) {
    const connections = Math.max(1, Math.floor(config.DATABASE_POOL / 2));
    this.connections = new FairQueue({ capacity: connections });
    const maxPerKey = Math.ceil(connections / 2);
    this.ofAccount = new FairQueue({ maxPerKey, maxWaitingPerKey: Math.max(0, maxPerAccount - maxPerKey) });
  }

  /**
   * @throws ServiceError `unavailable` when the caller's deadline passes or too many edits of the account wait; nothing
   * is changed then.
   */
  async run<Result>(
    context: RequestContext,
    locks: EditLocks,
    work: (tx: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    const overdue = new AbortController();
    const timer = setTimeout(() => overdue.abort(ranOutOfTime()), context.deadline - Date.now());
    try {
      return await this.ofAccount.run(() => this.inTransaction(context, locks, work, overdue.signal), {
        key: context.accountId,
        signal: overdue.signal,
      });
    } catch (error) {
      throw error instanceof QueueFull ? tooMany() : error;
    } finally {
      clearTimeout(timer);
    }
  }

  private async inTransaction<Result>(
    context: RequestContext,
    locks: EditLocks,
    work: (tx: EntityManager) => Promise<Result>,
    overdue: AbortSignal,
  ): Promise<Result> {
    const release = await this.connections.acquire({ signal: overdue });
    const undoSteps: (() => void)[] = [];
    try {
      rejectLate(context);
      return await this.database.transaction(async (tx) => {
        rollbackActions.set(tx, undoSteps);
        await tx.query(limitTime, [String(Math.max(1, context.deadline - Date.now()))]);
        await tx.query(lockSnippets[locks.snippets], [context.accountId]);
        const result = await work(tx);
        rejectLate(context);
        return result;
      });
    } catch (error) {
      for (const undo of undoSteps) undo();
      throw isLockTimeout(error) ? ranOutOfTime() : error;
    } finally {
      release();
    }
  }
}

/** SQLSTATE 55P03, lock_not_available. */
const isLockTimeout = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { code?: unknown }).code === '55P03';

const tooMany = (): ServiceError =>
  new ServiceError(
    'unavailable',
    'Too many edits of this account are waiting; nothing was changed',
    undefined,
    undefined,
    {
      reason: 'account_busy',
    },
  );

const ranOutOfTime = (): ServiceError =>
  new ServiceError('unavailable', 'The request ran out of time; nothing was changed', undefined, undefined, {
    reason: 'out_of_time',
  });

function rejectLate({ deadline }: RequestContext): void {
  if (deadline < Date.now()) throw ranOutOfTime();
}

@Module({ providers: [EditTransactions], exports: [EditTransactions] })
export class TransactionsModule {}

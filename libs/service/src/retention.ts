import type { FactoryProvider } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { SystemPool } from './row-level-security/pools.js';

/** Rows that a service deletes in the background (docs/operate/limits.md#data-retention). */
export type RetentionRule = {
  readonly table: string;
  readonly everyMinutes: number;
  /** Small enough for the statement timeout, even on a slow disk. */
  readonly batchSize: number;
} & (
  | {
      /** SQL condition of the rows to delete; a function if it changes over time. */
      readonly where: string | (() => string);
      /** Lets the statement read an index up to the end of its batch. */
      readonly orderBy?: string;
    }
  /** SQL that does more than delete: `$1` is the batch size, and the result has one row per handled row. */
  | { readonly statement: string }
);

/** Selects rows whose `column` is older than an SQL interval. */
export const olderThan = (column: string, interval: string): { readonly where: string; readonly orderBy: string } => ({
  where: `${column} < now() - interval '${interval}'`,
  orderBy: column,
});

const minuteMs = 60_000;
/** Limits the first delay, so that a service that restarts daily applies daily rules too. */
const firstAfterMinutes = 10;

/** Applies the retention rules of a service in batches. Replicas skip rows that another one is deleting. */
export class RetentionTask extends PeriodicTask {
  /** By `performance.now()`; a rule without an entry is due. */
  private readonly dueAt = new Map<RetentionRule, number>();

  static forRules(rules: readonly RetentionRule[]): FactoryProvider<RetentionTask> {
    return {
      provide: RetentionTask,
      inject: [SystemPool],
      useFactory: (pool: SystemPool) => new RetentionTask(pool, rules),
    };
  }

  /** `pool` must see the rows of all accounts. */
  constructor(
    private readonly pool: { query(sql: string, values: unknown[]): Promise<{ rowCount: number | null }> },
    private readonly rules: readonly RetentionRule[],
  ) {
    super({
      everyMs: Math.min(1, ...rules.map(({ everyMinutes }) => everyMinutes)) * minuteMs,
      failure: 'could not delete old rows',
    });
  }

  override onApplicationBootstrap(): Promise<void> | void {
    for (const rule of this.rules) this.postpone(rule, Math.min(rule.everyMinutes, firstAfterMinutes));
    return super.onApplicationBootstrap();
  }

  /** Runs one batch of every due rule. */
  protected async batch(stopping: AbortSignal): Promise<boolean> {
    let more = false;
    for (const rule of this.rules) {
      if (stopping.aborted || performance.now() < (this.dueAt.get(rule) ?? 0)) continue;
      if (await this.apply(rule)) more = true;
      else this.postpone(rule, rule.everyMinutes);
    }
    return more;
  }

  private postpone(rule: RetentionRule, minutes: number): void {
    this.dueAt.set(rule, performance.now() + minutes * minuteMs);
  }

  /** Returns true if more rows may remain. Catches errors, so that the other rules are still applied. */
  private async apply(rule: RetentionRule): Promise<boolean> {
    try {
      const { rowCount } = await this.pool.query(buildStatement(rule), [rule.batchSize]);
      return rowCount === rule.batchSize;
    } catch (error) {
      this.onError(new Error(`${rule.table}: ${(error as Error).message}`));
      return false;
    }
  }
}

function buildStatement(rule: RetentionRule): string {
  if ('statement' in rule) return rule.statement;
  const { table, where, orderBy } = rule;
  return `delete from ${table} where ctid = any(array(
    select ctid from ${table} where ${typeof where === 'string' ? where : where()}
    ${orderBy ? `order by ${orderBy}` : ''} limit $1 for update skip locked))`;
}

/** Idempotency-Keys (docs/guides/idempotency.md). */
export const idempotencyRetention: RetentionRule = {
  table: 'idempotency',
  ...olderThan('created_at', '24 h'),
  everyMinutes: 10,
  batchSize: 5_000,
};

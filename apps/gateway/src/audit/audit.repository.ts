import { Injectable } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import { SystemPool, runInTransaction } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { AuditQuery } from './audit-entry.js';

export interface AuditRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly actorType: 'user' | 'key';
  readonly actorId: string;
  readonly actorName: string;
  readonly operation: string;
  readonly summary: string;
  readonly objects: string[];
  readonly before: string | null;
  readonly after: string | null;
  readonly outcome: 'done' | 'unknown' | 'refused';
  readonly requestId: string;
  readonly address: string;
}

export type NewAuditRow = Omit<AuditRow, 'id' | 'createdAt' | 'outcome'> & { readonly accountId: string };

/** An action of a user outside of an account, recorded in each account of the user. */
export type UserAuditEvent = Pick<
  AuditRow,
  'actorId' | 'actorName' | 'operation' | 'summary' | 'requestId' | 'address'
> & {
  readonly outcome: 'done' | 'refused';
};

const maxAccountsPerUser = 100;

/** Audit entries, which are kept for 400 days. */
@Injectable()
export class AuditRepository {
  constructor(
    private readonly database: DataSource,
    private readonly systemPool: SystemPool,
  ) {}

  /** Inserted before the change happens, unless the outcome is `done`. */
  async add(row: NewAuditRow, outcome: AuditRow['outcome']): Promise<string> {
    const id = newId('auditEntry');
    const { accountId, actorType, actorId, actorName, operation, summary, objects, before, after, requestId, address } =
      row;
    await this.within(accountId, (tx) =>
      tx.query(
        `insert into audit_entries (id, account_id, actor_type, actor_id, actor_name, operation, summary, objects, before, after, outcome, request_id, address)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
        [
          id,
          accountId,
          actorType,
          actorId,
          actorName,
          operation,
          summary,
          objects,
          before,
          after,
          outcome,
          requestId,
          address,
        ],
      ),
    );
    return id;
  }

  async addOfUser({
    actorId,
    actorName,
    operation,
    summary,
    outcome,
    requestId,
    address,
  }: UserAuditEvent): Promise<void> {
    const { rows } = await this.systemPool.query<{ accountId: string }>(
      `select account_id as "accountId" from memberships where user_id = $1 limit ${maxAccountsPerUser}`,
      [actorId],
    );
    await this.systemPool.query(
      `insert into audit_entries (id, account_id, actor_type, actor_id, actor_name, operation, summary, objects, outcome, request_id, address)
       select entry.id, entry.account_id, 'user', $3, $4, $5, $6, array[$3], $7, $8, $9
       from unnest($1::text[], $2::text[]) as entry (id, account_id)`,
      [
        rows.map(() => newId('auditEntry')),
        rows.map(({ accountId }) => accountId),
        actorId,
        actorName,
        operation,
        summary,
        outcome,
        requestId,
        address,
      ],
    );
  }

  async complete(accountId: string, id: string, objects: readonly string[], after: string | null): Promise<void> {
    await this.within(accountId, (tx) =>
      tx.query(
        `update audit_entries set outcome = 'done', after = $3, objects = $4 where account_id = $1 and id = $2`,
        [accountId, id, after, objects],
      ),
    );
  }

  /** Deletes the entry of a change that was rejected. */
  async withdraw(accountId: string, id: string): Promise<void> {
    await this.within(accountId, (tx) =>
      tx.query('delete from audit_entries where account_id = $1 and id = $2', [accountId, id]),
    );
  }

  /** Newest first. */
  list(accountId: string, query: AuditQuery, limit: number): Promise<AuditRow[]> {
    const { object, user, created_gt, created_lt, cursor } = query;
    return this.within(accountId, (tx) =>
      tx.query(
        `select e.id, e.created_at as "createdAt", e.actor_type as "actorType", e.actor_id as "actorId",
           coalesce(k.name, e.actor_name) as "actorName", e.operation, e.summary, e.objects, e.before, e.after, e.outcome,
           e.request_id as "requestId", e.address
         from audit_entries e left join api_keys k on k.account_id = e.account_id and k.id = e.actor_id
         where e.account_id = $1 and ($2::text is null or e.id < $2) and ($3::text is null or $3 = any(e.objects))
           and ($4::text is null or e.actor_id = $4)
           and ($5::bigint is null or e.created_at >= to_timestamp($5::bigint + 1)) and ($6::bigint is null or e.created_at < to_timestamp($6::bigint))
         order by e.id desc limit $7`,
        [accountId, cursor ?? null, object ?? null, user ?? null, created_gt ?? null, created_lt ?? null, limit],
      ),
    );
  }

  private within<Result>(accountId: string, work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    return runInTransaction(this.database.manager, accountId, work);
  }
}

import { Injectable } from '@nestjs/common';
import type { LimitedBy } from '@postrider/contracts';
import { newId, ServiceError } from '@postrider/contracts';
import { CountedRows } from '@postrider/limits';
import { runInTransaction } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import type { Caller, Role } from '../http/caller.js';

/** A user of an account, or an invitation to it. */
export interface Membership {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  /** Null until the invitation is accepted. */
  readonly userId: string | null;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
}

export type NewMembership = Pick<Membership, 'accountId' | 'email' | 'name' | 'role'> & { readonly userId?: string };

const select = `select m.id, m.account_id as "accountId", a.name as "accountName", m.user_id as "userId", m.email,
    coalesce(u.name, m.name) as name, m.role, m.created_at as "createdAt"
  from memberships m join accounts a on a.id = m.account_id left join users u on u.id = m.user_id`;

/** The memberships of users in accounts. */
@Injectable()
export class MembershipsRepository {
  private readonly counted = new CountedRows('users', 'memberships');

  /** Across accounts, because the holder of a link is not in the account yet. */
  async find(tx: Pick<EntityManager, 'query'>, id: string): Promise<Membership | undefined> {
    const [found]: Membership[] = await tx.query(`${select} where m.id = $1`, [id]);
    return found;
  }

  /** The invitations of an address in all accounts. */
  findInvitations(tx: Pick<EntityManager, 'query'>, email: string): Promise<Membership[]> {
    return tx.query(`${select} where m.email = $1 and m.user_id is null order by m.id`, [email]);
  }

  /** The first membership of a user who has at least one. */
  async findFirst(tx: Pick<EntityManager, 'query'>, userId: string): Promise<Membership> {
    const [found]: Membership[] = await tx.query(`${select} where m.user_id = $1 order by m.id limit 1`, [userId]);
    return found!;
  }

  /** Oldest first. */
  list(manager: EntityManager, accountId: string): Promise<Membership[]> {
    return runInTransaction(manager, accountId, (tx) =>
      tx.query(`${select} where m.account_id = $1 order by m.id`, [accountId]),
    );
  }

  /** A repeated invitation replaces name and role. Undefined if the address belongs to a user of the account. */
  async add(
    tx: EntityManager,
    { accountId, userId = '', email, name, role }: NewMembership,
  ): Promise<string | undefined> {
    const [added] = await runInTransaction<{ id: string }[]>(tx, accountId, (inside) =>
      inside.query(
        `insert into memberships (id, account_id, user_id, email, name, role) values ($1, $2, nullif($3, ''), $4, $5, $6)
         on conflict (account_id, email) do update set name = excluded.name, role = excluded.role where memberships.user_id is null
         returning id`,
        [newId('accountUser'), accountId, userId, email, name, role],
      ),
    );
    return added?.id;
  }

  /**
   * Adds or updates an invitation within the quota, and runs `also` in the same transaction.
   * @throws ServiceError `quota_exceeded`
   */
  invite<Result>(
    manager: EntityManager,
    caller: LimitedBy & Pick<Caller, 'accountId'>,
    invited: Omit<NewMembership, 'accountId'>,
    also: (tx: EntityManager, id: string) => Promise<Result>,
  ): Promise<Result> {
    return this.counted.add(manager, caller, async (tx) => {
      const id = await this.add(tx, { ...invited, accountId: caller.accountId });
      if (id === undefined) throw ServiceError.invalidField('email', 'belongs to a user of this account already');
      return also(tx, id);
    });
  }

  async findByEmail(manager: EntityManager, accountId: string, email: string): Promise<Membership | undefined> {
    const [found] = await runInTransaction<Membership[]>(manager, accountId, (tx) =>
      tx.query(`${select} where m.account_id = $1 and m.email = $2`, [accountId, email]),
    );
    return found;
  }

  count(manager: EntityManager, accountId: string): Promise<number> {
    return runInTransaction(manager, accountId, async (tx) => {
      const [{ count }]: [{ count: number }] = await tx.query(
        'select count(*)::int as count from memberships where account_id = $1',
        [accountId],
      );
      return count;
    });
  }

  /**
   * Locks the rows of the administrators, so that concurrent changes wait.
   * @throws ServiceError `last_admin` if this is the only administrator of the account
   */
  async requireOtherAdmin(tx: EntityManager, { id, accountId, userId, role }: Membership): Promise<void> {
    if (role !== 'admin' || userId === null) return;
    const admins = await runInTransaction<{ id: string }[]>(tx, accountId, (inside) =>
      inside.query(
        `select id from memberships where account_id = $1 and role = 'admin' and user_id is not null order by id for update`,
        [accountId],
      ),
    );
    if (!admins.some((admin) => admin.id !== id))
      throw new ServiceError('last_admin', 'This is the last administrator of the account: add another one first');
  }

  async changeRole(tx: EntityManager, { id, accountId }: Membership, role: Role): Promise<void> {
    await runInTransaction(tx, accountId, (inside) =>
      inside.query('update memberships set role = $3 where account_id = $1 and id = $2', [accountId, id, role]),
    );
  }

  /** Deletes a user with the last membership, because only accounts manage users. The sessions end with the user. */
  async remove(tx: EntityManager, { id, accountId, userId }: Membership): Promise<void> {
    await runInTransaction(tx, accountId, (inside) =>
      inside.query('delete from memberships where account_id = $1 and id = $2', [accountId, id]),
    );
    await tx.query('delete from users where id = $1 and not exists (select from memberships where user_id = $1)', [
      userId,
    ]);
  }

  /** Whether any account has an administrator who has accepted. */
  async hasAdmins(tx: Pick<EntityManager, 'query'>): Promise<boolean> {
    const found: unknown[] = await tx.query(
      `select from memberships where role = 'admin' and user_id is not null limit 1`,
    );
    return found.length > 0;
  }

  async accept(tx: EntityManager, { id, accountId }: Membership, userId: string): Promise<void> {
    await runInTransaction(tx, accountId, (inside) =>
      inside.query('update memberships set user_id = $3 where account_id = $1 and id = $2', [accountId, id, userId]),
    );
  }
}

import { Injectable } from '@nestjs/common';
import type { LimitedBy } from '@postrider/contracts';
import { newId, ServiceError } from '@postrider/contracts';
import { CountedRows } from '@postrider/limits';
import { transactionOf } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import type { Caller, Role } from '../http/caller.js';

/** An account's user, or somebody who is invited to it. */
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

/** Which users may enter which accounts. */
@Injectable()
export class MembershipsRepository {
  private readonly counted = new CountedRows('users', 'memberships');

  /** Whose it is, a link says: across accounts. */
  async find(tx: Pick<EntityManager, 'query'>, id: string): Promise<Membership | undefined> {
    const [found]: Membership[] = await tx.query(`${select} where m.id = $1`, [id]);
    return found;
  }

  /** Of an address, in all accounts. */
  invitationsOf(tx: Pick<EntityManager, 'query'>, email: string): Promise<Membership[]> {
    return tx.query(`${select} where m.email = $1 and m.user_id is null order by m.id`, [email]);
  }

  /** Of somebody who just got it. */
  async firstOf(tx: Pick<EntityManager, 'query'>, userId: string): Promise<Membership> {
    const [found]: Membership[] = await tx.query(`${select} where m.user_id = $1 order by m.id limit 1`, [userId]);
    return found!;
  }

  /** Oldest first. */
  list(manager: EntityManager, accountId: string): Promise<Membership[]> {
    return transactionOf(manager, accountId, (tx) =>
      tx.query(`${select} where m.account_id = $1 order by m.id`, [accountId]),
    );
  }

  /** Somebody who is invited again has the role of the last invitation; who is in stays as it is. Undefined then. */
  async add(
    tx: EntityManager,
    { accountId, userId = '', email, name, role }: NewMembership,
  ): Promise<string | undefined> {
    const [added] = await transactionOf<{ id: string }[]>(tx, accountId, (inside) =>
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
   * Adds somebody, or changes an invitation, with what belongs to it, as far as the account may have more.
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
      if (id === undefined)
        throw ServiceError.invalidFields([{ field: 'email', message: 'is that of a user of this account already' }]);
      return also(tx, id);
    });
  }

  async findByEmail(manager: EntityManager, accountId: string, email: string): Promise<Membership | undefined> {
    const [found] = await transactionOf<Membership[]>(manager, accountId, (tx) =>
      tx.query(`${select} where m.account_id = $1 and m.email = $2`, [accountId, email]),
    );
    return found;
  }

  count(manager: EntityManager, accountId: string): Promise<number> {
    return transactionOf(manager, accountId, async (tx) => {
      const [{ count }]: [{ count: number }] = await tx.query(
        'select count(*)::int as count from memberships where account_id = $1',
        [accountId],
      );
      return count;
    });
  }

  /**
   * Whoever changes administrators at the same time waits.
   * @throws ServiceError `last_admin` where nobody but this one administers the account
   */
  async requireOtherAdmin(tx: EntityManager, { id, accountId, userId, role }: Membership): Promise<void> {
    if (role !== 'admin' || userId === null) return;
    const admins = await transactionOf<{ id: string }[]>(tx, accountId, (inside) =>
      inside.query(
        `select id from memberships where account_id = $1 and role = 'admin' and user_id is not null order by id for update`,
        [accountId],
      ),
    );
    if (!admins.some((admin) => admin.id !== id))
      throw new ServiceError('last_admin', 'This is the last administrator of the account: make another one first');
  }

  async changeRole(tx: EntityManager, { id, accountId }: Membership, role: Role): Promise<void> {
    await transactionOf(tx, accountId, (inside) =>
      inside.query('update memberships set role = $3 where account_id = $1 and id = $2', [accountId, id, role]),
    );
  }

  /** With the last membership the user is deleted, and its sessions end: users are managed in accounts, so nobody could delete one who is in none. */
  async remove(tx: EntityManager, { id, accountId, userId }: Membership): Promise<void> {
    await transactionOf(tx, accountId, (inside) =>
      inside.query('delete from memberships where account_id = $1 and id = $2', [accountId, id]),
    );
    await tx.query('delete from users where id = $1 and not exists (select from memberships where user_id = $1)', [
      userId,
    ]);
  }

  /** In any account, of whoever came in. */
  async areThereAdmins(tx: Pick<EntityManager, 'query'>): Promise<boolean> {
    const found: unknown[] = await tx.query(
      `select from memberships where role = 'admin' and user_id is not null limit 1`,
    );
    return found.length > 0;
  }

  async accept(tx: EntityManager, { id, accountId }: Membership, userId: string): Promise<void> {
    await transactionOf(tx, accountId, (inside) =>
      inside.query('update memberships set user_id = $3 where account_id = $1 and id = $2', [accountId, id, userId]),
    );
  }
}

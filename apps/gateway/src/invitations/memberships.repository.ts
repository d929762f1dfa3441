import { Injectable } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import { enterAccount } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import type { Role } from '../http/caller.js';

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
  /** Whose it is, a link says: across accounts. */
  async find(tx: Pick<EntityManager, 'query'>, id: string): Promise<Membership | undefined> {
    const [found]: Membership[] = await tx.query(`${select} where m.id = $1`, [id]);
    return found;
  }

  /** Oldest first. */
  list(manager: EntityManager, accountId: string): Promise<Membership[]> {
    return this.within(manager, accountId, (tx) =>
      tx.query(`${select} where m.account_id = $1 order by m.id`, [accountId]),
    );
  }

  /** Somebody who is invited again has the role of the last invitation; who is in stays as it is. Undefined then. */
  async add(
    tx: EntityManager,
    { accountId, userId = '', email, name, role }: NewMembership,
  ): Promise<string | undefined> {
    const [added] = await this.within<{ id: string }[]>(tx, accountId, (inside) =>
      inside.query(
        `insert into memberships (id, account_id, user_id, email, name, role) values ($1, $2, nullif($3, ''), $4, $5, $6)
         on conflict (account_id, email) do update set name = excluded.name, role = excluded.role where memberships.user_id is null
         returning id`,
        [newId('accountUser'), accountId, userId, email, name, role],
      ),
    );
    return added?.id;
  }

  async accept(tx: EntityManager, { id, accountId }: Membership, userId: string): Promise<void> {
    await this.within(tx, accountId, (inside) =>
      inside.query('update memberships set user_id = $3 where account_id = $1 and id = $2', [accountId, id, userId]),
    );
  }

  async removeByEmail(tx: EntityManager, accountId: string, email: string): Promise<boolean> {
    const [, removed] = await this.within<[{ user_id: string | null }[], number]>(tx, accountId, (inside) =>
      inside.query('delete from memberships where account_id = $1 and email = $2', [accountId, email]),
    );
    return removed > 0;
  }

  /** Inside the wall of the account, and outside again afterwards: no context of a call says here whose a statement is. */
  private within<Result>(
    manager: EntityManager,
    accountId: string,
    work: (tx: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return manager.transaction(async (tx) => {
      await enterAccount(tx, accountId);
      const result = await work(tx);
      await enterAccount(tx, '');
      return result;
    });
  }
}

import { Injectable } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';

/** A user, independent of accounts. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly language: string | null;
  /** Null for a user who logs in only with OIDC. */
  readonly passwordHash: string | null;
}

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
}

/** The entity manager of a transaction, or of the data source. */
type Connection = Pick<EntityManager, 'query'>;

const columns = 'id, email, name, language, password_hash as "passwordHash"';

/** Users belong to no account; memberships connect them. */
@Injectable()
export class UsersRepository {
  async findByEmail(tx: Connection, email: string): Promise<User | undefined> {
    const [user]: User[] = await tx.query(`select ${columns} from users where email = $1`, [email]);
    return user;
  }

  async find(tx: Connection, id: string): Promise<User | undefined> {
    const [user]: User[] = await tx.query(`select ${columns} from users where id = $1`, [id]);
    return user;
  }

  /** Undefined if a user with a password has the address already. */
  async add(tx: EntityManager, { email, name, passwordHash }: NewUser): Promise<string | undefined> {
    const [added]: { id: string }[] = await tx.query(
      `insert into users (id, email, name, password_hash) values ($1, $2, $3, $4)
       on conflict (email) do update set password_hash = excluded.password_hash where users.password_hash is null
       returning id`,
      [newId('user'), email, name, passwordHash],
    );
    return added?.id;
  }

  /** Also invalidates reset links. */
  async setPassword(tx: EntityManager, id: string, passwordHash: string): Promise<void> {
    await tx.query('update users set password_hash = $2 where id = $1', [id, passwordHash]);
    await tx.query('delete from one_time_tokens where user_id = $1', [id]);
  }

  async change(
    tx: EntityManager,
    id: string,
    { name, language }: { name?: string; language?: string | null },
  ): Promise<void> {
    if (name !== undefined) await tx.query('update users set name = $2 where id = $1', [id, name]);
    if (language !== undefined) await tx.query('update users set language = $2 where id = $1', [id, language]);
  }
}

/** The form in which addresses are stored and looked up. */
export const storedAddress = (email: string): string => email.trim().toLowerCase();

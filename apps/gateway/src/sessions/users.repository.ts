import { Injectable } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';

/** A person, whatever accounts it may enter. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly language: string | null;
  /** Null where the user has none: who comes by OIDC alone. */
  readonly passwordHash: string | null;
}

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
}

/** What a statement is sent through: inside a transaction its manager, else that of the data source. */
type Connection = Pick<EntityManager, 'query'>;

const columns = 'id, email, name, language, password_hash as "passwordHash"';

/** Users belong to no account: what says which they may enter are memberships. */
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

  /** Undefined where somebody has the address, with a password, by now. */
  async add(tx: EntityManager, { email, name, passwordHash }: NewUser): Promise<string | undefined> {
    const [added]: { id: string }[] = await tx.query(
      `insert into users (id, email, name, password_hash) values ($1, $2, $3, $4)
       on conflict (email) do update set password_hash = excluded.password_hash where users.password_hash is null
       returning id`,
      [newId('user'), email, name, passwordHash],
    );
    return added?.id;
  }

  /** Links that were sent before stop working. */
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

/** Under this an address is stored and looked up. */
export const storedAddress = (email: string): string => email.trim().toLowerCase();

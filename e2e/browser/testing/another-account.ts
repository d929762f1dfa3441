import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { admin } from './admin.mjs';
import { environment } from './config.js';

async function inDatabase(work: (database: Client) => Promise<unknown>): Promise<void> {
  const database = new Client({ connectionString: environment.databaseUrl });
  await database.connect();
  try {
    await work(database);
  } finally {
    await database.end();
  }
}

/** Moves a template to another account. */
export const giveToAnotherAccount = (templateId: string): Promise<void> =>
  inDatabase(async (database) => {
    // Turns off foreign keys, because the related rows change one after the other.
    await database.query(`set session_replication_role = replica`);
    for (const [table, column] of [
      ['templates', 'id'],
      ['locales', 'template_id'],
      ['versions', 'template_id'],
    ])
      await database.query(`update template.${table} set account_id = 'acc_another' where ${column} = $1`, [
        templateId,
      ]);
  });

interface LogIn {
  readonly email: string;
  readonly password: string;
}

/** Creates an account with two administrators, with the first user's password. */
export async function newAccountOfTwo(): Promise<readonly [LogIn, LogIn]> {
  const id = randomUUID();
  const users = ['Ada', 'Grace'].map((name) => ({ name, email: `${name}.${id}@postrider.example`.toLowerCase() }));
  await inDatabase(async (database) => {
    await database.query(`insert into gateway.accounts (id, name) values ('acc_' || $1, 'Reviewed')`, [id]);
    for (const { name, email } of users) {
      await database.query(
        `insert into gateway.users (id, email, name, password_hash)
         select $4, $2, $1, password_hash from gateway.users where email = $3`,
        [name, email, admin.email, `usr_${name}${id}`],
      );
      await database.query(
        `insert into gateway.memberships (id, account_id, user_id, email, name, role)
         values ($1, $2, $3, $4, '', 'admin')`,
        [`mem_${name}${id}`, `acc_${id}`, `usr_${name}${id}`, email],
      );
    }
  });
  const [ada, grace] = users.map(({ email }) => ({ email, password: environment.password }));
  return [ada!, grace!];
}

/**
 * Creates a user who is admin of the first account (the initial one) and has a role in another, with the first user's
 * password.
 */
export async function memberOfTwoAccounts(
  role: 'viewer' | 'admin' = 'viewer',
): Promise<{ email: string; password: string; other: string }> {
  const id = randomUUID();
  const [email, other] = [`${id}@postrider.example`, `Other ${id}`];
  await inDatabase(async (database) => {
    await database.query(
      `insert into gateway.users (id, email, name, password_hash)
       select $1, $2, '', password_hash from gateway.users where email = $3`,
      [`usr_${id}`, email, admin.email],
    );
    await database.query('insert into gateway.accounts (id, name) values ($1, $2)', [`acc_z${id}`, other]);
    await database.query(
      `insert into gateway.memberships (id, account_id, user_id, email, name, role)
       select 'mem_' || $1 || position, account_id, 'usr_' || $1, $2, '', role
       from (select 1, account_id, 'admin' from gateway.memberships where email = $3
             union all select 2, 'acc_z' || $1, $4) as memberships (position, account_id, role)`,
      [id, email, admin.email, role],
    );
  });
  return { email, password: environment.password, other };
}

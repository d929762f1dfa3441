import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { AccountTracking, LimitOverrides } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { newSecret, toStoredForm } from '../authentication/credentials.js';
import type { KeyKind, Sender } from '../http/caller.js';
import type { AccountEntity } from './account.entity.js';
import { databaseOptions } from '@postrider/service';
import { gatewayDatabase } from '../database.js';

type KnownAccount = Omit<AccountEntity, 'systemMail'>;

const queue = new FairQueue({ capacity: 1 });
const columns =
  'id, name, default_sender as "defaultSender", limits, tracking, require_review as "requireReview", created_at as "createdAt"';

/** Every method takes the caller's transaction: an account that was committed without keys would be unreachable. */
@Injectable()
export class AccountsRepository {
  /** Runs `work` in a transaction under an advisory lock. Only one caller per process waits on a connection. */
  async withLock<Result>(database: DataSource, work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    const release = await queue.acquire();
    try {
      return await database.transaction(async (tx) => {
        await tx.query(`select pg_advisory_xact_lock(hashtext('postrider:gateway:accounts'))`);
        return work(tx);
      });
    } finally {
      release();
    }
  }

  async findFirst(tx: EntityManager): Promise<string | undefined> {
    const rows: { id: string }[] = await tx.query('select id from accounts order by id limit 1');
    return rows[0]?.id;
  }

  trackingDomains(tx: EntityManager): Promise<{ id: string; domain: string }[]> {
    return tx.query(`select id, tracking ->> 'domain' as domain from accounts where tracking ? 'domain'`);
  }

  async create(tx: EntityManager, name: string): Promise<string> {
    const id = newId('account');
    await tx.query('insert into accounts (id, name) values ($1, $2)', [id, name]);
    return id;
  }

  /** Oldest first, each with the number of its keys that are not revoked. */
  list(tx: EntityManager): Promise<(KnownAccount & { readonly keys: number })[]> {
    return tx.query(
      `select ${columns},
         (select count(*)::int from api_keys where account_id = accounts.id and revoked_at is null) as keys
       from accounts order by id`,
    );
  }

  /** @throws Error if the account does not exist */
  async find(tx: EntityManager, id: string): Promise<KnownAccount> {
    return requireOne(id, await tx.query(`select ${columns} from accounts where id = $1`, [id]));
  }

  /** Locks the row for a change in the same transaction. @throws Error if the account does not exist */
  async lockOne(tx: EntityManager, id: string): Promise<KnownAccount> {
    return requireOne(id, await tx.query(`select ${columns} from accounts where id = $1 for update`, [id]));
  }

  /** Null resets all limits to their defaults. */
  async setLimits(tx: EntityManager, id: string, limits: LimitOverrides | null): Promise<void> {
    await tx.query('update accounts set limits = $2::jsonb where id = $1', [id, limits && JSON.stringify(limits)]);
  }

  /** Null: no default tracking. @throws Error if another account has the host name */
  async setTracking(tx: EntityManager, id: string, tracking: AccountTracking | null): Promise<void> {
    const conflicts: unknown[] = await tx.query(
      `select from accounts where tracking ->> 'domain' = $2 and id <> $1 limit 1`,
      [id, tracking?.domain],
    );
    if (conflicts.length > 0) throw new Error(`${tracking?.domain} is the host name of another account.`);
    await tx.query('update accounts set tracking = $2::jsonb where id = $1', [
      id,
      tracking && JSON.stringify(tracking),
    ]);
  }

  async setName(tx: EntityManager, id: string, name: string): Promise<void> {
    await tx.query('update accounts set name = $2 where id = $1', [id, name]);
  }

  async setRequireReview(tx: EntityManager, id: string, requireReview: boolean): Promise<void> {
    await tx.query('update accounts set require_review = $2 where id = $1', [id, requireReview]);
  }

  /** Null is stored as JSON null, so that BOOTSTRAP_SENDER does not set the sender again. */
  async setSender(tx: EntityManager, id: string, sender: Sender | null): Promise<void> {
    await tx.query('update accounts set default_sender = $2::jsonb where id = $1', [id, JSON.stringify(sender)]);
  }

  /** Sets sender and reply-to without a name, unless the account has set or removed its sender before. */
  async setFirstSender(tx: EntityManager, accountId: string, address: string): Promise<void> {
    await tx.query('update accounts set default_sender = $2::jsonb where id = $1 and default_sender is null', [
      accountId,
      JSON.stringify({ address, reply_to: address, name: '' } satisfies Sender),
    ]);
  }

  /** Does nothing if the key exists, revoked or not. */
  async addKey(tx: EntityManager, accountId: string, kind: KeyKind, secret: string): Promise<void> {
    const { secretHash, hint } = toStoredForm(secret);
    await tx.query(
      'insert into api_keys (id, account_id, kind, name, secret_hash, hint) values ($1, $2, $3, $4, $5, $6) on conflict (secret_hash) do nothing',
      [newId('apiKey'), accountId, kind, `first ${kind} key`, secretHash, hint],
    );
  }
}

function requireOne(id: string, [account]: readonly KnownAccount[]): KnownAccount {
  if (!account) throw new Error(`Account ${id} not found.`);
  return account;
}

export interface NewAccount {
  readonly id: string;
  readonly keys: Readonly<Record<KeyKind, string>>;
}

/** Creates an account with a live and a test key; `sender` is the address of its default sender. */
export async function createAccount(databaseUrl: string, name: string, sender?: string): Promise<NewAccount> {
  const database = await new DataSource(databaseOptions(gatewayDatabase, databaseUrl, 1)).initialize();
  const accounts = new AccountsRepository();
  const keys = { live: newSecret('live'), test: newSecret('test') };
  try {
    return await database.transaction(async (tx) => {
      const id = await accounts.create(tx, name);
      if (sender !== undefined) await accounts.setFirstSender(tx, id, sender);
      await accounts.addKey(tx, id, 'live', keys.live);
      await accounts.addKey(tx, id, 'test', keys.test);
      return { id, keys };
    });
  } finally {
    await database.destroy();
  }
}

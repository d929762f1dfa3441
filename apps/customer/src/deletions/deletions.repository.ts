import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

interface Address {
  readonly accountId: string;
  readonly email: string;
}

const hashAddress = ({ accountId, email }: Address): Buffer =>
  createHash('sha256').update(`${accountId} ${email}`).digest();

/** Deleted customers, checked for events that were published earlier (docs/reference/customers.md). */
@Injectable()
export class DeletionsRepository {
  /** Also locks the address until the transaction ends, so that no event creates the customer. */
  async add(tx: EntityManager, address: Address): Promise<void> {
    await lockInOrder(tx, [address]);
    await tx.query(
      `insert into deletions (account_id, key_hash, deleted_at) values ($1, $2, $3)
       on conflict (account_id, key_hash) do update set deleted_at = greatest(deletions.deleted_at, excluded.deleted_at)`,
      [address.accountId, hashAddress(address), Math.floor(Date.now() / 1000)],
    );
  }

  /**
   * Filters out customers that were deleted since, also in the same second. Locks the addresses until the transaction
   * ends.
   */
  async withoutDeleted<Customer extends Address & { readonly created: number }>(
    tx: EntityManager,
    customers: readonly Customer[],
  ): Promise<Customer[]> {
    await lockInOrder(tx, customers);
    const deleted: { position: number }[] = await tx.query(
      `select position::int from unnest($1::text[], $2::bytea[], $3::bigint[]) with ordinality as input (account_id, key_hash, created, position)
       where exists (
         select from deletions
         where deletions.account_id = input.account_id and deletions.key_hash = input.key_hash and deleted_at >= input.created
       )`,
      [
        customers.map(({ accountId }) => accountId),
        customers.map(hashAddress),
        customers.map(({ created }) => created),
      ],
    );
    const excluded = new Set(deleted.map(({ position }) => position - 1));
    return customers.filter((_, index) => !excluded.has(index));
  }
}

/** Advisory locks, because there may be no row to lock yet. A fixed order avoids deadlocks. */
async function lockInOrder(tx: EntityManager, addresses: readonly Address[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(lock) from (
       select distinct hashtextextended(account_id || ' ' || email, 0) as lock from unnest($1::text[], $2::text[]) as addresses (account_id, email)
       order by lock
     ) as locks`,
    [addresses.map(({ accountId }) => accountId), addresses.map(({ email }) => email)],
  );
}

import type { customerErased, Rpc } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';

/**
 * How a person is erased from a table with an `account_id`, and which contract exports its rows
 * (docs/reference/personal-data.md#erase-a-person).
 */
export type PersonalData = { readonly table: string; readonly exportedBy?: Rpc } & (
  | {
      /** The kind of the statement's `keys`: log ids, or addresses in the form of `addressKey`. */
      readonly by: 'log' | 'recipient';
      /**
       * SQL. `$1` is the account, `$2` the keys as `text[]`, `$3` the pseudonym; further parameters come from the
       * service.
       */
      readonly erase: string;
    }
  /** Why no erasure is needed. */
  | { readonly keptBecause: string }
);

/** Tables without data of recipients. */
export const withoutPersonalData = (...tables: readonly string[]): readonly PersonalData[] =>
  tables.map((table) => ({ table, keptBecause: 'no data of recipients' }));

/** The outbox of a service; its events are deleted after they are sent. */
export const outboxPersonalData: PersonalData = { table: 'outbox', keptBecause: 'until its events are sent' };

interface Erased {
  readonly accountId: string;
  readonly keys: readonly string[];
  readonly pseudonym: string;
}

/**
 * Runs the erasure statements of all tables for these keys, in the order of the list; `more` are the parameters from
 * `$4` on. Resolves to the number of rows.
 */
export async function erasePersonalData(
  tx: EntityManager,
  tables: readonly PersonalData[],
  by: 'log' | 'recipient',
  { accountId, keys, pseudonym }: Erased,
  ...more: readonly unknown[]
): Promise<number> {
  const parameters = [accountId, keys, pseudonym, ...more];
  let rows = 0;
  for (const table of tables) {
    if (!('by' in table) || table.by !== by) continue;
    // PostgreSQL rejects parameters that the statement does not use.
    const used = parameters.findLastIndex((_, index) => table.erase.includes(`$${index + 1}`)) + 1;
    const [, erased] = await tx.query<[unknown, number]>(table.erase, parameters.slice(0, used));
    rows += erased;
  }
  return rows;
}

/** Replicas that erase several people in the same order cannot deadlock. */
export const inAddressOrder = (
  events: readonly ReceivedEvent<typeof customerErased>[],
): readonly ReceivedEvent<typeof customerErased>[] =>
  events.toSorted((one, other) => {
    const [first, second] = [one, other].map(({ accountId, payload }) => `${accountId} ${payload.email}`);
    return Number(first! > second!) - Number(first! < second!);
  });

import type { customerErased, Rpc } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';

/** How people are erased from a table with an `account_id`, and which contract exports its rows (docs/reference/personal-data.md#erase-a-person). */
export type PersonalData = { readonly table: string; readonly exportedBy?: Rpc } & (
  | {
      /** The `keys` of the statement: ids of logs, or addresses as `addressKey` writes them. */
      readonly by: 'log' | 'recipient';
      /** SQL. `$1` is the account, `$2` the keys as `text[]`, `$3` the pseudonym; then what the service adds. */
      readonly erase: string;
    }
  /** Why no statement erases anything. */
  | { readonly stays: string }
);

/** Tables that hold no address and nothing else of recipients. */
export const withoutPersonalData = (...tables: readonly string[]): readonly PersonalData[] =>
  tables.map((table) => ({ table, stays: 'no data of recipients' }));

/** The events of a service, which are deleted once they are sent. */
export const outboxPersonalData: PersonalData = { table: 'outbox', stays: 'until its events are sent' };

interface Erased {
  readonly accountId: string;
  readonly keys: readonly string[];
  readonly pseudonym: string;
}

/** Runs the statements of all tables with these keys, in the order of the list; `more` are their parameters from `$4` on. Resolves to the number of rows. */
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
    // PostgreSQL refuses more parameters than a statement uses.
    const used = parameters.findLastIndex((_, index) => table.erase.includes(`$${index + 1}`)) + 1;
    const [, erased] = await tx.query<[unknown, number]>(table.erase, parameters.slice(0, used));
    rows += erased;
  }
  return rows;
}

/** One order in all replicas, or two that take several people could wait for each other. */
export const inAddressOrder = (
  events: readonly ReceivedEvent<typeof customerErased>[],
): readonly ReceivedEvent<typeof customerErased>[] =>
  events.toSorted((one, other) => {
    const [first, second] = [one, other].map(({ accountId, payload }) => `${accountId} ${payload.email}`);
    return Number(first! > second!) - Number(first! < second!);
  });

import type { SuppressionReason } from '@postrider/contracts';
import { addressKey, longestNote } from '@postrider/contracts';
import { addressHash } from './found-suppressions.js';

/** An address that is to get no mail, and why. */
export interface NewSuppression {
  readonly accountId: string;
  readonly address: string;
  readonly reason: SuppressionReason;
  readonly note: string;
  /** The mail it comes of. */
  readonly logId: string | null;
}

/** What a statement is given of them (`newSuppressions`). */
export const columnsOf = (entries: readonly NewSuppression[]): (string | null)[][] => [
  entries.map(({ accountId }) => accountId),
  entries.map(({ accountId, address }) => `\\x${addressHash(accountId, address)}`),
  entries.map(({ reason }) => reason),
  entries.map(({ address }) => addressKey(address)),
  entries.map(({ note }) => note.slice(0, longestNote).toWellFormed()),
  entries.map(({ logId }) => logId),
];

/** `columnsOf` as rows, from the parameter `$first` on. */
export const newSuppressions = (first: number): string => {
  const [account, hash, reason, address, note, log] = Array.from({ length: 6 }, (_, index) => `$${first + index}`);
  return `unnest(${account}::text[], ${hash}::bytea[], ${reason}::text[], ${address}::text[], ${note}::text[], ${log}::text[])
    as fresh (account_id, address_hash, reason, address, note, log_id)`;
};

/**
 * Adds rows of `from`, which are named `fresh`. In one order everywhere, or of two statements that add the same each could wait for the other; whoever
 * holds a log as well has taken that first. What is known for the same reason stays as it is.
 */
export const insertSuppressions = (from: string): string => `
  insert into suppressions (account_id, address_hash, reason, address, note, log_id)
  select account_id, address_hash, reason, address, note, log_id from ${from}
  order by account_id, address_hash, reason
  on conflict do nothing`;

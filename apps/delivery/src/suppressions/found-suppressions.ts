import type { SuppressionReason } from '@postrider/contracts';
import { addressKey } from '@postrider/contracts';
import { hash } from 'node:crypto';

/** Whom a mail is to. */
export interface Addressees {
  readonly recipient: { readonly address: string };
  readonly cc: readonly { readonly address: string }[];
  readonly bcc: readonly { readonly address: string }[];
}

/** Under which an account's suppressions have an address, in hex; `deliveryPersonalData` has the same in SQL. Another account has it under another: two dumps say nothing about who is in both. */
export const addressHash = (accountId: string, address: string): string =>
  hash('sha256', `${accountId} ${addressKey(address)}`, 'hex');

/** Everybody whom a mail is to, as an array of PostgreSQL's of `bytea`. */
export function addressHashes(accountId: string, { recipient, cc, bcc }: Addressees): string {
  const all = [recipient, ...cc, ...bcc];
  return `{${all.map(({ address }) => `"\\\\x${addressHash(accountId, address)}"`).join(',')}}`;
}

/** What the list says of one of those whom a mail is to. */
export interface FoundSuppression {
  /** `addressHash` of the address. */
  readonly hash: string;
  readonly reason: SuppressionReason;
  /** Unix seconds. */
  readonly since: number;
}

/**
 * What the list says of those whom a mail is to, as JSON, null where that is nothing: part of a statement that is made anyway, so that a mail costs
 * none of its own. `owner` has the columns account_id and `hashes`.
 */
export const suppressionsOf = (owner: string, hashes: string): string => `(
  select json_agg(json_build_object('hash', encode(suppressions.address_hash, 'hex'), 'reason', suppressions.reason,
                                    'since', floor(extract(epoch from suppressions.created_at))))
  from suppressions where suppressions.account_id = ${owner}.account_id and suppressions.address_hash = any(${hashes}))`;

import type { SuppressionReason } from '@postrider/contracts';

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

import { hash } from 'node:crypto';
import { addressKey } from '@postrider/contracts';

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

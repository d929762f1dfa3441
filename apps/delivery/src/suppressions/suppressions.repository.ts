import { Injectable } from '@nestjs/common';
import type { RequestOf, SuppressionReason, SuppressionResource, listSuppressions } from '@postrider/contracts';
import { addressKey, maxNoteLength, suppressionReasons } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import { SystemPool } from '@postrider/service';
import { hash } from 'node:crypto';

/** A suppression to insert. */
export interface NewSuppression {
  readonly accountId: string;
  readonly address: string;
  readonly reason: SuppressionReason;
  readonly note: string;
  /** The email that caused it. */
  readonly logId: string | null;
}

/** Parameters for `newSuppressions`. */
export const toColumns = (entries: readonly NewSuppression[]): (string | null)[][] => [
  entries.map(({ accountId }) => accountId),
  entries.map(({ accountId, address }) => `\\x${addressHash(accountId, address)}`),
  entries.map(({ reason }) => reason),
  entries.map(({ address }) => addressKey(address)),
  entries.map(({ note }) => note.slice(0, maxNoteLength).toWellFormed()),
  entries.map(({ logId }) => logId),
];

/** SQL: `toColumns` as rows, from the parameter `$first` on. */
export const newSuppressions = (first: number): string => {
  const [account, hash, reason, address, note, log] = Array.from({ length: 6 }, (_, index) => `$${first + index}`);
  return `unnest(${account}::text[], ${hash}::bytea[], ${reason}::text[], ${address}::text[], ${note}::text[], ${log}::text[])
    as fresh (account_id, address_hash, reason, address, note, log_id)`;
};

/**
 * SQL: inserts the rows of `from`, named `fresh`. They are inserted in one order, and after any lock on a log, to avoid
 * deadlocks. An existing entry with the same reason stays unchanged.
 */
export const insertSuppressions = (from: string): string => `
  insert into suppressions (account_id, address_hash, reason, address, note, log_id)
  select account_id, address_hash, reason, address, note, log_id from ${from}
  order by account_id, address_hash, reason
  on conflict do nothing`;

/** The recipients of an email. */
export interface Addressees {
  readonly recipient: { readonly address: string };
  readonly cc: readonly { readonly address: string }[];
  readonly bcc: readonly { readonly address: string }[];
}

/**
 * Hash of an address in hex, also computed in SQL by `deliveryPersonalData`. It depends on the account, so that dumps
 * cannot be matched.
 */
export const addressHash = (accountId: string, address: string): string =>
  hash('sha256', `${accountId} ${addressKey(address)}`, 'hex');

/** The hashes of all recipients as a PostgreSQL array of `bytea`. */
export function addressHashes(accountId: string, { recipient, cc, bcc }: Addressees): string {
  const all = [recipient, ...cc, ...bcc];
  return `{${all.map(({ address }) => `"\\\\x${addressHash(accountId, address)}"`).join(',')}}`;
}

/** A suppression of one of an email's recipients. */
export interface FoundSuppression {
  /** `addressHash` of the address. */
  readonly hash: string;
  readonly reason: SuppressionReason;
  /** Unix seconds. */
  readonly since: number;
}

/**
 * SQL: the suppressions of an email's recipients as JSON, or null. A subquery for statements that run anyway, so that
 * emails need no extra one. `owner` has the columns account_id and `hashes`.
 */
export const selectSuppressions = (owner: string, hashes: string): string => `(
  select json_agg(json_build_object('hash', encode(suppressions.address_hash, 'hex'), 'reason', suppressions.reason,
                                    'since', floor(extract(epoch from suppressions.created_at))))
  from suppressions where suppressions.account_id = ${owner}.account_id and suppressions.address_hash = any(${hashes}))`;

interface Row {
  readonly email: string | null;
  readonly reason: SuppressionReason;
  readonly note: string;
  readonly created: number;
  readonly log_id: string | null;
  readonly seq: string;
}

const defaultCount = 100;
const columns = `address as email, reason, note, floor(extract(epoch from created_at))::float8 as created, log_id, seq`;
const bytes = (hash: string): string => `\\x${hash}`;

@Injectable()
export class SuppressionsRepository {
  constructor(
    private readonly database: DataSource,
    private readonly systemPool: SystemPool,
  ) {}

  /** Counts the entries of an account, up to `enough`. */
  async count(accountId: string, enough: number): Promise<number> {
    const { rows } = await this.systemPool.query<{ stored: number }>({
      name: 'count-suppressions',
      text: 'select count(*)::int as stored from (select from suppressions where account_id = $1 limit $2) as counted',
      values: [accountId, enough],
    });
    return rows[0]?.stored ?? 0;
  }

  /** Newest first. Without an address, each reason is read separately through its index. */
  async page(
    accountId: string,
    { email, search, reason, count = defaultCount, cursor }: RequestOf<typeof listSuppressions>,
  ): Promise<{ data: SuppressionResource[]; next_cursor: string | null }> {
    const reasons = reason ? [reason] : suppressionReasons;
    const before = cursor ?? '9223372036854775807';
    const found: Row[] = await (email !== undefined
      ? this.database.query(
          `select ${columns} from suppressions
           where account_id = $1 and address_hash = $2::bytea and reason = any($3) and seq < $4::bigint order by seq desc limit $5`,
          [accountId, bytes(addressHash(accountId, email)), reasons, before, count + 1],
        )
      : search !== undefined
        ? this.database.query(
            `select ${columns} from suppressions
             where account_id = $1 and address collate "C" >= $2::text collate "C" and address collate "C" < $3::text collate "C" and reason = any($4) and seq < $5::bigint
             order by seq desc limit $6`,
            [accountId, addressKey(search), `${addressKey(search)}\u{10ffff}`, reasons, before, count + 1],
          )
        : this.database.query(
            `select each.* from unnest($2::text[]) as wanted (reason) cross join lateral (
               select ${columns} from suppressions
               where account_id = $1 and suppressions.reason = wanted.reason and seq < $3::bigint order by seq desc limit $4
             ) as each order by seq desc limit $4`,
            [accountId, reasons, before, count + 1],
          ));
    const page = found.slice(0, count);
    return { data: page.map(toResource), next_cursor: found.length > count ? page.at(-1)!.seq : null };
  }

  /** Adds the entry if it is new, and returns the stored one. */
  async add(entry: NewSuppression): Promise<{ entry: SuppressionResource; isNew: boolean }> {
    const isNew = (await this.addAll([entry])) > 0;
    const rows: Row[] = await this.database.query(
      `select ${columns} from suppressions where account_id = $1 and address_hash = $2::bytea and reason = $3`,
      [entry.accountId, bytes(addressHash(entry.accountId, entry.address)), entry.reason],
    );
    // It may have been removed concurrently after the insert; the call still succeeded.
    return { entry: toResource(rows[0] ?? unstored(entry)), isNew };
  }

  /** Returns how many were new. */
  async addAll(entries: readonly NewSuppression[]): Promise<number> {
    const [{ added }]: [{ added: number }] = await this.database.query(
      `with added as (${insertSuppressions(newSuppressions(1))} returning 1) select count(*)::int as added from added`,
      toColumns(entries),
    );
    return added;
  }

  /** How many would be new, without duplicates. */
  async countNew(entries: readonly NewSuppression[]): Promise<number> {
    const [{ missing }]: [{ missing: number }] = await this.database.query(
      `select count(*)::int as missing from (select distinct account_id, address_hash, reason from ${newSuppressions(1)}) as fresh
       where not exists (select from suppressions as known
         where known.account_id = fresh.account_id and known.address_hash = fresh.address_hash and known.reason = fresh.reason)`,
      toColumns(entries),
    );
    return missing;
  }

  /** Returns how many were removed. */
  async remove(accountId: string, email: string, reason?: SuppressionReason): Promise<number> {
    const [{ removed }]: [{ removed: number }] = await this.database.query(
      `with removed as (
         delete from suppressions where account_id = $1 and address_hash = $2::bytea and ($3::text is null or reason = $3) returning 1
       ) select count(*)::int as removed from removed`,
      [accountId, bytes(addressHash(accountId, email)), reason ?? null],
    );
    return removed;
  }
}

const unstored = ({ address, reason, note, logId }: NewSuppression): Row => ({
  email: address,
  reason,
  note,
  created: Math.floor(Date.now() / 1000),
  log_id: logId,
  seq: '',
});

const toResource = ({ email, reason, note, created, log_id }: Row): SuppressionResource => ({
  object: 'suppression',
  email,
  reason,
  note,
  created,
  ...(log_id === null ? {} : { log_id }),
});

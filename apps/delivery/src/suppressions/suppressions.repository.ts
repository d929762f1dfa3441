import { Injectable } from '@nestjs/common';
import type { RequestOf, SuppressionReason, SuppressionResource, listSuppressions } from '@postrider/contracts';
import { addressKey, maxNoteLength, suppressionReasons } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import { SystemPool, TenantPool } from '@postrider/service';
import { hash } from 'node:crypto';

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
  entries.map(({ note }) => note.slice(0, maxNoteLength).toWellFormed()),
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

/** The list of one account. */
@Injectable()
export class SuppressionsRepository {
  constructor(
    private readonly database: DataSource,
    private readonly tenantPool: TenantPool,
    private readonly systemPool: SystemPool,
  ) {}

  /** Of one account; no more than `enough` are counted. */
  async count(accountId: string, enough: number): Promise<number> {
    const { rows } = await this.systemPool.query<{ stored: number }>({
      name: 'count-suppressions',
      text: 'select count(*)::int as stored from (select from suppressions where account_id = $1 limit $2) as counted',
      values: [accountId, enough],
    });
    return rows[0]?.stored ?? 0;
  }

  /** What it says of these, for a mail of which nobody has asked it yet: `hashes` as `addressHashes` writes them. */
  async find(accountId: string, hashes: string): Promise<readonly FoundSuppression[]> {
    const { rows } = await this.tenantPool.query<{ found: FoundSuppression[] | null }>(accountId, {
      name: 'suppressions-of-mail',
      text: `select ${suppressionsOf('mail', 'mail.hashes')} as found from (select $1::text as account_id, $2::bytea[] as hashes) as mail`,
      values: [accountId, hashes],
    });
    return rows[0]?.found ?? [];
  }

  /** Newest first: without an address of each reason by itself, through the index. */
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

  /** As it is on the list now, which it may have been before. */
  async add(entry: NewSuppression): Promise<{ entry: SuppressionResource; isNew: boolean }> {
    const isNew = (await this.addAll([entry])) > 0;
    const rows: Row[] = await this.database.query(
      `select ${columns} from suppressions where account_id = $1 and address_hash = $2::bytea and reason = $3`,
      [entry.accountId, bytes(addressHash(entry.accountId, entry.address)), entry.reason],
    );
    // Removed by somebody else in between: it was there, and that is what was asked for.
    return { entry: toResource(rows[0] ?? unstored(entry)), isNew };
  }

  /** How many of them were not on the list. */
  async addAll(entries: readonly NewSuppression[]): Promise<number> {
    const [{ added }]: [{ added: number }] = await this.database.query(
      `with added as (${insertSuppressions(newSuppressions(1))} returning 1) select count(*)::int as added from added`,
      columnsOf(entries),
    );
    return added;
  }

  /** How many of them would be new, each of them once. */
  async countNew(entries: readonly NewSuppression[]): Promise<number> {
    const [{ missing }]: [{ missing: number }] = await this.database.query(
      `select count(*)::int as missing from (select distinct account_id, address_hash, reason from ${newSuppressions(1)}) as fresh
       where not exists (select from suppressions as known
         where known.account_id = fresh.account_id and known.address_hash = fresh.address_hash and known.reason = fresh.reason)`,
      columnsOf(entries),
    );
    return missing;
  }

  /** How many were removed. */
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

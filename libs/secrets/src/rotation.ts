import type { Vault } from './vault.js';

const page = 500;

/** The method of TypeORM's DataSource that this needs. */
interface Database {
  query<Result>(sql: string, parameters: unknown[]): Promise<Result>;
}

export interface StoredSecret {
  readonly accountId: string;
  readonly id: string;
  readonly sealed: string;
}

/** All secrets in a column, by the id of their row; by default those of the vault's field. */
export async function* storedSecrets(
  database: Database,
  { place: { table, field } }: Vault,
  column = field,
): AsyncGenerator<StoredSecret> {
  for (let last = '', more = true; more;) {
    const rows = await database.query<StoredSecret[]>(
      `select account_id as "accountId", id, ${column} as sealed from ${table} where id > $1 and ${column} is not null order by id limit ${page}`,
      [last],
    );
    yield* rows;
    more = rows.length === page;
    last = rows.at(-1)?.id ?? last;
  }
}

/**
 * Encrypts the secrets of a column with the first key of SECRETS_KEY, and returns how many changed. Services that have
 * both keys can run meanwhile; a row is updated only if it is unchanged.
 * @throws at the end, with the rows whose secrets no key decrypts, unless these are optional
 */
export async function rotateSecrets(
  database: Database,
  vault: Vault,
  { field = vault.place.field, optional = false }: { readonly field?: string; readonly optional?: boolean } = {},
): Promise<number> {
  const unreadable: string[] = [];
  let rotated = 0;
  for await (const { accountId, id, sealed: before } of storedSecrets(database, vault, field)) {
    const owner = { accountId, rowId: id, field };
    const plain = unseal(vault, before, owner);
    if (plain === undefined) unreadable.push(id);
    else if (!vault.isCurrent(before)) {
      const [, updated] = await database.query<[unknown, number]>(
        `update ${vault.place.table} set ${field} = $3 where account_id = $1 and id = $2 and ${field} = $4`,
        [accountId, id, vault.seal(plain, owner), before],
      );
      rotated += updated;
    }
  }
  if (unreadable.length > 0 && !optional)
    throw new Error(
      `Re-encrypted: ${rotated}. No key of SECRETS_KEY decrypts the secrets of ${unreadable.join(', ')}: add their key and run this again.`,
    );
  return rotated;
}

function unseal(vault: Vault, sealed: string, owner: Parameters<Vault['open']>[1]): string | undefined {
  try {
    return vault.open(sealed, owner);
  } catch {
    return undefined;
  }
}

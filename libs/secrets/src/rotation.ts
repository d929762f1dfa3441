import type { Vault } from './vault.js';

const batch = 200;

/** The method of TypeORM's DataSource that this needs. */
interface Database {
  query<Result>(sql: string, parameters: unknown[]): Promise<Result>;
}

interface SealedRow {
  readonly accountId: string;
  readonly id: string;
  readonly sealed: string;
}

/**
 * Encrypts a column of secrets with the first key of SECRETS_KEY, and returns how many changed. Services that have both
 * keys can run meanwhile; a row is updated only if it is unchanged.
 * @throws at the end, with the rows whose secrets no key decrypts
 */
export async function rotateSecrets(
  database: Database,
  vault: Vault,
  { table, column }: { readonly table: string; readonly column: string },
): Promise<number> {
  const unreadable: string[] = [];
  let rotated = 0;
  for (let last = '', more = true; more;) {
    const page = await database.query<SealedRow[]>(
      `select account_id as "accountId", id, ${column} as sealed from ${table} where id > $1 and ${column} is not null order by id limit ${batch}`,
      [last],
    );
    for (const { accountId, id, sealed: before } of page.filter(({ sealed }) => !vault.isCurrent(sealed))) {
      const sealed = reseal(vault, before, { accountId, rowId: id });
      if (sealed === undefined) unreadable.push(id);
      else {
        const [, updated] = await database.query<[unknown, number]>(
          `update ${table} set ${column} = $3 where account_id = $1 and id = $2 and ${column} = $4`,
          [accountId, id, sealed, before],
        );
        rotated += updated;
      }
    }
    more = page.length === batch;
    last = page.at(-1)?.id ?? last;
  }
  if (unreadable.length > 0)
    throw new Error(
      `Re-encrypted: ${rotated}. No key of SECRETS_KEY decrypts the secrets of ${unreadable.join(', ')}: add their key and run this again.`,
    );
  return rotated;
}

function reseal(vault: Vault, sealed: string, owner: Parameters<Vault['open']>[1]): string | undefined {
  try {
    return vault.seal(vault.open(sealed, owner), owner);
  } catch {
    return undefined;
  }
}

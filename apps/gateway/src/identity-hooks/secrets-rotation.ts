import type { DataSource } from 'typeorm';
import type { HookVault } from './hook-secrets.js';
import { IdentityHookEntity } from './identity-hook.entity.js';

const batch = 200;

/**
 * Encrypts the secrets of all identity hooks with the first key of SECRETS_KEY, and returns how many changed. Gateways
 * that have both keys can run meanwhile; a row is updated only if it is unchanged.
 * @throws at the end, with the hooks whose secrets no key decrypts
 */
export async function rotateHookSecrets(database: DataSource, vault: HookVault): Promise<number> {
  const hooks = database.getRepository(IdentityHookEntity);
  const unreadable: string[] = [];
  let rotated = 0;
  for (let last = '', more = true; more;) {
    const page = await hooks
      .createQueryBuilder('hook')
      .where('hook.id > :last', { last })
      .orderBy('hook.id')
      .limit(batch)
      .getMany();
    for (const { accountId, id, secrets } of page.filter((hook) => !vault.isCurrent(hook.secrets))) {
      const owner = { accountId, rowId: id };
      const sealed = reseal(vault, secrets, owner);
      if (sealed === undefined) unreadable.push(id);
      else rotated += (await hooks.update({ accountId, id, secrets }, { secrets: sealed })).affected ?? 0;
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

function reseal(vault: HookVault, sealed: string, owner: Parameters<HookVault['open']>[1]): string | undefined {
  try {
    return vault.seal(vault.open(sealed, owner), owner);
  } catch {
    return undefined;
  }
}

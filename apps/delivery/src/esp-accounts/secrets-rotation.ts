import type { SecretOwner } from '@postrider/secrets';
import type { DataSource, Repository } from 'typeorm';
import type { CredentialVault } from './credential-vault.js';
import { EspAccountEntity } from './esp-account.entity.js';

const batch = 200;

/**
 * Re-encrypts every secret that is not sealed with the first key of SECRETS_KEY, and returns their number. Services may
 * run meanwhile if they have both keys: a row is updated only if it is unchanged since it was read.
 * @throws at the end, with the ESP accounts whose credentials no key decrypts
 */
export async function rotateSecrets(database: DataSource, vault: CredentialVault): Promise<number> {
  const accounts = database.getRepository(EspAccountEntity);
  const unreadable: string[] = [];
  let rotated = 0;
  for (let last = '', more = true; more;) {
    const page = await accounts
      .createQueryBuilder('account')
      .where('account.id > :last', { last })
      .orderBy('account.id')
      .limit(batch)
      .getMany();
    for (const { accountId, id, credentials, webhook } of page) {
      const owner = { accountId, rowId: id };
      if (credentials !== null) {
        const plain = unseal(vault, credentials, owner);
        if (plain === undefined) unreadable.push(id);
        else if (!vault.isCurrent(credentials))
          rotated +=
            (await accounts.update({ accountId, id, credentials }, { credentials: vault.seal(plain, owner) }))
              .affected ?? 0;
      }
      if (webhook !== null) rotated += await rotateWebhook(accounts, vault, { accountId, id, webhook });
    }
    more = page.length === batch;
    last = page.at(-1)?.id ?? last;
  }
  if (unreadable.length > 0)
    throw new Error(
      `Re-encrypted: ${rotated}. No key of SECRETS_KEY decrypts the credentials of ${unreadable.join(', ')}: add their key and run this again.`,
    );
  return rotated;
}

/** A webhook that no key decrypts counts as missing; its account gets a new token. */
async function rotateWebhook(
  accounts: Repository<EspAccountEntity>,
  vault: CredentialVault,
  row: { accountId: string; id: string; webhook: string },
): Promise<number> {
  const owner = { accountId: row.accountId, rowId: row.id, field: 'webhook' } as const;
  const plain = unseal(vault, row.webhook, owner);
  if (plain === undefined || vault.isCurrent(row.webhook)) return 0;
  return (await accounts.update(row, { webhook: vault.seal(plain, owner) })).affected ?? 0;
}

function unseal(vault: CredentialVault, sealed: string, owner: SecretOwner): string | undefined {
  try {
    return vault.open(sealed, owner);
  } catch {
    return undefined;
  }
}

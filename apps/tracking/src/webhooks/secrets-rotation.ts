import type { DataSource } from 'typeorm';
import type { WebhookVault } from './webhook-vault.js';
import { WebhookEntity } from './webhook.entity.js';

const batch = 200;

/**
 * Encrypts the secrets of all webhooks with the first key of SECRETS_KEY, and returns how many changed. Services that
 * have both keys can run meanwhile; a row is updated only if it is unchanged.
 * @throws at the end, with the webhooks whose secrets no key decrypts
 */
export async function rotateWebhookSecrets(database: DataSource, vault: WebhookVault): Promise<number> {
  const webhooks = database.getRepository(WebhookEntity);
  const unreadable: string[] = [];
  let rotated = 0;
  for (let last = '', more = true; more;) {
    const page = await webhooks
      .createQueryBuilder('webhook')
      .where('webhook.id > :last', { last })
      .orderBy('webhook.id')
      .limit(batch)
      .getMany();
    for (const { accountId, id, secrets } of page.filter((webhook) => !vault.isCurrent(webhook.secrets))) {
      const owner = { accountId, rowId: id };
      const sealed = reseal(vault, secrets, owner);
      if (sealed === undefined) unreadable.push(id);
      else rotated += (await webhooks.update({ accountId, id, secrets }, { secrets: sealed })).affected ?? 0;
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

function reseal(vault: WebhookVault, sealed: string, owner: Parameters<WebhookVault['open']>[1]): string | undefined {
  try {
    return vault.seal(vault.open(sealed, owner), owner);
  } catch {
    return undefined;
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

const keyList = /^([A-Za-z0-9_-]{1,32}:)?[A-Za-z0-9+/]{43}=(,([A-Za-z0-9_-]{1,32}:)?[A-Za-z0-9+/]{43}=)*$/;
const namesOfKeys = (list: string): string[] =>
  list.split(',').map((entry) => (entry.includes(':') ? entry.slice(0, entry.indexOf(':')) : 'default'));

/** SECRETS_KEY, the same in every service that seals secrets (docs/operate/configure.md#keys-and-secrets). */
export const secretsKey = z
  .string()
  .regex(
    keyList,
    'must be 32 bytes in base64, or a comma-separated list of name:key whose first seals and the others only open',
  )
  .refine(
    (list) => new Set(namesOfKeys(list)).size === list.split(',').length,
    'must give each key a unique name, as in new:KEY,default:KEY',
  );

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const format = 'v1';

/** The owner of a secret. It is authenticated, so that a secret cannot be moved to another row or account. */
export interface SecretOwner {
  readonly accountId: string;
  readonly rowId: string;
  /** The field, if the row has several secrets; the vault's by default. */
  readonly field?: string;
}

/**
 * Envelope encryption of stored secrets (docs/architecture.md#secrets): each record has its own data key, which a
 * master key from the configuration encrypts. Format: `v1.<master key's name>.<encrypted data key>.<sealed text>`, the
 * last two as base64url of nonce, ciphertext and tag.
 */
export class Vault {
  private readonly masterKeys: ReadonlyMap<string, Buffer>;
  /** The name of the key that seals. */
  readonly current: string;

  /**
   * `keys` in the format of SECRETS_KEY; `place` names service, table and field. A secret sealed for another place does
   * not open.
   */
  constructor(
    keys: string,
    readonly place: { readonly service: string; readonly table: string; readonly field: string },
  ) {
    const named = keys.split(',').map((entry): [string, Buffer] => {
      const [key, name = 'default'] = entry.split(':').toReversed();
      return [name, Buffer.from(key!, 'base64')];
    });
    this.masterKeys = new Map(named);
    this.current = named[0]![0];
  }

  seal(plain: string, owner: SecretOwner): string {
    const dataKey = randomBytes(32);
    const wrapped = encrypt(this.masterKeys.get(this.current)!, dataKey, this.aad(owner, this.current));
    return [
      format,
      this.current,
      wrapped.toString('base64url'),
      encrypt(dataKey, Buffer.from(plain), this.aad(owner, 'data')).toString('base64url'),
    ].join('.');
  }

  /** @throws if the master key is not configured, or the text was sealed for another owner */
  open(sealed: string, owner: SecretOwner): string {
    const [version, name, wrapped, text] = sealed.split('.');
    const masterKey = this.masterKeys.get(name ?? '');
    if (version !== format || !masterKey || !wrapped || !text)
      throw new Error(`These ${this.place.field} were sealed with a key that SECRETS_KEY does not hold`);
    const dataKey = decrypt(masterKey, Buffer.from(wrapped, 'base64url'), this.aad(owner, name!));
    return decrypt(dataKey, Buffer.from(text, 'base64url'), this.aad(owner, 'data')).toString();
  }

  /** Whether the current key sealed it; if not, a key rotation must seal it again. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${format}.${this.current}.`);
  }

  private aad({ accountId, rowId, field = this.place.field }: SecretOwner, purpose: string): Buffer {
    const { service, table } = this.place;
    return Buffer.from([service, table, accountId, rowId, field, purpose].join('|'));
  }
}

function encrypt(key: Buffer, plain: Buffer, associated: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(associated);
  return Buffer.concat([nonce, sealing.update(plain), sealing.final(), sealing.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, associated: Buffer): Buffer {
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes))
    .setAAD(associated)
    .setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([opening.update(sealed.subarray(nonceBytes, -tagBytes)), opening.final()]);
}

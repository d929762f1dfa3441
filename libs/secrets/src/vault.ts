import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

const keyList = /^([A-Za-z0-9_-]{1,32}:)?[A-Za-z0-9+/]{43}=(,([A-Za-z0-9_-]{1,32}:)?[A-Za-z0-9+/]{43}=)*$/;
const namesOfKeys = (list: string): string[] =>
  list.split(',').map((entry) => (entry.includes(':') ? entry.slice(0, entry.indexOf(':')) : 'default'));

/** SECRETS_KEY, as every service has it that seals something (docs/operate/configure.md#keys-and-secrets). */
export const secretsKey = z
  .string()
  .regex(
    keyList,
    'must be 32 bytes in base64, or a comma-separated list of name:key whose first seals and the others only open',
  )
  .refine(
    (list) => new Set(namesOfKeys(list)).size === list.split(',').length,
    'must give each of its keys a name of its own, as in new:KEY,default:KEY',
  );

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const format = 'v1';

/** Whose secret it is: bound into the seal, so that a row's secret cannot be moved to another row or account. */
export interface SealedFor {
  readonly accountId: string;
  readonly rowId: string;
  /** Which of the row's secrets, where it has several; else that of the vault. */
  readonly field?: string;
}

/**
 * Envelope encryption of what is stored and must be read again (docs/architecture.md#secrets): each record has a data key of its own, wrapped
 * by a master key from the configuration. `v1.<master key's name>.<wrapped data key>.<sealed text>`, the last two
 * base64url of nonce, ciphertext and tag.
 */
export class Vault {
  private readonly masterKeys: ReadonlyMap<string, Buffer>;
  /** Name of the key that seals. */
  readonly current: string;

  /** `keys` as SECRETS_KEY has them; `place` names service, table and field: what was sealed for another does not open. */
  constructor(
    keys: string,
    private readonly place: { readonly service: string; readonly table: string; readonly field: string },
  ) {
    const named = keys.split(',').map((entry): [string, Buffer] => {
      const [key, name = 'default'] = entry.split(':').toReversed();
      return [name, Buffer.from(key!, 'base64')];
    });
    this.masterKeys = new Map(named);
    this.current = named[0]![0];
  }

  seal(plain: string, owner: SealedFor): string {
    const dataKey = randomBytes(32);
    const wrapped = encrypt(this.masterKeys.get(this.current)!, dataKey, this.aad(owner, this.current));
    return [
      format,
      this.current,
      wrapped.toString('base64url'),
      encrypt(dataKey, Buffer.from(plain), this.aad(owner, 'data')).toString('base64url'),
    ].join('.');
  }

  /** @throws when the master key is not configured, or the text was not sealed for this owner. */
  open(sealed: string, owner: SealedFor): string {
    const [version, name, wrapped, text] = sealed.split('.');
    const masterKey = this.masterKeys.get(name ?? '');
    if (version !== format || !masterKey || !wrapped || !text)
      throw new Error(`These ${this.place.field} were sealed with a key that SECRETS_KEY does not hold`);
    const dataKey = decrypt(masterKey, Buffer.from(wrapped, 'base64url'), this.aad(owner, name!));
    return decrypt(dataKey, Buffer.from(text, 'base64url'), this.aad(owner, 'data')).toString();
  }

  /** Whether a rotation has to seal it again. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${format}.${this.current}.`);
  }

  private aad({ accountId, rowId, field = this.place.field }: SealedFor, purpose: string): Buffer {
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

import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { KeyKind, Scope } from '../http/caller.js';

/** A key of an account. Only the SHA-256 of the secret is stored: 256 random bits need no slow hash. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column({ type: 'text', name: 'account_id', collation: 'C' })
  accountId!: string;

  @Column('text')
  kind!: KeyKind;

  @Column('text')
  name!: string;

  @Column('bytea', { name: 'secret_hash', unique: true })
  secretHash!: Buffer;

  /** The first characters of the secret, by which people recognize a key. */
  @Column('text')
  hint!: string;

  /** Null means all scopes. */
  @Column('text', { array: true, nullable: true })
  scopes!: Scope[] | null;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  /** To the minute. */
  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}

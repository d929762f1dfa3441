import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MessageContent } from '../mail/message-content.js';
import type { Receipt } from '@postrider/contracts';

/** The first response for an Idempotency-Key, committed with its message or proposal. */
@Entity('idempotency')
export class IdempotencyEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'idem_key' })
  key!: string;

  @Column('text', { name: 'request_hash' })
  requestHash!: string;

  @Column('jsonb')
  answer!: Omit<Receipt, 'replayed'> | { readonly proposal_id: string };

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}

/** The accepted content of a message, read only by retries and resends. It has the id of its log. */
@Entity('messages')
export class MessageEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text', { name: 'artifact_id' })
  artifactId!: string;

  /** Copied from the log, so that an attempt reads one row instead of two. */
  @Column('text', { name: 'template_id' })
  templateId!: string;

  @Column('text', { name: 'esp_account_id' })
  espAccountId!: string;

  @Column('jsonb')
  content!: MessageContent;

  /** Hashes of all its recipients, as in `suppressions`; null after an erasure. */
  @Column('bytea', { name: 'address_hashes', array: true, nullable: true })
  addressHashes!: Buffer[] | null;
}

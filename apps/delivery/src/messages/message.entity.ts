import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MessageContent } from '../mail/message-content.js';
import type { Receipt } from '@postrider/contracts';

/** The first answer to an Idempotency-Key, committed with the message it answers for. */
@Entity('idempotency')
export class IdempotencyEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'idem_key' })
  key!: string;

  @Column('text', { name: 'request_hash' })
  requestHash!: string;

  @Column('jsonb')
  answer!: Omit<Receipt, 'replayed'>;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}

/** What was accepted, as it must be sent; read again only by retries and resends. Its id is its log's. */
@Entity('messages')
export class MessageEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text', { name: 'artifact_id' })
  artifactId!: string;

  /** As in its log: an attempt then reads one row, not two. */
  @Column('text', { name: 'template_id' })
  templateId!: string;

  @Column('text', { name: 'esp_account_id' })
  espAccountId!: string;

  @Column('jsonb')
  content!: MessageContent;

  /** Of all whom it is to, as the suppressions have them; null where an earlier version accepted it. */
  @Column('bytea', { name: 'address_hashes', array: true, nullable: true })
  addressHashes!: Buffer[] | null;
}

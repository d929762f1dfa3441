import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One attempt to hand a message to an ESP, and its outcome. */
@Entity('attempts')
export class AttemptEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'message_id', collation: 'C' })
  messageId!: string;

  @PrimaryColumn('smallint')
  attempt!: number;

  @Column('text', { name: 'esp_account_id' })
  espAccountId!: string;

  @Column('timestamptz', { name: 'started_at' })
  startedAt!: Date;

  @Column('timestamptz', { name: 'finished_at' })
  finishedAt!: Date;

  @Column('text')
  outcome!: string;

  @Column('text', { nullable: true })
  code!: string | null;

  @Column('text')
  detail!: string;

  @Column('text', { name: 'provider_message_id', nullable: true })
  providerMessageId!: string | null;
}

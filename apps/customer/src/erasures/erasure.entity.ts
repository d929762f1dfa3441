import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Progress of an erasure in the other services. Does not contain the address. */
@Entity('erasures')
export class ErasureEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text')
  pseudonym!: string;

  @Column('int', { default: 0 })
  logs!: number;

  @Column('int', { default: 0 })
  cancelled!: number;

  /** Number of these logs whose engagements tracking has erased. */
  @Column('int', { name: 'engaged_logs', default: 0 })
  engagedLogs!: number;

  @Column('int', { name: 'drip_members', default: 0 })
  dripMembers!: number;

  @Column('boolean', { name: 'logs_done', default: false })
  logsDone!: boolean;

  @Column('boolean', { name: 'drips_done', default: false })
  dripsDone!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}

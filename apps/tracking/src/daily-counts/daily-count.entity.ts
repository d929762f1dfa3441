import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many messages of a template had an outcome on a day (UTC); test messages are not counted. */
@Entity('daily_counts')
export class DailyCountEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('text', { name: 'template_id' })
  templateId!: string;

  /** `accepted`, `sent`, the final status of a message, or a later event of it. */
  @PrimaryColumn('text')
  outcome!: string;

  @Column('bigint')
  count!: string;
}

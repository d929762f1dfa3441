import type { ImageType } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An image that emails show. Its content never changes. */
@Entity('images')
export class ImageEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text')
  name!: string;

  @Column('text', { name: 'content_type' })
  contentType!: ImageType;

  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  @Column('integer')
  bytes!: number;

  /** SHA-256 of the content, unique in the account. */
  @Column('bytea')
  digest!: Buffer;

  @Column('bytea', { select: false })
  content!: Buffer;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResponseInputOf, readImage, RequestContext } from '@postrider/contracts';
import { enforceQuota } from '@postrider/limits';
import { SystemPool } from '@postrider/service';
import { LessThan, Repository } from 'typeorm';
import { StoredImages } from '../limits/usage.repository.js';
import { EditTransactions } from '../transactions/edit-transactions.js';
import { ImageEntity } from './image.entity.js';

/** The images of a page: about 100 KB. */
const pageRows = 250;

@Injectable()
export class ImagesRepository {
  constructor(
    @InjectRepository(ImageEntity) private readonly images: Repository<ImageEntity>,
    private readonly systemPool: SystemPool,
    private readonly transactions: EditTransactions,
    private readonly stored: StoredImages,
  ) {}

  /** Returns the image of the account with the same content, if there is one. */
  insert(context: RequestContext, image: Omit<ImageEntity, 'accountId' | 'createdAt'>): Promise<ImageEntity> {
    const content = { accountId: context.accountId, digest: image.digest };
    return this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const known = await tx.findOneBy(ImageEntity, content);
      if (known) return known;
      await this.stored.admit(tx, context, image.bytes);
      // The same content may have been stored meanwhile.
      await tx
        .createQueryBuilder()
        .insert()
        .into(ImageEntity)
        .values({ ...content, ...image })
        .orIgnore()
        .execute();
      await enforceQuota(tx, context, 'images');
      return tx.findOneByOrFail(ImageEntity, content);
    });
  }

  /** Newest first. */
  async page(accountId: string, after: string | undefined): Promise<{ images: ImageEntity[]; next?: string }> {
    const found = await this.images.find({
      where: { accountId, ...(after === undefined ? {} : { id: LessThan(after) }) },
      order: { id: 'desc' },
      take: pageRows + 1,
    });
    const images = found.slice(0, pageRows);
    return { images, ...(found.length > pageRows ? { next: images.at(-1)!.id } : {}) };
  }

  /** An image of any account, with its content. */
  async read(id: string): Promise<ResponseInputOf<typeof readImage> | undefined> {
    const { rows } = await this.systemPool.query<ResponseInputOf<typeof readImage>>({
      name: 'read-image',
      text: `select account_id, content_type, translate(encode(content, 'base64'), E'\\n', '') as data from images where id = $1`,
      values: [id],
    });
    return rows[0];
  }

  /** Whether there was such an image. */
  async delete(accountId: string, id: string): Promise<boolean> {
    return (await this.images.delete({ accountId, id })).affected === 1;
  }
}

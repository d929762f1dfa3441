import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  createImage,
  deleteImage,
  listImages,
  readImage,
  RequestContext,
  RequestOf,
  StoredImage,
} from '@postrider/contracts';
import { maxImageMegabytes, newId, ServiceError, toTimestamp, notFound } from '@postrider/contracts';
import type { ImageEntity } from './image.entity.js';
import { readImageHeader } from './image-header.js';
import { ImagesRepository } from './images.repository.js';

/** Larger images crash email clients, even if the file is small. */
const maxPixels = 10_000;

/** Images of accounts (docs/reference/images.md). */
@Injectable()
export class ImagesService {
  constructor(private readonly images: ImagesRepository) {}

  async create(
    context: RequestContext,
    { name = 'image', data }: RequestOf<typeof createImage>,
  ): Promise<ResponseInputOf<typeof createImage>> {
    const content = Buffer.from(data, 'base64');
    if (content.length === 0) throw invalid('is required');
    if (content.length > maxImageMegabytes * 1024 ** 2) throw invalid(`must be at most ${maxImageMegabytes} MB`);
    const header = readImageHeader(content) ?? reject(content);
    if (![header.width, header.height].every((length) => length > 0 && length <= maxPixels))
      throw invalid(`must be 1 to ${maxPixels} pixels wide and high, not ${header.width} × ${header.height}`);
    const digest = hash('sha256', content, 'buffer');
    const image = { id: newId('image'), name, ...header, bytes: content.length, digest, content };
    return toResource(await this.images.insert(context, image));
  }

  async list(
    { accountId }: RequestContext,
    { after }: RequestOf<typeof listImages>,
  ): Promise<ResponseInputOf<typeof listImages>> {
    const { images, ...rest } = await this.images.page(accountId, after);
    return { items: images.map(toResource), ...rest };
  }

  async read({ image_id }: RequestOf<typeof readImage>): Promise<ResponseInputOf<typeof readImage>> {
    return (await this.images.read(image_id)) ?? notFound('Image');
  }

  async delete({ accountId }: RequestContext, { image_id }: RequestOf<typeof deleteImage>): Promise<void> {
    if (!(await this.images.delete(accountId, image_id))) notFound('Image');
  }
}

const toResource = ({ id, name, contentType, width, height, bytes, createdAt }: ImageEntity): StoredImage => ({
  object: 'image',
  id,
  name,
  content_type: contentType,
  width,
  height,
  bytes,
  created: toTimestamp(createdAt),
});

const invalid = (message: string): ServiceError => ServiceError.invalidField('file', message);

function reject(content: Buffer): never {
  const isSvg = /<svg[\s>]/i.test(content.toString('latin1', 0, 4_096));
  throw invalid(
    isSvg
      ? 'must not be an SVG, which email clients do not show: export it as PNG'
      : 'must be a PNG, JPEG, GIF or WebP image',
  );
}

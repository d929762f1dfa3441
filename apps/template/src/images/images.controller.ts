import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { createImage, deleteImage, listImages, readImage } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { ImagesService } from './images.service.js';

@Controller()
export class ImagesController {
  constructor(private readonly images: ImagesService) {}

  @Handles(createImage)
  create(
    context: RequestContext,
    request: RequestOf<typeof createImage>,
  ): Promise<ResponseInputOf<typeof createImage>> {
    return this.images.create(context, request);
  }

  @Handles(listImages)
  list(context: RequestContext, request: RequestOf<typeof listImages>): Promise<ResponseInputOf<typeof listImages>> {
    return this.images.list(context, request);
  }

  @Handles(readImage)
  read(_context: RequestContext, request: RequestOf<typeof readImage>): Promise<ResponseInputOf<typeof readImage>> {
    return this.images.read(request);
  }

  @Handles(deleteImage)
  async delete(
    context: RequestContext,
    request: RequestOf<typeof deleteImage>,
  ): Promise<ResponseInputOf<typeof deleteImage>> {
    await this.images.delete(context, request);
    return {};
  }
}

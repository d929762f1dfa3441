import { Body, Controller, Headers, Param, Query } from '@nestjs/common';
import { runInTurns } from '@postrider/concurrency';
import type { RequestContext, StoredImage } from '@postrider/contracts';
import {
  createImage,
  deleteImage,
  imageName,
  listImages,
  maxImageMegabytes,
  ok,
  okResponse,
  storedImage,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { z } from 'zod';
import { CurrentContext, Endpoint, success } from '../http/endpoint.js';
import type { BodyRule } from '../http/endpoint-metadata.js';
import { listing } from '../http/listing.js';
import { fileOfForm, isForm } from '../http/uploaded-file.js';
import { LinkedImages } from '../tracking/linked-images.js';
import { TrackingDomains } from '../tracking/tracking.middleware.js';

/** With the multipart framing around the file. */
const imageBody: BodyRule = {
  maxBytes: maxImageMegabytes * 1024 ** 2 + 64 * 1024,
  format: 'file',
  contentType: 'image/*',
};

const imageResource = storedImage
  .extend({ url: z.string().describe('Its public address, for `<img src>`.') })
  .meta({ id: 'Image', description: 'An image that emails show.' });

const exampleUrl = 'https://mail.acme.example/t/i/img_01KQV5Xx7GJ8sVJ4mB2cDe';
const example = { ...createImage.examples[0]!.response, url: exampleUrl };

const createQuery = z.object({ name: imageName });

/** See docs/reference/images.md. */
@Controller('images')
export class ImagesController {
  constructor(
    private readonly services: ContractClient,
    private readonly images: LinkedImages,
    private readonly domains: TrackingDomains,
  ) {}

  @Endpoint('GET', '', 'read', z.array(imageResource), {
    summary: 'List images',
    description: 'Newest first.',
    calls: listImages,
    examples: { response: [example] },
  })
  list(@CurrentContext() context: RequestContext) {
    return listing(context, async (after) => {
      const { items, ...rest } = await this.services.call(listImages, context, { after });
      return { items: items.map((image) => this.withUrl(context, image)), ...rest };
    });
  }

  @Endpoint('POST', '', 'manage', ok.extend({ image: imageResource }), {
    summary: 'Upload an image',
    description:
      'A PNG, JPEG, GIF or WebP image of at most 2 MB, and 10,000 pixels wide and high. The content decides the type.',
    calls: createImage,
    examples: { response: { ...okResponse, image: example } },
    body: imageBody,
  })
  async create(
    @CurrentContext() context: RequestContext,
    @Query({ schema: createQuery }) { name }: z.output<typeof createQuery>,
    @Body() body: unknown,
    @Headers('content-type') contentType: string | undefined,
  ) {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const file = isForm(contentType) ? await runInTurns(context.accountId, fileOfForm(bytes, contentType)) : bytes;
    const image = await this.services.call(createImage, context, { name, data: file?.toString('base64') ?? '' });
    return success({ image: this.withUrl(context, image) });
  }

  @Endpoint('DELETE', ':id', 'manage', ok, {
    summary: 'Delete an image',
    description: 'Sent emails show it no longer.',
    calls: deleteImage,
  })
  async delete(@CurrentContext() context: RequestContext, @Param('id') image_id: string) {
    await this.services.call(deleteImage, context, { image_id });
    this.images.forget(image_id);
    return okResponse;
  }

  private withUrl({ accountId }: RequestContext, image: StoredImage): z.output<typeof imageResource> {
    return { ...image, url: `${this.domains.getBaseUrl(accountId)}/t/i/${image.id}` };
  }
}

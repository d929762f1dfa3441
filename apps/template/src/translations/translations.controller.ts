import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { getPot, putPo } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { PoUploadService } from './po-upload.service.js';
import { PotService } from './pot.service.js';

@Controller()
export class TranslationsController {
  constructor(
    private readonly pots: PotService,
    private readonly uploads: PoUploadService,
  ) {}

  @Handles(getPot)
  async pot(context: RequestContext, { tag }: RequestOf<typeof getPot>): Promise<ResponseInputOf<typeof getPot>> {
    return { pot: await this.pots.pot(context, tag) };
  }

  @Handles(putPo)
  async upload(context: RequestContext, { tag, zip }: RequestOf<typeof putPo>): Promise<ResponseInputOf<typeof putPo>> {
    await this.uploads.upload(context, tag, Buffer.from(zip, 'base64'));
    return {};
  }
}

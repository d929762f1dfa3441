import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import { getPot, putPo } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { TranslationsService } from './translations.service.js';

@Controller()
export class TranslationsHandlers {
  constructor(private readonly translations: TranslationsService) {}

  @Handles(getPot)
  async pot(context: RequestContext, { tag }: RequestOf<typeof getPot>): Promise<AnswerOf<typeof getPot>> {
    return { pot: await this.translations.pot(context, tag) };
  }

  @Handles(putPo)
  async upload(context: RequestContext, { tag, zip }: RequestOf<typeof putPo>): Promise<AnswerOf<typeof putPo>> {
    await this.translations.upload(context, tag, Buffer.from(zip, 'base64'));
    return {};
  }
}

import { Controller } from '@nestjs/common';
import type { AnswerOf, Call, RequestOf } from '@postrider/contracts';
import { getPot, putPo } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { TranslationsService } from './translations.service.js';

@Controller()
export class TranslationsHandlers {
  constructor(private readonly translations: TranslationsService) {}

  @Handles(getPot)
  async pot(call: Call, { tag }: RequestOf<typeof getPot>): Promise<AnswerOf<typeof getPot>> {
    return { pot: await this.translations.pot(call, tag) };
  }

  @Handles(putPo)
  async upload(call: Call, { tag, zip }: RequestOf<typeof putPo>): Promise<AnswerOf<typeof putPo>> {
    await this.translations.upload(call, tag, Buffer.from(zip, 'base64'));
    return {};
  }
}

import { Body, Controller, Headers, Param, StreamableFile } from '@nestjs/common';
import type { Call } from '@postrider/contracts';
import { getPot, putPo } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { CallContext, Endpoint } from '../http/endpoint.js';
import { zipOf } from './po-upload.js';

/** SPEC.md section 4, Internationalization. */
@Controller('i18n')
export class I18nController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', 'pot/:tag', 'read')
  async pot(@CallContext() call: Call, @Param('tag') tag: string) {
    const { pot } = await this.services.call(getPot, call, { tag });
    return new StreamableFile(Buffer.from(pot), { type: 'text/x-gettext-translation; charset=utf-8', disposition: `attachment; filename="${fileName(tag)}.pot"` });
  }

  @Endpoint('POST', 'po/:tag', 'manage')
  async po(@CallContext() call: Call, @Param('tag') tag: string, @Body() body: Buffer, @Headers('content-type') contentType: string | undefined) {
    const zip = await zipOf(body, contentType);
    return this.services.call(putPo, call, { tag, zip: zip.toString('base64') });
  }
}

const fileName = (tag: string): string => tag.replace(/[^A-Za-z0-9._-]/g, '_');

import { Body, Controller, Headers, Param, Res } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { getPot, putPo } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Response } from 'express';
import { CurrentContext, Endpoint } from '../http/endpoint.js';
import type { FileAnswer } from '../http/endpoint-metadata.js';
import { fileBody } from '../http/endpoint-metadata.js';
import { zipOf } from './po-upload.js';

const potFile: FileAnswer = { contentType: 'text/x-gettext-translation' };

/** See docs/api.md#translations. */
@Controller('i18n')
export class I18nController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', 'pot/:tag', 'read', potFile, {
    summary: 'Export the texts of templates',
    description: 'The gettext template (.pot) of all templates with the tag.',
    asks: getPot,
  })
  async pot(
    @CurrentContext() context: RequestContext,
    @Param('tag') tag: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { pot } = await this.services.call(getPot, context, { tag });
    response.setHeader('Content-Type', `${potFile.contentType}; charset=utf-8`);
    response.setHeader('Content-Disposition', `attachment; filename="${fileName(tag)}.pot"`);
    return pot;
  }

  @Endpoint('POST', 'po/:tag', 'manage', putPo.response, {
    summary: 'Import translations',
    description: 'A zip of files `<locale>.po`.',
    asks: putPo,
    body: fileBody,
  })
  async po(
    @CurrentContext() context: RequestContext,
    @Param('tag') tag: string,
    @Body() body: unknown,
    @Headers('content-type') contentType: string | undefined,
  ) {
    const zip = zipOf(body, contentType);
    return this.services.call(putPo, context, { tag, zip: zip.toString('base64') });
  }
}

const fileName = (tag: string): string => tag.replace(/[^A-Za-z0-9._-]/g, '_');

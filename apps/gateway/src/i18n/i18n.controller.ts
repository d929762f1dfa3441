import { Body, Controller, Headers, Param, Res } from '@nestjs/common';
import { runInTurns, type Stepwise } from '@postrider/concurrency';
import { type RequestContext, ServiceError, getPot, putPo } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Response } from 'express';
import { CurrentContext, Endpoint } from '../http/endpoint.js';
import { type FileResponse, fileBody } from '../http/endpoint-metadata.js';
import { fileOfForm } from '../http/uploaded-file.js';

const maxZipBytes = 10 * 1024 * 1024;

/**
 * The archive in the body of POST /i18n/po: the .zip file itself, or a form with the field `file`.
 * @throws ServiceError `invalid_request` if there is none
 */
function* readZip(body: unknown, contentType: string | undefined): Stepwise<Buffer> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const zip = isZip(bytes) ? bytes : yield* fileOfForm(bytes, contentType);
  if (!zip || !isZip(zip)) throw ServiceError.invalidField('file', 'must be a .zip file of .po files');
  if (zip.length > maxZipBytes)
    throw ServiceError.invalidField('file', `must be at most ${maxZipBytes / 1024 / 1024} MB`);
  return zip;
}

/** Whether the bytes start with a local file header, or with the end record of an empty archive. */
const isZip = (bytes: Buffer): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

const potFile: FileResponse = { contentType: 'text/x-gettext-translation' };

/** See docs/reference/translations.md. */
@Controller('i18n')
export class I18nController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', 'pot/:tag', 'read', potFile, {
    summary: 'Export texts for translation',
    description: 'A gettext template (.pot) of all templates with the tag.',
    calls: getPot,
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
    description: 'A zip of files named `<locale>.po`.',
    calls: putPo,
    body: fileBody,
  })
  async po(
    @CurrentContext() context: RequestContext,
    @Param('tag') tag: string,
    @Body() body: unknown,
    @Headers('content-type') contentType: string | undefined,
  ) {
    const zip = await runInTurns(context.accountId, readZip(body, contentType));
    return this.services.call(putPo, context, { tag, zip: zip.toString('base64') });
  }
}

const fileName = (tag: string): string => tag.replace(/[^A-Za-z0-9._-]/g, '_');

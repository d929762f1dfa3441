import { Body, Controller, Headers, Param, Query } from '@nestjs/common';
import { inTurns } from '@postrider/concurrency';
import type { RequestContext } from '@postrider/contracts';
import {
  createSuppression,
  importSuppressions,
  listSuppressions,
  ok,
  okAnswer,
  removeSuppressions,
  suppressionBody,
  suppressionRemovalQuery,
  suppressionsExportQuery,
  suppressionsImportQuery,
  suppressionsQuery,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import type { CustomerPath } from '../customers/customer-path.js';
import { customerPath } from '../customers/customer-path.js';
import { CurrentContext, Endpoint, success } from '../http/endpoint.js';
import { csvBody } from '../http/endpoint-metadata.js';
import { csvFile, exportCsv } from './csv-export.js';
import { importAnswer, importCsv } from './csv-import.js';
import { csvOf } from './csv-lines.js';

const exportedAtATime = 500;

/** See docs/api.md#suppressions. */
@Controller('suppressions')
export class SuppressionsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listSuppressions.response, {
    summary: 'List suppressions',
    description: 'Newest first, in pages.',
    asks: listSuppressions,
  })
  list(
    @CurrentContext() context: RequestContext,
    @Query({ schema: suppressionsQuery }) query: z.output<typeof suppressionsQuery>,
  ) {
    return this.services.call(listSuppressions, context, query);
  }

  @Endpoint('POST', '', 'manage', ok.extend({ suppression: createSuppression.response }), {
    summary: 'Suppress an address',
    description: 'What is on the list already, for the same reason, stays as it is.',
    asks: createSuppression,
  })
  async create(
    @CurrentContext() context: RequestContext,
    @Body({ schema: suppressionBody }) body: z.output<typeof suppressionBody>,
  ) {
    return success({ suppression: await this.services.call(createSuppression, context, body) });
  }

  @Endpoint('POST', 'import', 'manage', importAnswer, {
    summary: 'Import suppressions',
    description:
      'A CSV file with the column `email`, and maybe `reason` and `note`. Lines with errors are left out and named; `dry_run=true` writes nothing.',
    asks: importSuppressions,
    examples: {
      answer: {
        ...okAnswer,
        dry_run: true,
        added: 2,
        known: 0,
        refused: 1,
        errors: [{ line: 4, message: 'email must be an email address' }],
      },
    },
    body: csvBody,
  })
  async import(
    @CurrentContext() context: RequestContext,
    @Query({ schema: suppressionsImportQuery }) query: z.output<typeof suppressionsImportQuery>,
    @Body() body: unknown,
    @Headers('content-type') contentType: string | undefined,
  ) {
    const csv = await inTurns(context.accountId, csvOf(body, contentType));
    return success(await importCsv(this.services, context, csv, query));
  }

  @Endpoint('GET', 'export', 'read', csvFile, {
    summary: 'Export suppressions',
    description: 'A CSV file, newest first, without those of whom only a hash is kept. It can be imported.',
    asks: listSuppressions,
  })
  export(
    @CurrentContext() context: RequestContext,
    @Query({ schema: suppressionsExportQuery }) filter: z.output<typeof suppressionsExportQuery>,
  ) {
    return exportCsv(context, (cursor) =>
      this.services.call(listSuppressions, context, { ...filter, cursor, count: exportedAtATime }),
    );
  }

  @Endpoint('DELETE', ':email', 'manage', ok.extend(removeSuppressions.response.shape), {
    summary: 'Remove an address from the suppressions',
    description: 'One that is not on the list is no error.',
    asks: removeSuppressions,
  })
  async remove(
    @CurrentContext() context: RequestContext,
    @Param({ schema: customerPath }) { email }: CustomerPath,
    @Query({ schema: suppressionRemovalQuery }) { reason }: z.output<typeof suppressionRemovalQuery>,
  ) {
    return success(await this.services.call(removeSuppressions, context, { email, reason }));
  }
}

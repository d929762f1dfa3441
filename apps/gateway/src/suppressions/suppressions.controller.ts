import { Body, Controller, Headers, Param, Query, StreamableFile } from '@nestjs/common';
import { runInTurns } from '@postrider/concurrency';
import type { ResponseInputOf, RequestContext, SuppressionResource } from '@postrider/contracts';
import {
  createSuppression,
  importSuppressions,
  listSuppressions,
  ok,
  okResponse,
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
import { readCsv, importResponse, importCsv } from './csv-lines.js';
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { loadPages } from '../http/listing.js';

type LoadPage = (cursor: string | undefined) => Promise<ResponseInputOf<typeof listSuppressions>>;

const csvFile = { contentType: 'text/csv' };

/** Streams the list as fast as the caller reads. A failure after the first page closes the connection. */
async function exportCsv(context: Pick<RequestContext, 'accountId'>, loadPage: LoadPage): Promise<StreamableFile> {
  const load = async (cursor: string | undefined) => {
    const { data, next_cursor } = await loadPage(cursor);
    return { items: data, next: next_cursor ?? undefined };
  };
  const pages = loadPages(context, await load(undefined), load);
  return new StreamableFile(Readable.from(chunks(pages), { objectMode: false }), {
    type: `${csvFile.contentType}; charset=utf-8`,
    disposition: 'attachment; filename="suppressions.csv"',
  });
}

async function* chunks(pages: AsyncIterable<readonly SuppressionResource[]>): AsyncGenerator<string> {
  yield 'email,reason,created,note\n';
  for await (const entries of pages) yield formatLines(entries);
}

/** Omits erased addresses. Cells that a spreadsheet would read as formulas get an apostrophe. */
export const formatLines = (entries: readonly SuppressionResource[]): string =>
  stringify(
    entries.flatMap(({ email, reason, created, note }) =>
      email === null ? [] : [[email, reason, new Date(created * 1000).toISOString(), note]],
    ),
    { escape_formulas: true, record_delimiter: 'unix' },
  );

const exportBatchSize = 500;

/** See docs/reference/suppressions.md. */
@Controller('suppressions')
export class SuppressionsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listSuppressions.response, {
    summary: 'List suppressions',
    description: 'Newest first, page by page.',
    calls: listSuppressions,
  })
  list(
    @CurrentContext() context: RequestContext,
    @Query({ schema: suppressionsQuery }) query: z.output<typeof suppressionsQuery>,
  ) {
    return this.services.call(listSuppressions, context, query);
  }

  @Endpoint('POST', '', 'manage', ok.extend({ suppression: createSuppression.response }), {
    summary: 'Suppress an address',
    description: 'An entry with the same reason stays as it is.',
    calls: createSuppression,
  })
  async create(
    @CurrentContext() context: RequestContext,
    @Body({ schema: suppressionBody }) body: z.output<typeof suppressionBody>,
  ) {
    return success({ suppression: await this.services.call(createSuppression, context, body) });
  }

  @Endpoint('POST', 'import', 'manage', importResponse, {
    summary: 'Import suppressions',
    description:
      'A CSV file with the column `email` and optionally `reason` and `note`. Lines with errors are skipped and listed.',
    calls: importSuppressions,
    examples: {
      response: {
        ...okResponse,
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
    const csv = await runInTurns(context.accountId, readCsv(body, contentType));
    return success(await importCsv(this.services, context, csv, query));
  }

  @Endpoint('GET', 'export', 'read', csvFile, {
    summary: 'Export suppressions',
    description: 'A CSV file, newest first, without erased addresses. It can be imported.',
    calls: listSuppressions,
  })
  export(
    @CurrentContext() context: RequestContext,
    @Query({ schema: suppressionsExportQuery }) filter: z.output<typeof suppressionsExportQuery>,
  ) {
    return exportCsv(context, (cursor) =>
      this.services.call(listSuppressions, context, { ...filter, cursor, count: exportBatchSize }),
    );
  }

  @Endpoint('DELETE', ':email', 'manage', ok.extend(removeSuppressions.response.shape), {
    summary: 'Remove a suppression',
    description: 'An address that is not on the list is no error.',
    calls: removeSuppressions,
  })
  async remove(
    @CurrentContext() context: RequestContext,
    @Param({ schema: customerPath }) { email }: CustomerPath,
    @Query({ schema: suppressionRemovalQuery }) { reason }: z.output<typeof suppressionRemovalQuery>,
  ) {
    return success(await this.services.call(removeSuppressions, context, { email, reason }));
  }
}

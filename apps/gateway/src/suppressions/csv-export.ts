import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { AnswerOf, listSuppressions, RequestContext, SuppressionResource } from '@postrider/contracts';
import { stringify } from 'csv-stringify/sync';
import { pagesOf } from '../http/listing.js';

type AskForPage = (cursor: string | undefined) => Promise<AnswerOf<typeof listSuppressions>>;

export const csvFile = { contentType: 'text/csv' };

/**
 * The list as a file, page by page as fast as the caller reads, so that one page of it is here at a time. A failure after the first page ends the
 * connection, because the answer has begun.
 */
export async function exportCsv(
  context: Pick<RequestContext, 'accountId'>,
  askForPage: AskForPage,
): Promise<StreamableFile> {
  const ask = async (cursor: string | undefined) => {
    const { data, next_cursor } = await askForPage(cursor);
    return { items: data, next: next_cursor ?? undefined };
  };
  const pages = pagesOf(context, await ask(undefined), ask);
  return new StreamableFile(Readable.from(written(pages), { objectMode: false }), {
    type: `${csvFile.contentType}; charset=utf-8`,
    disposition: 'attachment; filename="suppressions.csv"',
  });
}

async function* written(pages: AsyncIterable<readonly SuppressionResource[]>): AsyncGenerator<string> {
  yield 'email,reason,created,note\n';
  for await (const entries of pages) yield linesOf(entries);
}

/** Of those who were erased there is no address to write. What a spreadsheet would take for a formula begins with an apostrophe. */
export const linesOf = (entries: readonly SuppressionResource[]): string =>
  stringify(
    entries.flatMap(({ email, reason, created, note }) =>
      email === null ? [] : [[email, reason, new Date(created * 1000).toISOString(), note]],
    ),
    { escape_formulas: true, record_delimiter: 'unix' },
  );

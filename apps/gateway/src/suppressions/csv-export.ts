import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { AnswerOf, listSuppressions, RequestContext, SuppressionResource } from '@postrider/contracts';
import { stringify } from 'csv-stringify/sync';

type Page = AnswerOf<typeof listSuppressions>;
type AskForPage = (cursor: string | undefined) => Promise<Page>;

export const csvFile = { contentType: 'text/csv' };

/** Of an account, as of other lists that are written by the page. */
const furtherPages = new FairQueue({ maxPerKey: 1 });

/**
 * The list as a file, page by page as fast as the caller reads, so that one page of it is here at a time. A failure after the first page ends the
 * connection, because the answer has begun.
 */
export async function exportCsv(
  { accountId }: Pick<RequestContext, 'accountId'>,
  ask: AskForPage,
): Promise<StreamableFile> {
  const first = await ask(undefined);
  const text = Readable.from(
    written(first, (cursor) => furtherPages.run(() => ask(cursor), { key: accountId })),
    { objectMode: false },
  );
  return new StreamableFile(text, {
    type: `${csvFile.contentType}; charset=utf-8`,
    disposition: 'attachment; filename="suppressions.csv"',
  });
}

async function* written(page: Page, ask: AskForPage): AsyncGenerator<string> {
  yield 'email,reason,created,note\n';
  for (;;) {
    yield linesOf(page.data);
    if (page.next_cursor === null) break;
    page = await ask(page.next_cursor);
  }
}

/** Of those who were erased there is no address to write. What a spreadsheet would take for a formula begins with an apostrophe. */
export const linesOf = (entries: readonly SuppressionResource[]): string =>
  stringify(
    entries.flatMap(({ email, reason, created, note }) =>
      email === null ? [] : [[email, reason, new Date(created * 1000).toISOString(), note]],
    ),
    { escape_formulas: true, record_delimiter: 'unix' },
  );

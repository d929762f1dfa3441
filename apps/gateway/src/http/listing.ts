import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { RequestContext } from '@postrider/contracts';
import { exactJson } from '@postrider/numbers';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; absent on the last. */
  readonly next?: string | undefined;
}
type LoadPage<Item> = (after: string | undefined) => Promise<Page<Item>>;

/** One page at a time per account, because pages are as large as messages between services may be. */
const furtherPages = new FairQueue({ maxPerKey: 1 });

/**
 * A list that its service returns in pages (docs/operate/limits-internal.md#between-services). More than one page is
 * streamed as fast as the caller reads. A failure after the first page closes the connection.
 */
export async function listing<Item>(
  context: Pick<RequestContext, 'accountId'>,
  load: LoadPage<Item>,
): Promise<readonly Item[] | StreamableFile> {
  const first = await load(undefined);
  if (first.next === undefined) return first.items;
  const json = Readable.from(writtenList(context, first, load), { objectMode: false });
  return new StreamableFile(json, { type: 'application/json; charset=utf-8' });
}

/** The list as JSON, starting with its first page. */
export async function* writtenList<Item>(
  context: Pick<RequestContext, 'accountId'>,
  first: Page<Item>,
  load: LoadPage<Item>,
): AsyncGenerator<string> {
  let before = '[';
  for await (const items of loadPages(context, first, load))
    for (const item of items) {
      yield before + exactJson(item);
      before = ',';
    }
  yield before === '[' ? '[]' : ']';
}

/** The items of each page, loaded as fast as they are consumed. */
export async function* loadPages<Item>(
  { accountId }: Pick<RequestContext, 'accountId'>,
  first: Page<Item>,
  load: LoadPage<Item>,
): AsyncGenerator<readonly Item[]> {
  let { items, next } = first;
  for (;;) {
    yield items;
    if (next === undefined) return;
    const after = next;
    ({ items, next } = await furtherPages.run(() => load(after), { key: accountId }));
  }
}

import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { RequestContext } from '@postrider/contracts';
import { exactJson } from '@postrider/numbers';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** What to ask for after it; absent in the last. */
  readonly next?: string | undefined;
}
type AskForPage<Item> = (after: string | undefined) => Promise<Page<Item>>;

/** Of an account: pages are as large as a message between services may be, and each keeps every process on its way busy. */
const furtherPages = new FairQueue({ maxPerKey: 1 });

/**
 * A list that its service answers by the page (docs/operate/limits-internal.md#between-services). What has more than one is written page by page, as fast as the
 * caller reads, so that one page of it is here at a time. A failure after the first page ends the connection, because the answer has begun.
 */
export async function listing<Item>(
  context: Pick<RequestContext, 'accountId'>,
  ask: AskForPage<Item>,
): Promise<readonly Item[] | StreamableFile> {
  const first = await ask(undefined);
  if (first.next === undefined) return first.items;
  const json = Readable.from(writtenList(context, first, ask), { objectMode: false });
  return new StreamableFile(json, { type: 'application/json; charset=utf-8' });
}

/** Such a list as JSON, from its first page on. */
export async function* writtenList<Item>(
  context: Pick<RequestContext, 'accountId'>,
  first: Page<Item>,
  ask: AskForPage<Item>,
): AsyncGenerator<string> {
  let before = '[';
  for await (const items of pagesOf(context, first, ask))
    for (const item of items) {
      yield before + exactJson(item);
      before = ',';
    }
  yield before === '[' ? '[]' : ']';
}

/** The items of each page, as fast as they are taken. */
export async function* pagesOf<Item>(
  { accountId }: Pick<RequestContext, 'accountId'>,
  first: Page<Item>,
  ask: AskForPage<Item>,
): AsyncGenerator<readonly Item[]> {
  let { items, next } = first;
  for (;;) {
    yield items;
    if (next === undefined) return;
    const after = next;
    ({ items, next } = await furtherPages.run(() => ask(after), { key: accountId }));
  }
}

import type { Snippet, TemplateHead, Version } from '../content/content.js';

/** Something of the account with the tag that a change of it has to name. */
export interface Tagged<Content> {
  readonly content: Content & { readonly id: string };
  readonly etag: string;
}

export interface RemoteTemplate extends Tagged<TemplateHead> {
  /** Oldest first, the default locale before the others. */
  readonly versions: readonly Tagged<Version>[];
}

/** What an account has. */
export interface Remote {
  readonly templates: readonly RemoteTemplate[];
  readonly snippets: readonly Tagged<Snippet>[];
}

/** What the API refused, or did not answer. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** @throws Refused */
export async function answered<Data>(asked: Promise<Answer<Data>>): Promise<{ data: Data; etag: string }> {
  const { data, error, response } = await asked;
  if (!response.ok) {
    const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
    throw new Refused(
      response.status,
      typeof message === 'string' ? message : `The server answered ${response.status}`,
    );
  }
  return { data: data as Data, etag: response.headers.get('etag') ?? '' };
}

/** Work on each item, a few at a time, answers in their order. */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
const atOnce = 6;

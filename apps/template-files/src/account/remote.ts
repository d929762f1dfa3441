import type { Snippet, TemplateHead, Version } from '../content.js';
import type { Client } from '@postrider/client';
import { parseExactly } from '@postrider/numbers';
import { writtenData } from '../files/version-files.js';

/** A resource of the account with its ETag, which changes must send. */
export interface Tagged<Content> {
  readonly content: Content & { readonly id: string };
  readonly etag: string;
}

export interface RemoteTemplate extends Tagged<TemplateHead> {
  /** Oldest first, the default locale before the others. */
  readonly versions: readonly Tagged<Version>[];
}

/** The templates and snippets of an account. */
export interface Remote {
  readonly templates: readonly RemoteTemplate[];
  readonly snippets: readonly Tagged<Snippet>[];
}

/** An error response of the API. */
export class Rejected extends Error {
  override readonly name = 'Rejected';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

interface ApiResponse<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** @throws Rejected */
export async function unwrap<Data>(call: Promise<ApiResponse<Data>>): Promise<{ data: Data; etag: string }> {
  const { data, error, response } = await call;
  if (!response.ok) {
    const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
    throw new Rejected(
      response.status,
      typeof message === 'string' ? message : `The server returned ${response.status}`,
    );
  }
  return { data: data as Data, etag: response.headers.get('etag') ?? '' };
}

/** Runs the work on items with limited concurrency; returns results in the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!);
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, worker));
  return results;
}
const maxConcurrent = 6;

/** The response that contains a version. */
interface VersionResponse {
  readonly id: string;
  readonly name: string;
  readonly published: boolean;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly preheader?: string;
  readonly amp_html?: string;
  readonly template_data?: object;
  readonly engine: 'mustache' | 'jinja' | 'handlebars';
  readonly autoescape?: boolean;
}

/** Reads the whole account. Each resource is requested separately, to get its ETag. */
export async function readAccount(client: Client): Promise<Remote> {
  const [listed, snippets] = await Promise.all([unwrap(client.GET('/templates')), unwrap(client.GET('/snippets'))]);
  const locales = new Map<string, string[]>();
  for (const { id, locale } of listed.data) locales.set(id, [...(locales.get(id) ?? []), locale]);
  return {
    templates: await mapConcurrently([...locales].toReversed(), ([id, codes]) => readTemplate(client, id, codes)),
    snippets: await mapConcurrently(snippets.data, async ({ id }) => {
      const { data, etag } = await unwrap(client.GET('/snippets/{id}', { params: { path: { id } } }));
      return { content: { id, name: data.name, body: data.body }, etag };
    }),
  };
}

async function readTemplate(client: Client, id: string, locales: readonly string[]): Promise<RemoteTemplate> {
  const { data, etag } = await unwrap(
    client.GET('/templates/{template_id}', { params: { path: { template_id: id } } }),
  );
  const versions: Tagged<Version>[] = [];
  for (const locale of locales) {
    const path = { template_id: id, locale };
    const shown = await unwrap(client.GET('/templates/{template_id}/locales/{locale}', { params: { path } }));
    for (const version of shown.data.versions) versions.push(await readVersion(client, id, locale, version.id));
  }
  const { name, locale, tags, tracking = {} } = data;
  return { content: { id, name, locale, tags, tracking }, etag, versions };
}

/** Parses losslessly, so that sample data keeps its number literals. */
export async function readVersion(
  client: Client,
  template_id: string,
  locale: string,
  version_id: string,
): Promise<Tagged<Version>> {
  const path = '/templates/{template_id}/locales/{locale}/versions/{version_id}';
  const params = { path: { template_id, locale, version_id } };
  const { data, etag } = await unwrap(client.GET(path, { params, parseAs: 'text' }));
  const { id, name, published, subject, html, text, preheader, amp_html, template_data, engine, autoescape } =
    parseExactly(data) as VersionResponse;
  const sample = template_data && writtenData(template_data);
  return {
    content: {
      id,
      locale,
      name,
      published,
      subject,
      html,
      text,
      preheader,
      ampHtml: amp_html,
      data: sample,
      engine,
      autoescape,
    },
    etag,
  };
}

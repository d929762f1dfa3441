import type { Client } from '@postrider/client';
import { parseExactly } from '@postrider/numbers';
import type { Version } from '../content/content.js';
import { writtenData } from '../files/version-files.js';
import type { Remote, RemoteTemplate, Tagged } from './remote.js';
import { answered, sideBySide } from './remote.js';

/** The answer that shows a version. */
interface VersionAnswer {
  readonly id: string;
  readonly name: string;
  readonly published: boolean;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly preheader?: string;
  readonly amp_html?: string;
  readonly template_data?: object;
  readonly engine: 'mustache' | 'jinja';
  readonly autoescape?: boolean;
}

/** All of it: a tag for each thing, so each is asked for by itself. */
export async function readAccount(client: Client): Promise<Remote> {
  const [listed, snippets] = await Promise.all([answered(client.GET('/templates')), answered(client.GET('/snippets'))]);
  const locales = new Map<string, string[]>();
  for (const { id, locale } of listed.data) locales.set(id, [...(locales.get(id) ?? []), locale]);
  return {
    templates: await sideBySide([...locales].toReversed(), ([id, codes]) => readTemplate(client, id, codes)),
    snippets: await sideBySide(snippets.data, async ({ id }) => {
      const { data, etag } = await answered(client.GET('/snippets/{id}', { params: { path: { id } } }));
      return { content: { id, name: data.name, body: data.body }, etag };
    }),
  };
}

async function readTemplate(client: Client, id: string, locales: readonly string[]): Promise<RemoteTemplate> {
  const { data, etag } = await answered(
    client.GET('/templates/{template_id}', { params: { path: { template_id: id } } }),
  );
  const versions: Tagged<Version>[] = [];
  for (const locale of locales) {
    const path = { template_id: id, locale };
    const shown = await answered(client.GET('/templates/{template_id}/locales/{locale}', { params: { path } }));
    for (const version of shown.data.versions) versions.push(await readVersion(client, id, locale, version.id));
  }
  const { name, locale, tags, tracking = {} } = data;
  return { content: { id, name, locale, tags, tracking }, etag, versions };
}

/** As text: sample data keeps its numbers as they were written. */
export async function readVersion(
  client: Client,
  template_id: string,
  locale: string,
  version_id: string,
): Promise<Tagged<Version>> {
  const path = '/templates/{template_id}/locales/{locale}/versions/{version_id}';
  const params = { path: { template_id, locale, version_id } };
  const { data, etag } = await answered(client.GET(path, { params, parseAs: 'text' }));
  const { id, name, published, subject, html, text, preheader, amp_html, template_data, engine, autoescape } =
    parseExactly(data) as VersionAnswer;
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

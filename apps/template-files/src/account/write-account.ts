import type { Client } from '@postrider/client';
import { exactJson, parseExactly } from '@postrider/numbers';
import type { Snippet, TemplateHead, Version } from '../content.js';
import { versionDigest } from '../content.js';
import type { Tagged } from './remote.js';
import { Rejected, unwrap, readVersion } from './remote.js';
import type { VersionInFiles } from '../files/version-files.js';

/** Changes the account; each change fails if the resource was changed since it was read. */
export class AccountWriter {
  constructor(private readonly client: Client) {}

  async createSnippet({ name, body }: Snippet): Promise<string> {
    const { data } = await unwrap(this.client.POST('/snippets', { body: { name, body } }));
    return data.snippet.id;
  }

  async updateSnippet(
    { id, etag }: { readonly id: string; readonly etag: string },
    { name, body }: Snippet,
  ): Promise<void> {
    const params = { path: { id }, header: { 'If-Match': etag } };
    await unwrap(this.client.PUT('/snippets/{id}', { params, body: { name, body } }));
  }

  async deleteSnippet(id: string, etag: string): Promise<void> {
    await unwrap(this.client.DELETE('/snippets/{id}', { params: { path: { id }, header: { 'If-Match': etag } } }));
  }

  /** Creates a template with its first version, published, in its default locale. */
  async createTemplate(
    head: TemplateHead,
    first: Version,
  ): Promise<{ readonly id: string; readonly versionId: string }> {
    const body = { ...toContent(first), locale: head.locale, tags: [...head.tags] };
    const { data } = await unwrap(this.client.POST('/templates', { body, bodySerializer: exactJson }));
    const path = { template_id: data.id, locale: head.locale };
    const created = await unwrap(this.client.GET('/templates/{template_id}/locales/{locale}', { params: { path } }));
    const { opens, clicks } = head.tracking;
    if (head.name !== first.name || opens !== undefined || clicks !== undefined)
      await unwrap(
        this.client.PUT('/templates/{template_id}', {
          params: { path: { template_id: data.id } },
          body: toChanges(head),
        }),
      );
    return { id: data.id, versionId: created.data.versions[0]!.id };
  }

  async updateTemplate(id: string, etag: string, head: TemplateHead): Promise<void> {
    const params = { path: { template_id: id }, header: { 'If-Match': etag } };
    await unwrap(this.client.PUT('/templates/{template_id}', { params, body: toChanges(head) }));
  }

  async deleteTemplate(template_id: string, etag: string): Promise<void> {
    const params = { path: { template_id }, header: { 'If-Match': etag } };
    await unwrap(this.client.DELETE('/templates/{template_id}', { params }));
  }

  /** Adds a locale with its first version, published. */
  async addLocale(template_id: string, first: Version): Promise<string> {
    const body = { ...toContent(first), locale: first.locale };
    const options = { params: { path: { template_id } }, body, bodySerializer: exactJson };
    return (await unwrap(this.client.POST('/templates/{template_id}/locales', options))).data.version_id;
  }

  /** Creates a draft. */
  async createVersion(template_id: string, version: Version): Promise<string> {
    const path = { template_id, locale: version.locale };
    const options = { params: { path }, body: toContent(version), bodySerializer: exactJson };
    return (await unwrap(this.client.POST('/templates/{template_id}/locales/{locale}/versions', options))).data.id;
  }

  /** Every saved version is published. */
  async updateVersion(template_id: string, { content, etag }: Tagged<Version>, version: Version): Promise<void> {
    const path = { template_id, locale: content.locale, version_id: content.id };
    await unwrap(
      this.client.PUT('/templates/{template_id}/locales/{locale}/versions/{version_id}', {
        params: { path, header: { 'If-Match': etag } },
        body: toContent(version),
        bodySerializer: exactJson,
      }),
    );
  }

  /** Deletes a version that is unchanged except for its publication. */
  async deleteVersion(template_id: string, { content: before }: Tagged<Version>): Promise<void> {
    const { content, etag } = await readVersion(this.client, template_id, before.locale, before.id);
    if (versionDigest({ ...content, published: before.published }) !== versionDigest(before))
      throw new Rejected(412, `Version "${before.name}" was changed meanwhile`);
    const path = { template_id, locale: content.locale, version_id: content.id };
    const params = { path, header: { 'If-Match': etag } };
    await unwrap(this.client.DELETE('/templates/{template_id}/locales/{locale}/versions/{version_id}', { params }));
  }

  async published(template_id: string, locale: string): Promise<string[]> {
    const address = '/templates/{template_id}/locales/{locale}';
    const { data } = await unwrap(this.client.GET(address, { params: { path: { template_id, locale } } }));
    return data.versions.filter(({ published }) => published).map(({ id }) => id);
  }

  /** Publishes exactly these versions of a locale; several get equal shares of the recipients. */
  async publish(template_id: string, locale: string, versionIds: readonly string[]): Promise<void> {
    const [only] = versionIds;
    if (only !== undefined && versionIds.length === 1) {
      const path = { template_id, locale, version_id: only };
      const address = '/templates/{template_id}/locales/{locale}/versions/{version_id}/publish';
      await unwrap(this.client.PUT(address, { params: { path } }));
      return;
    }
    const body = { versions: versionIds.map((id) => ({ id, weight: 1 })) };
    const params = { path: { template_id, locale } };
    await unwrap(this.client.PUT('/templates/{template_id}/locales/{locale}/ab_test', { params, body }));
  }

  /** Deletes a locale whose versions are unchanged. */
  async deleteLocale(template_id: string, locale: string, known: readonly Tagged<Version>[]): Promise<void> {
    const path = { template_id, locale };
    const address = '/templates/{template_id}/locales/{locale}';
    const { data, etag } = await unwrap(this.client.GET(address, { params: { path } }));
    for (const { content, etag: before } of known) {
      const now = await readVersion(this.client, template_id, locale, content.id);
      if (now.etag !== before) throw new Rejected(412, `Version "${content.name}" was changed meanwhile`);
    }
    if (data.versions.length !== known.length) throw new Rejected(412, `${locale} has new or deleted versions`);
    await unwrap(this.client.DELETE(address, { params: { path, header: { 'If-Match': etag } } }));
  }
}

const toChanges = ({ name, tags, tracking: { opens, clicks } }: TemplateHead) => ({
  name,
  tags: [...tags],
  tracking: { ...(opens !== undefined && { opens }), ...(clicks !== undefined && { clicks }) },
});

/** The content of a version in the format of the API. */
export const toContent = ({ name, subject, html, text, preheader, ampHtml, data, engine, autoescape }: Version) => ({
  name,
  subject,
  html,
  text,
  ...(preheader !== undefined && { preheader }),
  ...(ampHtml !== undefined && { amp_html: ampHtml }),
  ...(data !== undefined && { template_data: parseExactly(data) as Record<string, unknown> }),
  ...(engine !== undefined && { engine }),
  ...(autoescape !== undefined && { autoescape }),
});

/** Ids of new resources, by the path of their files. */
export type NewIds = Map<string, string>;

/**
 * Pushes the changed versions of one template. The API publishes every updated version and keeps omitted fields; where
 * that is not wanted, a new version replaces the old one.
 */
export async function pushVersions(
  account: AccountWriter,
  templateId: string,
  all: readonly VersionInFiles[],
  changed: readonly VersionInFiles[],
  there: readonly Tagged<Version>[],
  ids: NewIds,
): Promise<void> {
  for (const locale of new Set(changed.map(({ version }) => version.locale))) {
    const now = new Map(there.filter(({ content }) => content.locale === locale).map((one) => [one.content.id, one]));
    const replaced: Tagged<Version>[] = [];
    let localeExists = now.size > 0;
    for (const { version, base } of publishedFirst(changed, locale)) {
      const old = version.id === undefined ? undefined : now.get(version.id);
      if (old && isSameVersion(version, old.content)) continue;
      if (old && version.published && !removesFields(version, old.content)) {
        await account.updateVersion(templateId, old, version);
        continue;
      }
      ids.set(
        base,
        localeExists ? await account.createVersion(templateId, version) : await account.addLocale(templateId, version),
      );
      localeExists = true;
      if (old) replaced.push(old);
    }
    const wanted = all
      .filter(({ version }) => version.locale === locale && version.published)
      .flatMap(({ version, base }) => ids.get(base) ?? version.id ?? []);
    const published = await account.published(templateId, locale);
    if (published.length !== wanted.length || !wanted.every((id) => published.includes(id)))
      await account.publish(templateId, locale, wanted);
    for (const old of replaced) await account.deleteVersion(templateId, old);
  }
}

/** The first version of a locale must be published. */
const publishedFirst = (versions: readonly VersionInFiles[], locale: string): VersionInFiles[] =>
  versions
    .filter(({ version }) => version.locale === locale)
    .toSorted((one, other) => Number(other.version.published) - Number(one.version.published));

/** Ignores publication. */
const isSameVersion = (here: Version, there: Version): boolean =>
  versionDigest({ ...here, published: true }) === versionDigest({ ...there, published: true });

const removesFields = (here: Version, there: Version): boolean =>
  (there.preheader !== undefined && here.preheader === undefined) ||
  (there.ampHtml !== undefined && here.ampHtml === undefined) ||
  (there.data !== undefined && here.data === undefined) ||
  (there.autoescape !== undefined && here.autoescape === undefined);

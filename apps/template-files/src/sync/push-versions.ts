import type { Tagged } from '../account/remote.js';
import type { AccountWriter } from '../account/write-account.js';
import type { Version } from '../content/content.js';
import { versionDigest } from '../content/content.js';
import type { VersionInFiles } from '../files/version-files.js';

/** Ids that something got on the server, by the path of its files. */
export type NewIds = Map<string, string>;

/**
 * Brings versions of one template to the server: of `all` that it is to have, those that differ from what is there. The API publishes every version
 * that it saves anew, and leaves fields as they are that a save does not mention: where that is not meant, a new version takes the place of the
 * old one.
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
    let isThere = now.size > 0;
    for (const { version, base } of publishedFirst(changed, locale)) {
      const old = version.id === undefined ? undefined : now.get(version.id);
      if (old && saysTheSame(version, old.content)) continue;
      if (old && version.published && !takesAway(version, old.content)) {
        await account.updateVersion(templateId, old, version);
        continue;
      }
      ids.set(
        base,
        isThere ? await account.createVersion(templateId, version) : await account.addLocale(templateId, version),
      );
      isThere = true;
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

/** A locale begins with a version that is sent. */
const publishedFirst = (versions: readonly VersionInFiles[], locale: string): VersionInFiles[] =>
  versions
    .filter(({ version }) => version.locale === locale)
    .toSorted((one, other) => Number(other.version.published) - Number(one.version.published));

/** But for whether it is sent. */
const saysTheSame = (here: Version, there: Version): boolean =>
  versionDigest({ ...here, published: true }) === versionDigest({ ...there, published: true });

const takesAway = (here: Version, there: Version): boolean =>
  (there.preheader !== undefined && here.preheader === undefined) ||
  (there.ampHtml !== undefined && here.ampHtml === undefined) ||
  (there.data !== undefined && here.data === undefined) ||
  (there.autoescape !== undefined && here.autoescape === undefined);

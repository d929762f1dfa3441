import type { AccountWriter, NewIds } from '../account/write-account.js';
import { pushVersions } from '../account/write-account.js';
import type { Remote, RemoteTemplate, Tagged } from '../account/remote.js';
import type { Version } from '../content.js';
import { headDigest, snippetDigest, versionDigest } from '../content.js';
import type { AccountInFiles, SnippetInFiles, TemplateInFiles } from '../files/account-files.js';
import { headFile, headText, snippetText } from '../files/account-files.js';
import type { Kind, Lock } from '../files/folder.js';
import type { VersionInFiles } from '../files/version-files.js';
import { filesOfVersion } from '../files/version-files.js';
import { withServerDefaults } from './pull.js';
import { FILE_HEADERS_ONLY, createTwoFilesPatch } from 'diff';

const context = 3;

/** A unified diff of two texts; undefined means that the file does not exist. Empty when they are equal. */
function formatDifference(path: string, from: string | undefined, to: string | undefined): string {
  if (from === to) return '';
  const names = [from === undefined ? '/dev/null' : `a/${path}`, to === undefined ? '/dev/null' : `b/${path}`] as const;
  const patch = createTwoFilesPatch(...names, from ?? '', to ?? '', '', '', {
    context,
    headerOptions: FILE_HEADERS_ONLY,
  });
  // Makes differences in line endings visible.
  return patch.replaceAll('\r', '\\r');
}

/** The diffs of two sets of files. */
const formatDifferences = (
  from: ReadonlyMap<string, string | undefined>,
  to: ReadonlyMap<string, string | undefined>,
): string =>
  [...new Set([...from.keys(), ...to.keys()])]
    .map((path) => formatDifference(path, from.get(path), to.get(path)))
    .join('');

/** One change to push. */
interface Change {
  readonly path: string;
  readonly difference: string;
  readonly run: (account: AccountWriter, ids: NewIds) => Promise<void>;
}

export interface Push {
  readonly changes: readonly Change[];
  readonly conflicts: readonly string[];
  readonly notes: readonly string[];
}

/** Snippets first, because templates need them; then templates; deletions last, if requested. */
export const planPush = (local: AccountInFiles, remote: Remote, lock: Lock, deletes: boolean): Push =>
  new PushPlan(remote, lock, deletes).of(local);

/** The state of a local resource compared with the server. */
type ResourceState = 'new' | 'equal' | 'changed here' | 'conflict';

class PushPlan {
  private readonly changes: Change[] = [];
  private readonly deletions: Change[] = [];
  private readonly conflicts: string[] = [];
  private readonly notes: string[] = [];

  constructor(
    private readonly remote: Remote,
    private readonly lock: Lock,
    private readonly deletes: boolean,
  ) {}

  of(local: AccountInFiles): Push {
    for (const snippet of local.snippets) this.snippet(snippet);
    for (const template of local.templates) this.template(template);
    this.missingTemplates(local);
    this.missingSnippets(local);
    return { changes: [...this.changes, ...this.deletions], conflicts: this.conflicts, notes: this.notes };
  }

  private snippet({ snippet, path }: SnippetInFiles): void {
    const there = this.remote.snippets.find(({ content }) => content.id === snippet.id);
    const state = this.compare(
      'snippets',
      path,
      snippet.id,
      snippetDigest(snippet),
      there && snippetDigest(there.content),
    );
    if (state === 'equal' || state === 'conflict') return;
    const sameName = this.remote.snippets.find(({ content }) => content.name === snippet.name);
    if (!there && sameName) {
      this.conflicts.push(`${path}: the server has another snippet with this name; pull it first`);
      return;
    }
    const from = there && new Map([[path, snippetText(there.content)]]);
    this.changes.push({
      path,
      difference: formatDifferences(from ?? new Map(), new Map([[path, snippetText(snippet)]])),
      run: async (account, ids) => {
        if (there) await account.updateSnippet({ id: there.content.id, etag: there.etag }, snippet);
        else ids.set(path, await account.createSnippet(snippet));
      },
    });
  }

  private template(here: TemplateInFiles): void {
    const there = this.remote.templates.find(({ content }) => content.id === here.head.id);
    const path = headFile(here.path);
    const state = this.compare(
      'templates',
      path,
      here.head.id,
      headDigest(here.head),
      there && headDigest(there.content),
    );
    if (state === 'conflict') return;
    if (!there) this.newTemplate(here);
    else {
      if (state === 'changed here') this.changedHead(here, there);
      this.versions(here, there);
    }
  }

  private newTemplate(here: TemplateInFiles): void {
    const first = here.versions.find(({ version }) => version.locale === here.head.locale && version.published)!;
    const path = headFile(here.path);
    const files = new Map([
      [path, headText(here.head)],
      ...here.versions.flatMap(({ base, version, isBuilt }) => [...filesOfVersion(base, version, isBuilt)]),
    ]);
    this.changes.push({
      path,
      difference: formatDifferences(new Map(), files),
      run: async (account, ids) => {
        const created = await account.createTemplate(here.head, first.version);
        ids.set(path, created.id).set(first.base, created.versionId);
        const versions = [{ content: { ...first.version, id: created.versionId }, etag: '' }];
        const others = here.versions.filter((one) => one !== first);
        await pushVersions(account, created.id, here.versions, others, versions, ids);
      },
    });
  }

  private changedHead({ head, path }: TemplateInFiles, { content, etag }: RemoteTemplate): void {
    if (head.locale !== content.locale) {
      this.conflicts.push(
        `${headFile(path)}: the default locale of a template cannot be changed; it is ${content.locale}`,
      );
      return;
    }
    this.changes.push({
      path: headFile(path),
      difference: formatDifferences(
        new Map([[headFile(path), headText(content)]]),
        new Map([[headFile(path), headText(head)]]),
      ),
      run: (account) => account.updateTemplate(content.id, etag, head),
    });
  }

  private versions({ path, versions }: TemplateInFiles, { content, versions: there }: RemoteTemplate): void {
    const changed: VersionInFiles[] = [];
    const [from, to] = [new Map<string, string | undefined>(), new Map<string, string | undefined>()];
    for (const one of versions) {
      const remote = there.find((each) => each.content.id === one.version.id);
      const here = { ...one, version: withServerDefaults(one.version, remote?.content) };
      const state = this.compare(
        'versions',
        one.base,
        one.version.id,
        versionDigest(here.version),
        remote && versionDigest(remote.content),
      );
      if (state !== 'new' && state !== 'changed here') continue;
      changed.push(here);
      if (remote) filesOfVersion(one.base, remote.content, one.isBuilt).forEach((text, file) => from.set(file, text));
      filesOfVersion(one.base, here.version, one.isBuilt).forEach((text, file) => to.set(file, text));
    }
    if (changed.length > 0)
      this.changes.push({
        path,
        difference: formatDifferences(from, to),
        run: (account, ids) => pushVersions(account, content.id, versions, changed, there, ids),
      });
    this.missingVersions(path, content.id, versions, there);
  }

  private missingVersions(
    path: string,
    templateId: string,
    here: readonly VersionInFiles[],
    there: readonly Tagged<Version>[],
  ): void {
    for (const locale of new Set(there.map(({ content }) => content.locale))) {
      const ofLocale = there.filter(({ content }) => content.locale === locale);
      const missing = ofLocale.filter(({ content }) => !here.some(({ version }) => version.id === content.id));
      const whole = missing.length === ofLocale.length && !here.some(({ version }) => version.locale === locale);
      for (const version of missing)
        this.missing(
          'versions',
          version.content.id,
          versionDigest(version.content),
          `${path}: version "${version.content.name}" of ${locale}`,
          {
            difference: formatDifferences(filesOfVersion(`${path}/${locale}`, version.content), new Map()),
            run: async (account) => {
              if (!whole) await account.deleteVersion(templateId, version);
              else if (version === missing[0]) await account.deleteLocale(templateId, locale, missing);
            },
          },
        );
    }
  }

  private missingTemplates({ templates }: AccountInFiles): void {
    for (const { content, etag } of this.remote.templates)
      if (!templates.some(({ head }) => head.id === content.id))
        this.missing('templates', content.id, headDigest(content), `template "${content.name}"`, {
          difference: formatDifferences(new Map([[`template "${content.name}"`, headText(content)]]), new Map()),
          run: (account) => account.deleteTemplate(content.id, etag),
        });
  }

  private missingSnippets({ snippets }: AccountInFiles): void {
    for (const { content, etag } of this.remote.snippets)
      if (!snippets.some(({ snippet }) => snippet.id === content.id))
        this.missing('snippets', content.id, snippetDigest(content), `snippet "${content.name}"`, {
          difference: formatDifferences(new Map([[`snippet "${content.name}"`, snippetText(content)]]), new Map()),
          run: (account) => account.deleteSnippet(content.id, etag),
        });
  }

  /** Handles a resource that exists only on the server: it is new there, or was removed here. */
  private missing(kind: Kind, id: string, there: string, path: string, deletion: Omit<Change, 'path'>): void {
    const before = this.lock.get(kind, id);
    if (before === undefined) this.notes.push(`${path}: exists only on the server; use pull to get it`);
    else if (!this.deletes) this.notes.push(`${path}: was removed here; --delete deletes it on the server`);
    else if (before !== there) this.conflicts.push(`${path}: was removed here and changed on the server`);
    else this.deletions.push({ path, ...deletion });
  }

  private compare(
    kind: Kind,
    path: string,
    id: string | undefined,
    here: string,
    there: string | undefined,
  ): ResourceState {
    const before = id === undefined ? undefined : this.lock.get(kind, id);
    if (there === undefined) {
      if (before === undefined) return 'new';
      this.conflicts.push(`${path}: was deleted on the server; remove its id to create it again`);
      return 'conflict';
    }
    if (here === there) return 'equal';
    if (before === there) return 'changed here';
    this.conflicts.push(`${path}: was changed on the server since the last pull`);
    return 'conflict';
  }
}

import type { Remote, RemoteTemplate } from '../account/remote.js';
import type { Version } from '../content.js';
import { headDigest, snippetDigest, versionDigest } from '../content.js';
import type { AccountInFiles, TemplateInFiles } from '../files/account-files.js';
import { headFile, headText, snippetText, snippetsFolder, templatesFolder } from '../files/account-files.js';
import type { Kind, Lock } from '../files/folder.js';
import { fileNameFor, joined } from '../files/folder.js';
import type { VersionInFiles } from '../files/version-files.js';
import { filesOfVersion } from '../files/version-files.js';

/** Files to write, or to remove where the text is undefined. */
interface FileChange {
  readonly kind: Kind;
  readonly id: string;
  /** Undefined when it was deleted on the server. */
  readonly digest: string | undefined;
  readonly files: ReadonlyMap<string, string | undefined>;
}

/** The plan of a pull. */
export interface Pull {
  readonly changes: readonly FileChange[];
  /** Resources changed on both sides. */
  readonly conflicts: readonly string[];
  /** Differences that are kept, with the reason. */
  readonly notes: readonly string[];
}

export interface PullOptions {
  /** Overwrites local changes. */
  readonly force: boolean;
  /** Removes files of resources deleted on the server. */
  readonly delete: boolean;
}

export const planPull = (local: AccountInFiles, remote: Remote, lock: Lock, options: PullOptions): Pull =>
  new PullPlan(local, lock, options).of(remote);

class PullPlan {
  private readonly changes: FileChange[] = [];
  private readonly conflicts: string[] = [];
  private readonly notes: string[] = [];

  constructor(
    private readonly local: AccountInFiles,
    private readonly lock: Lock,
    private readonly options: PullOptions,
  ) {}

  of(remote: Remote): Pull {
    const folders = new Set(this.local.templates.map(({ path }) => path.split('/')[1]!));
    for (const template of remote.templates) this.template(template, folders);
    for (const here of this.local.templates) this.withoutRemote(here, remote);
    const names = new Set(
      this.local.snippets.map(({ path }) => path.slice(snippetsFolder.length + 1, -'.html'.length)),
    );
    for (const { content } of remote.snippets) {
      const here = this.local.snippets.find(({ snippet }) => snippet.id === content.id);
      const path = here?.path ?? joined(snippetsFolder, `${claim(names, content.name, 'snippet')}.html`);
      this.decide(
        'snippets',
        content.id,
        here && snippetDigest(here.snippet),
        snippetDigest(content),
        path,
        () => new Map([[path, snippetText(content)]]),
      );
    }
    const ids = new Set(remote.snippets.map(({ content }) => content.id));
    for (const { snippet, path } of this.local.snippets)
      this.removedOnServer('snippets', snippet.id, ids, snippetDigest(snippet), path, [path]);
    return { changes: this.changes, conflicts: this.conflicts, notes: this.notes };
  }

  private template({ content: head, versions }: RemoteTemplate, folders: Set<string>): void {
    const here = this.local.templates.find((template) => template.head.id === head.id);
    const path = here?.path ?? joined(templatesFolder, claim(folders, head.name, 'template'));
    this.decide(
      'templates',
      head.id,
      here && headDigest(here.head),
      headDigest(head),
      headFile(path),
      () => new Map([[headFile(path), headText(head)]]),
    );
    const labels = new Set(here?.versions.map(({ base }) => base.split('/')[2]!));
    // Published versions first: they get file names without a label.
    for (const { content: version } of [...versions].toSorted(
      (a, b) => Number(b.content.published) - Number(a.content.published),
    )) {
      const local = here?.versions.find((one) => one.version.id === version.id);
      if (local?.isBuilt) {
        this.builtVersion(local, version);
        continue;
      }
      const base = local?.base ?? joined(path, labelFor(labels, version));
      this.decide(
        'versions',
        version.id,
        local && versionDigest(withServerDefaults(local.version, version)),
        versionDigest(version),
        base,
        () => filesOfVersion(base, version),
      );
    }
    const ids = new Set(versions.map(({ content }) => content.id));
    for (const one of here?.versions ?? []) this.versionRemovedOnServer(one, ids);
  }

  /** A pull does not write what is made from a source. With `force`, the next push overwrites the change of the server. */
  private builtVersion({ base, version }: VersionInFiles, remote: Version & { readonly id: string }): void {
    const [here, there] = [versionDigest(withServerDefaults(version, remote)), versionDigest(remote)];
    if (here !== there && this.lock.get('versions', remote.id) !== there) {
      if (!this.options.force) {
        this.conflicts.push(
          `${base}: was changed on the server, and is made from a source here; after pull --force the next push overwrites it`,
        );
        return;
      }
      this.notes.push(
        `${base}: is made from a source, which stays as it is; the next push overwrites the server's version`,
      );
    }
    this.lock.set('versions', remote.id, there);
  }

  private withoutRemote({ head, path, versions }: TemplateInFiles, remote: Remote): void {
    const ids = new Set(remote.templates.map(({ content }) => content.id));
    if (head.id !== undefined && ids.has(head.id)) return;
    this.removedOnServer('templates', head.id, ids, headDigest(head), path, [headFile(path)]);
    for (const version of versions) this.versionRemovedOnServer(version, new Set());
  }

  private versionRemovedOnServer({ version, base, isBuilt }: VersionInFiles, ids: ReadonlySet<string>): void {
    if (isBuilt) {
      if (version.id !== undefined && !ids.has(version.id))
        this.notes.push(`${base}: is no longer on the server; remove its files, or its id to create it again`);
      return;
    }
    this.removedOnServer('versions', version.id, ids, versionDigest(version), base, [
      ...filesOfVersion(base, version).keys(),
    ]);
  }

  private decide(
    kind: Kind,
    id: string,
    here: string | undefined,
    there: string,
    path: string,
    files: () => ReadonlyMap<string, string | undefined>,
  ): void {
    const before = this.lock.get(kind, id);
    if (here === there) this.lock.set(kind, id, there);
    else if (here === undefined && before !== undefined && !this.options.force)
      this.notes.push(
        `${path}: was removed here but exists on the server; push --delete deletes it there, pull --force restores it`,
      );
    else if (here === undefined || here === before || this.options.force)
      this.changes.push({ kind, id, digest: there, files: files() });
    else if (there === before) this.notes.push(`${path}: was changed here and stays as it is`);
    else this.conflicts.push(`${path}: was changed here and on the server; ${forceOverwrites}`);
  }

  private removedOnServer(
    kind: Kind,
    id: string | undefined,
    ids: ReadonlySet<string>,
    here: string,
    path: string,
    files: readonly string[],
  ): void {
    if (id === undefined || ids.has(id)) return;
    const before = this.lock.get(kind, id);
    if (before === undefined) return;
    if (!this.options.delete) this.notes.push(`${path}: is no longer on the server; pull --delete removes it here`);
    else if (here === before || this.options.force)
      this.changes.push({ kind, id, digest: undefined, files: new Map(files.map((file) => [file, undefined])) });
    else this.conflicts.push(`${path}: was changed here and deleted on the server; ${forceOverwrites}`);
  }
}

const forceOverwrites = 'pull --force overwrites it with the version of the server';

function claim(used: Set<string>, name: string, fallback: string): string {
  const file = fileNameFor(name, fallback, used);
  used.add(file);
  return file;
}

function labelFor(labels: Set<string>, { locale, name, published }: Version): string {
  const plain = published && !labels.has(locale);
  const ofLocale = [...labels]
    .filter((label) => label.startsWith(`${locale}.`))
    .map((label) => label.slice(locale.length + 1));
  const label = plain ? locale : `${locale}.${fileNameFor(name, 'version', new Set(ofLocale))}`;
  labels.add(label);
  return label;
}

/** Fills in defaults that the author left to the server, for comparison. */
export const withServerDefaults = (here: Version, there: Version | undefined): Version => ({
  ...here,
  engine: here.engine ?? there?.engine,
});

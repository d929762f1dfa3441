import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';

/** Names reserved by some systems, and `amp`, which is the ending of the AMP part. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|amp)$/;
const maxLength = 60;

/**
 * Derives a file name from a name: lower-case letters and digits only, and different from the used ones, also on
 * case-insensitive file systems.
 */
export function fileNameFor(name: string, fallback: string, used: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
  const base = plain === '' || reserved.test(plain) ? [plain, fallback].filter(Boolean).join('-') : plain;
  if (!used.has(base)) return base;
  for (let number = 2; ; number++) if (!used.has(`${base}-${number}`)) return `${base}-${number}`;
}

/** Per file (docs/operate/limits.md#template-files); no part of a template can be larger. */
const maxBytes = 12 * 1_048_576;

/** A problem in a file that its author must fix. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';

  constructor(
    readonly path: string,
    message: string,
    readonly line?: number,
  ) {
    super(message);
  }
}

/**
 * The folder with an account's templates. All paths are checked: nothing outside of it is read or written, and symbolic
 * links are not followed.
 */
export class Folder {
  constructor(private readonly root: string) {}

  /** Names of folders and files in a folder, without hidden ones. Empty when the folder does not exist. */
  async list(path: string): Promise<{ readonly folders: readonly string[]; readonly files: readonly string[] }> {
    const place = await this.safe(path);
    const entries = await readdir(place, { withFileTypes: true }).catch(noneIfMissing);
    const shown = entries.filter(({ name }) => !name.startsWith('.'));
    const link = shown.find((entry) => entry.isSymbolicLink());
    if (link) throw new FileProblem(joined(path, link.name), 'is a symbolic link, which is not followed');
    const named = (of: typeof shown): string[] => of.map(({ name }) => name).toSorted(byName);
    return {
      folders: named(shown.filter((entry) => entry.isDirectory())),
      files: named(shown.filter((entry) => entry.isFile())),
    };
  }

  /** Undefined when the file does not exist. */
  async read(path: string): Promise<string | undefined> {
    const place = await this.safe(path);
    try {
      const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        const { size } = await file.stat();
        if (size > maxBytes) throw new FileProblem(path, `is larger than ${maxBytes / 1_048_576} MB`);
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.readFile());
      } finally {
        await file.close();
      }
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw getErrorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? new FileProblem(path, 'is not UTF-8') : error;
    }
  }

  /** Atomic: an interrupted command leaves no partial file. */
  async write(path: string, text: string): Promise<void> {
    const place = await this.safe(path);
    await mkdir(dirname(place), { recursive: true });
    await this.safe(path);
    const temporary = `${place}.${process.pid}.new`;
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(temporary, place);
  }

  /** Also removes the folder if it is empty then. */
  async remove(path: string): Promise<void> {
    const place = await this.safe(path);
    await rm(place, { force: true });
    if (path.includes('/')) await rmdir(dirname(place)).catch(() => undefined);
  }

  /** The absolute path. @throws FileProblem if it is outside of the folder, or behind a symbolic link */
  async absolute(path: string): Promise<string> {
    return resolve(await this.safe(path));
  }

  private async safe(path: string): Promise<string> {
    const names = path.split('/').filter((name) => name !== '');
    let place = this.root;
    for (const name of names) {
      if (!/^[^\\:\x00-\x1f]+$/.test(name) || name === '..' || name === '.')
        throw new FileProblem(path, 'is not a valid path');
      place = join(place, name);
      const found = await lstat(place).catch(() => undefined);
      if (found?.isSymbolicLink()) throw new FileProblem(path, 'is behind a symbolic link, which is not followed');
    }
    return place;
  }
}

export const joined = (...names: readonly string[]): string => names.filter((name) => name !== '').join('/');

/** Natural order: `a-10` after `a-9`. */
const byName = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

const getErrorCode = (error: unknown): string => (error as { code?: string }).code ?? '';

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(getErrorCode(error));

function noneIfMissing(error: unknown): [] {
  if (isMissing(error)) return [];
  throw error;
}

const lockFile = 'postrider.lock.json';
const digests = z.record(z.string(), z.string());
const shape = z.object({ server: z.string(), templates: digests, versions: digests, snippets: digests });

export type Kind = 'templates' | 'versions' | 'snippets';

/**
 * Digests of files and server when they were last in sync, by id; a different digest means a change since. Entries of
 * another server are ignored.
 */
export class Lock {
  private constructor(
    private readonly server: string,
    private readonly known: Readonly<Record<Kind, Map<string, string>>>,
  ) {}

  static async read(folder: Folder, server: string): Promise<Lock> {
    const text = await folder.read(lockFile);
    const read = text === undefined ? undefined : parsed(text);
    const of = (kind: Kind) => new Map(Object.entries(read?.server === server ? read[kind] : {}));
    return new Lock(server, { templates: of('templates'), versions: of('versions'), snippets: of('snippets') });
  }

  get(kind: Kind, id: string): string | undefined {
    return this.known[kind].get(id);
  }

  ids(kind: Kind): string[] {
    return [...this.known[kind].keys()];
  }

  set(kind: Kind, id: string, digest: string): void {
    this.known[kind].set(id, digest);
  }

  delete(kind: Kind, id: string): void {
    this.known[kind].delete(id);
  }

  async write(folder: Folder): Promise<void> {
    const sorted = (kind: Kind) => Object.fromEntries([...this.known[kind]].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const kinds = { templates: sorted('templates'), versions: sorted('versions'), snippets: sorted('snippets') };
    await folder.write(lockFile, `${JSON.stringify({ server: this.server, ...kinds }, null, 2)}\n`);
  }
}

function parsed(text: string): z.output<typeof shape> {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw new FileProblem(lockFile, 'cannot be read; take it from your version control, or delete it and pull');
  }
}

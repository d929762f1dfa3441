import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import type { Catalogue } from './message.js';
import { parsePo } from './po.js';
import { PoFileError } from './po-syntax.js';

const archiveLimits = {
  bytes: 10 * 1_048_576,
  entries: 500,
  fileBytes: 5 * 1_048_576,
  totalBytes: 50 * 1_048_576,
} as const;

/** An invalid upload of translations. The message names the file and the required change. */
export class PoArchiveError extends Error {
  override readonly name = 'PoArchiveError';

  constructor(
    readonly file: string | undefined,
    what: string,
  ) {
    super(file === undefined ? what : `${file}: ${what}`);
  }
}

type PoArchiveOptions = {
  /** Whether a locale is supported; files for other locales are rejected. */
  readonly isLocale?: (code: string) => boolean;
  /** Parses a file, like `parsePo`, possibly in another process. */
  readonly parse?: (file: Uint8Array) => Catalogue | Promise<Catalogue>;
};

/**
 * Reads a zip of `<locale>.po` files (docs/reference/translations.md). Ignores folders and the files that archivers add
 * (`__MACOSX/`, dot files). Stops unpacking a file that exceeds its limit. Throws `PoArchiveError`.
 */
export async function parsePoArchive(
  zip: Buffer,
  { isLocale = () => true, parse = parsePo }: PoArchiveOptions = {},
): Promise<Map<string, Catalogue>> {
  if (zip.length > archiveLimits.bytes)
    throw new PoArchiveError(undefined, `the archive is larger than ${megabytes(archiveLimits.bytes)}`);
  const archive = await open(zip);
  const files = await findFiles(archive, isLocale);
  const catalogues = new Map<string, Catalogue>();
  for (const [locale, entry] of files) {
    const content = await inflate(archive, entry);
    try {
      catalogues.set(locale, await parse(content));
    } catch (error) {
      if (!(error instanceof PoFileError)) throw error;
      throw new PoArchiveError(entry.fileName, error.message);
    }
  }
  return catalogues;
}

async function open(zip: Buffer): Promise<ZipFile> {
  let archive: ZipFile;
  try {
    archive = await fromBufferPromise(zip);
  } catch {
    throw new PoArchiveError(undefined, 'the body is not a zip archive');
  }
  if (archive.entryCount > archiveLimits.entries)
    throw new PoArchiveError(undefined, `the archive has more than ${archiveLimits.entries} entries`);
  return archive;
}

/**
 * The file of each locale. All entries are checked before one is unpacked; `inflate` enforces the sizes that they
 * declare.
 */
async function findFiles(archive: ZipFile, isLocale: (code: string) => boolean): Promise<Map<string, Entry>> {
  const files = new Map<string, Entry>();
  let total = 0;
  for await (const entry of readEntries(archive)) {
    const { fileName, uncompressedSize } = entry;
    if (isIgnored(fileName)) continue;
    const locale = parseLocale(fileName, isLocale);
    if (files.has(locale)) throw new PoArchiveError(fileName, `the archive has more than one file for ${locale}`);
    if (entry.isEncrypted()) throw new PoArchiveError(fileName, 'it is encrypted');
    if (uncompressedSize > archiveLimits.fileBytes)
      throw new PoArchiveError(fileName, `it is larger than ${megabytes(archiveLimits.fileBytes)}`);
    total += uncompressedSize;
    if (total > archiveLimits.totalBytes)
      throw new PoArchiveError(undefined, `the files are larger than ${megabytes(archiveLimits.totalBytes)} together`);
    files.set(locale, entry);
  }
  return files;
}

/** The entries; errors of the zip reader (`../`, absolute paths, broken structure) become a `PoArchiveError`. */
async function* readEntries(archive: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* archive.eachEntry();
  } catch (error) {
    throw new PoArchiveError(undefined, `the archive cannot be read (${(error as Error).message})`);
  }
}

const isIgnored = (name: string): boolean =>
  name.endsWith('/') || name.startsWith('__MACOSX/') || basename(name).startsWith('.');
const basename = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

function parseLocale(name: string, isLocale: (code: string) => boolean): string {
  const match = /^([a-z]{2,3})[-_]([A-Z]{2})\.po$/.exec(basename(name));
  if (!match) throw new PoArchiveError(name, 'files must be named after a locale, such as fr-FR.po');
  const locale = `${match[1]}-${match[2]}`;
  if (!isLocale(locale)) throw new PoArchiveError(name, `${locale} is not a supported locale code`);
  return locale;
}

/** Unpacks a file; fails as soon as it is larger than the archive declares. */
async function inflate(archive: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    return await buffer(await archive.openReadStreamPromise(entry));
  } catch (error) {
    throw new PoArchiveError(entry.fileName, `it cannot be unpacked (${(error as Error).message})`);
  }
}

const megabytes = (bytes: number): string => `${bytes / 1_048_576} MB`;

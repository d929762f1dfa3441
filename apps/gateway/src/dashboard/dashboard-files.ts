import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** A file of the dashboard, as it is and as the build has compressed it. */
export interface DashboardFile {
  readonly type: string;
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

/** By path: `/index.html`, `/assets/index-BzWmS06j.js`. */
export type DashboardFiles = ReadonlyMap<string, DashboardFile>;

/** What is not of these is not served: no source map, nothing whose name begins with a dot. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
};

/**
 * The dashboard, read when somebody first asks for it and kept: what is served belongs to one build, also while another is being written to the folder, and a file
 * that vanishes is no error of a request. Nothing where there is no build yet.
 */
export function dashboardFiles(folder: string): () => Promise<DashboardFiles | undefined> {
  let reading: Promise<DashboardFiles | undefined> | undefined;
  return () => {
    reading ??= read(folder).then((files) => {
      if (!files) reading = undefined;
      return files;
    });
    return reading;
  };
}

async function read(folder: string): Promise<DashboardFiles | undefined> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => []);
  // The sources have an index.html too; only a build has its list.
  if (!names.includes(join('.vite', 'manifest.json'))) return undefined;
  const served = names.filter((name) => extname(name) in types && !name.startsWith('.'));
  const files = await Promise.all(
    served.map(async (name) => [`/${name.split(sep).join('/')}`, await readOne(folder, name, names)] as const),
  );
  return new Map(files);
}

async function readOne(folder: string, name: string, names: readonly string[]): Promise<DashboardFile> {
  const compressed = (ending: string): Promise<Buffer> | undefined =>
    names.includes(name + ending) ? readFile(join(folder, name + ending)) : undefined;
  const [identity, br, gzip] = await Promise.all([readFile(join(folder, name)), compressed('.br'), compressed('.gz')]);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { type: types[extname(name)]!, etag, identity, br, gzip };
}

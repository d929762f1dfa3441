import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** A file of the dashboard, uncompressed and as compressed by the build. */
export interface DashboardFile {
  readonly type: string;
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

/** Files by path: `/index.html`, `/assets/index-BzWmS06j.js`. */
export type DashboardFiles = ReadonlyMap<string, DashboardFile>;

/** Only these types are served, so no source maps and no dot files. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
};

/**
 * Reads the dashboard into memory at the first request, so that all responses come from one build even while another
 * is written. Returns undefined while there is no build.
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
  // The source folder also has an index.html, but only a build has a manifest.
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

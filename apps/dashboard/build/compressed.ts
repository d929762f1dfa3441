import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
/** Vite's `manifest.json`, by source. */
type Manifest = Readonly<Record<string, Chunk>>;

/** The files of a first visit: the entry's imports and their styles. */
export function initialFiles(html: string, manifest: Manifest): readonly string[] {
  const chunkByFile = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
  const found = new Set<string>(['index.html']);
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const { imports = [], css = [] } = chunkByFile.get(file) ?? {};
    for (const next of [...css, ...imports.map((name) => manifest[name]!.file)]) visit(next);
  };
  for (const [, file] of html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)) visit(file!);
  return [...found];
}

/** Their compressed size. */
async function initialBytes(folder: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, `${file}.br`))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const text = /\.(?:js|css|html|svg|json)$/;

/** The budget of a first visit in compressed bytes (docs/dashboard.md#how-it-is-built). */
const maxInitialBytes = 200_000;

/** Writes a Brotli and a gzip file next to each file, so that serving compresses nothing, and enforces the budget of a first visit. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'postrider:compressed',
    apply: 'build',
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: {
      order: 'post',
      handler: async () => {
        const names = await readdir(folder, { recursive: true });
        await Promise.all(names.filter((name) => text.test(name)).map((name) => compress(join(folder, name))));
        await holdBudget(folder);
      },
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: quality }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

async function holdBudget(folder: string): Promise<void> {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const files = initialFiles(html, manifest);
  const bytes = await initialBytes(folder, files);
  if (bytes > maxInitialBytes)
    throw new Error(`The first load is ${bytes} bytes, more than ${maxInitialBytes}: ${files.join(', ')}`);
  console.log(`first load: ${(bytes / 1000).toFixed(1)} KB compressed`);
}

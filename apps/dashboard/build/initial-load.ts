import { stat } from 'node:fs/promises';
import { join } from 'node:path';

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
/** Vite's `manifest.json`, by source. */
export type Manifest = Readonly<Record<string, Chunk>>;

/** What a browser loads before the first page's own code: what the page names, what that imports at once, and their styles. */
export function initialFiles(html: string, manifest: Manifest): readonly string[] {
  const chunkOf = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
  const found = new Set<string>(['index.html']);
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const { imports = [], css = [] } = chunkOf.get(file) ?? {};
    for (const next of [...css, ...imports.map((name) => manifest[name]!.file)]) visit(next);
  };
  for (const [, file] of html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)) visit(file!);
  return [...found];
}

/** Their size as they travel. */
export async function initialBytes(folder: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, `${file}.br`))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

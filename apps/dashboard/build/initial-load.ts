import { stat } from 'node:fs/promises';
import { join } from 'node:path';

type Chunk = {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
/** Vite's `manifest.json`, by source. */
export type Manifest = Readonly<Record<string, Chunk>>;

/** What a browser loads before the first page's own code: the entry, what it imports at once, and their styles. */
export function initialFiles(manifest: Manifest): readonly string[] {
  const found = new Set<string>(['index.html']);
  const visit = (name: string): void => {
    const { file, imports = [], css = [] } = manifest[name]!;
    if (found.has(file)) return;
    for (const path of [file, ...css]) found.add(path);
    imports.forEach(visit);
  };
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) visit(name);
  return [...found];
}

/** Their size as they travel. */
export async function initialBytes(folder: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, `${file}.br`))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

import { z } from 'zod';
import type { Folder } from './folder.js';
import { FileProblem } from './folder.js';

const lockFile = 'postrider.lock.json';
const digests = z.record(z.string(), z.string());
const shape = z.object({ server: z.string(), templates: digests, versions: digests, snippets: digests });

export type Kind = 'templates' | 'versions' | 'snippets';

/**
 * What files and server had in common when they were last brought together, by id: what either says otherwise since, it has changed. Of another
 * server it says nothing.
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

  agree(kind: Kind, id: string, digest: string): void {
    this.known[kind].set(id, digest);
  }

  forget(kind: Kind, id: string): void {
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

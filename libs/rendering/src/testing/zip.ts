import { strToU8, zipSync } from 'fflate';

export type ZipEntry = {
  readonly name: string;
  readonly content: string | Buffer;
  /** A wrong size for the header. */
  readonly claimedSize?: number;
  readonly encrypted?: boolean;
};

const directoryEntry = Buffer.from('PK\x01\x02');

/** A deflated zip whose directory has the sizes that a test sets (APPNOTE 4.3.12). */
export function createZip(entries: readonly ZipEntry[]): Buffer {
  const files = entries.map(({ name, content }) => [name, Buffer.from(content)] as const);
  const zip = Buffer.from(zipSync(Object.fromEntries(files)));
  for (const { name, claimedSize, encrypted } of entries) {
    const at = zip.lastIndexOf(directoryEntry, zip.lastIndexOf(strToU8(name)));
    if (claimedSize !== undefined) zip.writeUInt32LE(claimedSize, at + 24);
    if (encrypted) zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8);
  }
  return zip;
}

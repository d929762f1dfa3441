export interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
}

const encoder = new TextEncoder();
const [localSignature, centralSignature, endSignature] = [0x04034b50, 0x02014b50, 0x06054b50];
/** Names are UTF-8; nothing is compressed. */
const [version, flags] = [20, 0x0800];

/** A zip of files as they are: PO files are small, and the upload takes no single ones. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const local: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const path = encoder.encode(name);
    const sizes = [crc32(content), content.length, content.length] as const;
    const head = record(localSignature, [version, flags, 0, 0, 0], sizes, [path.length, 0]);
    central.push(
      record(centralSignature, [version, version, flags, 0, 0, 0], sizes, [path.length, 0, 0, 0, 0], [0, offset]),
      path,
    );
    local.push(head, path, content);
    offset += head.length + path.length + content.length;
  }
  const directory = central.reduce((sum, piece) => sum + piece.length, 0);
  const end = record(endSignature, [0, 0, entries.length, entries.length], [directory, offset], [0]);
  return joined([...local, ...central, end]);
}

/** A signature, then fields of 16 and 32 bits in turn. */
function record(signature: number, ...fields: readonly (readonly number[])[]): Uint8Array {
  const length = 4 + fields.reduce((sum, group, at) => sum + group.length * (at % 2 === 0 ? 2 : 4), 0);
  const view = new DataView(new ArrayBuffer(length));
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [index, group] of fields.entries())
    for (const value of group) {
      if (index % 2 === 0) view.setUint16(at, value, true);
      else view.setUint32(at, value, true);
      at += index % 2 === 0 ? 2 : 4;
    }
  return new Uint8Array(view.buffer);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export function crc32(content: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

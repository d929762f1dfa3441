import { crc32, deflateRawSync } from 'node:zlib';

/** A zip archive of these files (APPNOTE 4.3). */
export function zipOf(/** @type {(readonly [name: string, text: string])[]} */ files) {
  /** @type {Buffer[]} */
  const bodies = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const [name, text] of files) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, place, Buffer.from(name)]));
    bodies.push(body);
    offset += body.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\x05\x06'), end]);
}

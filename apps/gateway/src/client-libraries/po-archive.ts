import { crc32 } from 'node:zlib';
import { isLocale, ServiceError } from '@postrider/contracts';
import type { Body } from './lenience.js';

/** The header of a PO file: the translation of the empty msgid, in one or more strings. */
const headerEntry = /^msgid[ \t]+""\s*^msgstr((?:\s*"(?:[^"\\\r\n]|\\.)*")+)/m;
const languageField = /^Language:[ \t]*([A-Za-z]+(?:[-_][A-Za-z]+)?)[ \t]*$/m;

/** Characters in which the header is searched; it is the first entry of the file. */
const headerLength = 65_536;

/**
 * Packs the text in `po` into the .zip archive that other callers upload. The locale comes from the body or the header.
 * @throws ServiceError `invalid_request`
 */
export function poArchive({ po, locale }: Body): Buffer {
  if (typeof po !== 'string') throw ServiceError.invalidField('po', 'must be the text of a .po file');
  const language = typeof locale === 'string' && locale !== '' ? locale : parseLanguage(po);
  const code = language?.replace('_', '-');
  if (code === undefined) throw ServiceError.invalidField('locale', 'is required: the file has no header Language');
  if (!isLocale(code)) throw ServiceError.invalidField('locale', 'must be a supported locale code, such as en-US');
  return createZip(new Map([[`${code}.po`, Buffer.from(po)]]));
}

function parseLanguage(po: string): string | undefined {
  const strings = headerEntry.exec(po.slice(0, headerLength))?.[1] ?? '';
  const header = strings.replace(/"\s*"/g, '').replaceAll('\\n', '\n').replaceAll('"', '');
  return languageField.exec(header)?.[1];
}

/** A .zip archive of uncompressed files by name (APPNOTE 4.3). */
export function createZip(files: ReadonlyMap<string, Buffer>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const fileName = Buffer.from(name);
    const entry = buildEntry(fileName, content);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), entry, fileName, content]);
    // No comment, disk 0, no attributes.
    const more = Buffer.alloc(14);
    more.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), entry, more, fileName);
    locals.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.size, 4);
  end.writeUInt16LE(files.size, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, listing, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** The common part of the local header and the directory. */
function buildEntry(fileName: Buffer, content: Buffer): Buffer {
  const entry = Buffer.alloc(26);
  const version = 20;
  entry.writeUInt16LE(version, 0);
  // 1 January 1980, as the file has no modification time.
  entry.writeUInt16LE(0x21, 8);
  entry.writeUInt32LE(crc32(content), 10);
  entry.writeUInt32LE(content.length, 14);
  entry.writeUInt32LE(content.length, 18);
  entry.writeUInt16LE(fileName.length, 22);
  return entry;
}

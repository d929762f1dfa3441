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
  if (typeof po !== 'string')
    throw ServiceError.invalidFields([{ field: 'po', message: 'must be the text of a .po file' }]);
  const language = typeof locale === 'string' && locale !== '' ? locale : languageOf(po);
  const code = language?.replace('_', '-');
  if (code === undefined)
    throw ServiceError.invalidFields([{ field: 'locale', message: 'is required: the file has no header Language' }]);
  if (!isLocale(code))
    throw ServiceError.invalidFields([{ field: 'locale', message: 'must be a supported locale code, such as en-US' }]);
  return zipOf(`${code}.po`, Buffer.from(po));
}

function languageOf(po: string): string | undefined {
  const strings = headerEntry.exec(po.slice(0, headerLength))?.[1] ?? '';
  const header = strings.replace(/"\s*"/g, '').replaceAll('\\n', '\n').replaceAll('"', '');
  return languageField.exec(header)?.[1];
}

/** A .zip archive of one uncompressed file (APPNOTE 4.3). */
function zipOf(name: string, content: Buffer): Buffer {
  const fileName = Buffer.from(name);
  const version = 20;
  const entry = Buffer.alloc(26);
  entry.writeUInt16LE(version, 0);
  // 1 January 1980, as the file has no modification time.
  entry.writeUInt16LE(0x21, 8);
  entry.writeUInt32LE(crc32(content), 10);
  entry.writeUInt32LE(content.length, 14);
  entry.writeUInt32LE(content.length, 18);
  entry.writeUInt16LE(fileName.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), entry, fileName, content]);
  // No comment, disk 0, no attributes, offset 0.
  const more = Buffer.alloc(14);
  const directory = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), entry, more, fileName]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

import { ServiceError } from '@postrider/contracts';
import { fileOfForm } from '../http/uploaded-file.js';

const maxZipBytes = 10 * 1024 * 1024;

/**
 * The archive in the body of POST /i18n/po: the zip itself, or a form with the field `file`, whatever the content type says.
 * @throws ServiceError `invalid_request` where there is none.
 */
export function zipOf(body: unknown, contentType: string | undefined): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const zip = isZip(bytes) ? bytes : fileOfForm(bytes, contentType);
  if (!zip || !isZip(zip))
    throw ServiceError.invalidFields([{ field: 'file', message: 'must be a .zip file of .po files' }]);
  if (zip.length > maxZipBytes)
    throw ServiceError.invalidFields([{ field: 'file', message: `must be at most ${maxZipBytes / 1024 / 1024} MB` }]);
  return zip;
}

/** Local file header, or the end record of an empty archive. */
const isZip = (bytes: Buffer): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

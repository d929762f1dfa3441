import { isUtf8 } from 'node:buffer';
import { ServiceError } from '@postrider/contracts';
import type { Pieces } from '../http/turns.js';
import { fileOfForm, isForm } from '../http/uploaded-file.js';

/** See docs/limits.md#suppressions. */
const maxMegabytes = 5;

/**
 * The text in the body of POST /suppressions/import: the file itself, or a form with the field `file`.
 * @throws ServiceError `invalid_request` where there is none that can be read
 */
export function* csvOf(body: unknown, contentType: string | undefined): Pieces<Buffer> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const csv = isForm(contentType) ? yield* fileOfForm(bytes, contentType) : bytes;
  if (!csv || csv.length === 0) throw unreadable('must be a CSV file');
  if (csv.length > maxMegabytes * 1024 * 1024) throw unreadable(`must be at most ${maxMegabytes} MB`);
  if (!isUtf8(csv)) throw unreadable('must be in UTF-8');
  return csv;
}

export const unreadable = (message: string): ServiceError => ServiceError.invalidFields([{ field: 'file', message }]);

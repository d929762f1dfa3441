import type { AttachmentRef, attachment } from '@postrider/contracts';
import { maxFilesBytes, ServiceError } from '@postrider/contracts';
import type { z } from 'zod';

type Attachment = z.output<typeof attachment>;

/** Base64 of RFC 4648 section 4; the padding may be missing. Line breaks, as RFC 2045 has them, are taken out before. */
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * The attachments of one send as references (SPEC.md section 8: 7 MB together, decoded).
 * @throws ServiceError `invalid_request` naming the entry that is not base64, or `files` when they are too much.
 */
export async function storeAttachments(inline: Attachment | undefined, files: readonly Attachment[] | undefined): Promise<AttachmentRef[]> {
  const named = [...(inline ? [{ field: 'inline', ...inline }] : []), ...(files ?? []).map((file, index) => ({ field: `files.${index}`, ...file }))]
    .map(({ field, data }) => ({ field, data: data.replace(/[\r\n]+/g, '') }));
  const malformed = named.filter(({ data }) => !isBase64(data));
  if (malformed.length > 0) throw ServiceError.invalidFields(malformed.map(({ field }) => ({ field: `${field}.data`, message: 'must be base64' })));
  const bytes = named.reduce((sum, { data }) => sum + decodedBytes(data), 0);
  if (bytes > maxFilesBytes) throw ServiceError.invalidFields([{ field: 'files', message: `must be at most ${maxFilesBytes / 1024 / 1024} MB together` }]);
  if (named.length > 0) throw ServiceError.invalidFields([{ field: named[0]!.field.split('.', 1)[0]!, message: 'are not supported yet' }]);
  return [];
}

const isBase64 = (data: string): boolean => base64.test(data) && significant(data) % 4 !== 1;
const significant = (data: string): number => data.length - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0);
const decodedBytes = (data: string): number => Math.floor((significant(data) * 3) / 4);

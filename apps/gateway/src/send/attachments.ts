import type { AttachmentRef, attachment } from '@postrider/contracts';
import { maxFilesBytes, ServiceError } from '@postrider/contracts';
import type { z } from 'zod';

type Attachment = z.output<typeof attachment>;

/** An attachment with its content decoded. */
export interface DecodedAttachment {
  readonly name: string;
  readonly disposition: AttachmentRef['disposition'];
  readonly content: Buffer;
}

/** Base64 of RFC 4648 section 4; the padding may be missing. Line breaks, as RFC 2045 has them, are taken out before. */
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** With the bound, or the expression runs out of stack on millions of them. */
const lineBreaks = /[\r\n]{1,1000}/g;

/**
 * The attachments of one send (docs/api.md#attachments: 7 MB together, decoded).
 * @throws ServiceError `invalid_request` naming the entry that is not base64, or `files` when they are too much.
 */
export function decodeAttachments(
  inline: Attachment | undefined,
  files: readonly Attachment[] = [],
): DecodedAttachment[] {
  const given = [
    ...(inline ? [{ ...inline, field: 'inline', disposition: 'inline' as const }] : []),
    ...files.map((file, index) => ({ ...file, field: `files.${index}`, disposition: 'attachment' as const })),
  ].map((each) => ({ ...each, data: each.data.replace(lineBreaks, '') }));
  const malformed = given.filter(({ data }) => !isBase64(data));
  if (malformed.length > 0)
    throw ServiceError.invalidFields(
      malformed.map(({ field }) => ({ field: `${field}.data`, message: 'must be base64' })),
    );
  const bytes = given.reduce((sum, { data }) => sum + decodedBytes(data), 0);
  if (bytes > maxFilesBytes)
    throw ServiceError.invalidFields([
      { field: 'files', message: `must be at most ${maxFilesBytes / 1024 / 1024} MB together` },
    ]);
  return given.map(({ id, disposition, data }) => ({ name: id, disposition, content: Buffer.from(data, 'base64') }));
}

const isBase64 = (data: string): boolean => base64.test(data) && significant(data) % 4 !== 1;
const significant = (data: string): number => data.length - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0);
const decodedBytes = (data: string): number => Math.floor((significant(data) * 3) / 4);

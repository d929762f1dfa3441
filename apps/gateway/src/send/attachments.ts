import type { AttachmentRef, attachment } from '@postrider/contracts';
import { maxFilesBytes, ServiceError } from '@postrider/contracts';
import type { z } from 'zod';
import { Base64Content, significant } from './base64-content.js';

type Attachment = z.output<typeof attachment>;

/** An attachment whose content is known to be base64 and not too much. */
export interface CheckedAttachment {
  readonly name: string;
  readonly disposition: AttachmentRef['disposition'];
  readonly content: Base64Content;
}

/** Base64 of RFC 4648 section 4; the padding may be missing. Line breaks, as RFC 2045 has them, are taken out before. */
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** With the bound, or the expression runs out of stack on millions of them. */
const lineBreaks = /[\r\n]{1,1000}/g;

/**
 * The attachments of one send (docs/api.md#attachments: 7 MB together, decoded).
 * @throws ServiceError `invalid_request` naming the entry that is not base64, or `files` when they are too much.
 */
export function checkAttachments(
  inline: Attachment | undefined,
  files: readonly Attachment[] = [],
): CheckedAttachment[] {
  const given = [
    ...(inline ? [{ ...inline, field: 'inline', disposition: 'inline' as const }] : []),
    ...files.map((file, index) => ({ ...file, field: `files.${index}`, disposition: 'attachment' as const })),
  ].map((each) => ({ ...each, data: each.data.replace(lineBreaks, '') }));
  const malformed = given.filter(({ data }) => !isBase64(data));
  if (malformed.length > 0)
    throw ServiceError.invalidFields(
      malformed.map(({ field }) => ({ field: `${field}.data`, message: 'must be base64' })),
    );
  const attachments = given.map(({ id, disposition, data }) => ({
    name: id,
    disposition,
    content: new Base64Content(data),
  }));
  if (attachments.reduce((sum, { content }) => sum + content.bytes, 0) > maxFilesBytes)
    throw ServiceError.invalidFields([
      { field: 'files', message: `must be at most ${maxFilesBytes / 1024 / 1024} MB together` },
    ]);
  return attachments;
}

const isBase64 = (data: string): boolean => base64.test(data) && significant(data) % 4 !== 1;

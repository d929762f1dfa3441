import type { Pieces } from '@postrider/concurrency';
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

/** The last characters of base64, fewer than a group. */
const endOfBase64 = /^[A-Za-z0-9+/]*$/;
/** With the bound, or the expression runs out of stack on millions of them. */
const lineBreaks = /[\r\n]{1,1000}/g;
/** What is looked at before others have their turn: whole groups of four. */
const turnLength = 128 * 1024;

/**
 * The attachments of one send (docs/guides/sending.md#attach-files: 7 MB together, decoded).
 * @throws ServiceError `invalid_request` naming the entry that is not base64, or `files` when they are too much.
 */
export function* checkAttachments(
  inline: Attachment | undefined,
  files: readonly Attachment[] = [],
): Pieces<CheckedAttachment[]> {
  const given = [
    ...(inline ? [{ ...inline, field: 'inline', disposition: 'inline' as const }] : []),
    ...files.map((file, index) => ({ ...file, field: `files.${index}`, disposition: 'attachment' as const })),
  ];
  const attachments: CheckedAttachment[] = [];
  const malformed: string[] = [];
  let looked = 0;
  for (const { id, data, field, disposition } of given) {
    looked += data.length;
    if (looked > turnLength) {
      looked = 0;
      yield;
    }
    const text = yield* withoutLineBreaks(data);
    if (yield* isBase64(text)) attachments.push({ name: id, disposition, content: new Base64Content(text) });
    else malformed.push(field);
  }
  if (malformed.length > 0)
    throw ServiceError.invalidFields(malformed.map((field) => ({ field: `${field}.data`, message: 'must be base64' })));
  if (attachments.reduce((sum, { content }) => sum + content.bytes, 0) > maxFilesBytes)
    throw ServiceError.invalidFields([
      { field: 'files', message: `must be at most ${maxFilesBytes / 1024 / 1024} MB together` },
    ]);
  return attachments;
}

function* withoutLineBreaks(text: string): Pieces<string> {
  if (!text.includes('\n') && !text.includes('\r')) return text;
  const parts: string[] = [];
  for (let start = 0; start < text.length; start += turnLength) {
    parts.push(text.slice(start, start + turnLength).replace(lineBreaks, ''));
    if (start + turnLength < text.length) yield;
  }
  return parts.join('');
}

/**
 * Base64 of RFC 4648 section 4 but for its padding, which may be missing. Line breaks, as RFC 2045 has them, are taken out before. Whole groups
 * are that if they come out of what they stand for, without padding: an expression goes through them five times as long.
 */
function* isBase64(text: string): Pieces<boolean> {
  const length = significant(text);
  if (length % 4 === 1) return false;
  const whole = length - (length % 4);
  for (let start = 0; start < whole; start += turnLength) {
    const groups = text.slice(start, Math.min(start + turnLength, whole));
    if (groups.endsWith('=') || Buffer.from(groups, 'base64').toString('base64') !== groups) return false;
    if (start + turnLength < whole) yield;
  }
  return endOfBase64.test(text.slice(whole, length));
}

import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { readAttachment } from '@postrider/contracts';
import type { ContractClient } from '@postrider/messaging';
import { loadPages } from '../http/listing.js';

/**
 * Streams an attachment of an email as fast as the caller reads. `index` counts from 0. A failure after the first piece
 * closes the connection.
 * @throws ServiceError `not_found`
 */
export async function downloadAttachment(
  services: ContractClient,
  request: RequestContext,
  mail: { readonly log_id: string; readonly index: number },
): Promise<StreamableFile> {
  let read = 0;
  const load = async (position: string) => {
    const context = { ...request, deadline: Date.now() + readAttachment.timeoutMs };
    const chunk = await services.call(readAttachment, context, { ...mail, after: Number(position) });
    const data = Buffer.from(chunk.data, 'base64');
    read += data.length;
    const next = read < chunk.bytes ? String(chunk.position) : undefined;
    return { items: [data], next, file: chunk };
  };
  const first = await load('-1');
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const items of loadPages(request, first, (after) => load(after!))) yield* items;
  }
  return new StreamableFile(Readable.from(chunks(), { objectMode: false }), {
    type: first.file.content_type,
    disposition: formatDisposition(first.file.name),
    length: first.file.bytes,
  });
}

/**
 * Always a download, so that no browser runs HTML of an attachment on this origin. The name is encoded as in RFC 8187.
 */
const formatDisposition = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`;

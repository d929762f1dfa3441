import { base64Length, encodeBase64Stream } from './body-encoding.js';
import type { ContentStream } from '../mail/outgoing-message.js';

/** A composed email whose attachments are read while it is sent; every read yields the same bytes. */
export class MailStream {
  /** Bytes on the wire, without dot-stuffing. */
  readonly size: number;

  constructor(private readonly segments: readonly (Buffer | ContentStream)[]) {
    this.size = segments.reduce(
      (sum, segment) => sum + (Buffer.isBuffer(segment) ? segment.length : base64Length(segment.bytes)),
      0,
    );
  }

  /** @throws the error of an attachment that cannot be read to its end */
  async *read(): AsyncGenerator<Buffer> {
    for (const segment of this.segments)
      if (Buffer.isBuffer(segment)) yield segment;
      else yield* encodeBase64Stream(segment.read());
  }
}

import { base64Length, encodeBase64Stream } from './body-encoding.js';
import type { ContentStream } from '../mail/outgoing-message.js';

/** A composed mail whose attachments are read while it is written: the same bytes however often it is read. */
export class MailStream {
  /** In bytes, as it goes on the wire but for its dots. */
  readonly size: number;

  constructor(private readonly segments: readonly (Buffer | ContentStream)[]) {
    this.size = segments.reduce(
      (sum, segment) => sum + (Buffer.isBuffer(segment) ? segment.length : base64Length(segment.bytes)),
      0,
    );
  }

  /** @throws what a content throws that cannot be read to its end */
  async *read(): AsyncGenerator<Buffer> {
    for (const segment of this.segments)
      if (Buffer.isBuffer(segment)) yield segment;
      else yield* encodeBase64Stream(segment.read());
  }
}

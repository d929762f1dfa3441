import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { MailStream } from '../../mime/mail-stream.js';

/**
 * A mail for `SMTPConnection.send`, which calls `pipe` when the server has answered DATA: the last moment at which nothing has been handed over.
 * The end of the data is written when all of it has been read; a server that does not get it has no mail (RFC 5321 section 4.1.1.4).
 */
export class PreparedMail extends Readable {
  handedOver: 'nothing' | 'part' | 'all' = 'nothing';
  /** Why it could not be read to its end. */
  broken: { readonly reason: unknown } | undefined;
  private stopped: AbortController | undefined;
  private begin: () => boolean = () => true;
  private fail: (error: unknown) => void = () => undefined;

  constructor(private readonly mail: Buffer | MailStream) {
    super();
  }

  /** `begin` says whether anything is to be handed over at all; `fail` hears of a mail that cannot be read to its end. */
  onBegin(begin: () => boolean, fail: (error: unknown) => void): void {
    this.begin = begin;
    this.fail = fail;
  }

  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    if (!this.begin()) return destination;
    if (Buffer.isBuffer(this.mail)) {
      this.handedOver = 'all';
      destination.end(this.mail);
    } else void this.write(this.mail, destination);
    return destination;
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.stop();
    callback(error);
  }

  /** Reads no more of it. */
  stop(): void {
    this.stopped?.abort();
  }

  private async write(mail: MailStream, destination: NodeJS.WritableStream): Promise<void> {
    this.stopped = new AbortController();
    const { signal } = this.stopped;
    this.handedOver = 'part';
    try {
      for await (const piece of mail.read()) {
        signal.throwIfAborted();
        if (!destination.write(piece)) await once(destination, 'drain', { signal });
      }
      signal.throwIfAborted();
      this.handedOver = 'all';
      destination.end();
    } catch (reason) {
      if (signal.aborted) return;
      this.broken = { reason };
      this.fail(reason);
    }
  }
}

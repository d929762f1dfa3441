import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { MailStream } from '../../mime/mail-stream.js';

/**
 * An email for `SMTPConnection.send`, which calls `pipe` after the reply to DATA, the last moment at which nothing is
 * handed over. The end of the data is written after everything was read; without it the server has no email (RFC 5321
 * section 4.1.1.4).
 */
export class PreparedMail extends Readable {
  transmitted: 'nothing' | 'part' | 'all' = 'nothing';
  /** Set when reading the email failed. */
  broken: { readonly reason: unknown } | undefined;
  private stopped: AbortController | undefined;
  private start: () => boolean = () => true;
  private fail: (error: unknown) => void = () => undefined;

  constructor(private readonly mail: Buffer | MailStream) {
    super();
  }

  /** `start` returns whether to send the data at all; `fail` is called when the email cannot be read to its end. */
  onBegin(start: () => boolean, fail: (error: unknown) => void): void {
    this.start = start;
    this.fail = fail;
  }

  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    if (!this.start()) return destination;
    if (Buffer.isBuffer(this.mail)) {
      this.transmitted = 'all';
      destination.end(this.mail);
    } else void this.write(this.mail, destination);
    return destination;
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.stop();
    callback(error);
  }

  stop(): void {
    this.stopped?.abort();
  }

  private async write(mail: MailStream, destination: NodeJS.WritableStream): Promise<void> {
    this.stopped = new AbortController();
    const { signal } = this.stopped;
    this.transmitted = 'part';
    try {
      for await (const chunk of mail.read()) {
        signal.throwIfAborted();
        if (!destination.write(chunk)) await once(destination, 'drain', { signal });
      }
      signal.throwIfAborted();
      this.transmitted = 'all';
      destination.end();
    } catch (reason) {
      if (signal.aborted) return;
      this.broken = { reason };
      this.fail(reason);
    }
  }
}

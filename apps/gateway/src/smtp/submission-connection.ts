import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';

/** Rejected commands in a row after which the session ends. */
const maxRejections = 20;
/** The same after a recipient was accepted: clients send all recipients, and repeat those beyond the limit later. */
const maxRecipientRejections = 1_000;
const ownStatus = /^[245]\.\d{1,3}\.\d{1,3} /;

/** A connection whose replies may have an enhanced status code of their own, and whose errors are bounded. */
export class SubmissionConnection extends SMTPConnection {
  private rejections = 0;

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    if (code < 300 && context === 'DATA_OK') this.rejections = 0;
    else if (code >= 400 && code !== 421 && ++this.rejections > this.allowedRejections) {
      super.send(421, '4.7.0 Too many errors', false);
      return;
    }
    super.send(code, data, typeof data === 'string' && ownStatus.test(data) ? false : context);
  }

  private get allowedRejections(): number {
    return (this.session?.envelope?.rcptTo?.length ?? 0) > 0 ? maxRecipientRejections : maxRejections;
  }

  /** RFC 5321, section 3.5.3: whether an address exists shows only when email is sent to it. */
  override handler_VRFY(_command: Buffer, callback: () => void): void {
    this.send(252, '2.0.0 Addresses are not verified');
    callback();
  }

  /** Greets at once: the base class waits 100 ms for clients that send too early, which here have no API key anyway. */
  override init(): void {
    this._setListeners(() => this.connectionReady());
  }

  /** Ends the session. A client that waits for a reply gets this one. */
  end(text: string): void {
    if (!this._closing && !this._closed) this.send(421, text);
  }
}

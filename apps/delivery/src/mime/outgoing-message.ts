/** A mailbox whose address passed the contract's checks (ASCII local part, no control characters). */
export interface Mailbox {
  readonly address: string;
  readonly name?: string | undefined;
}

export interface MessageAttachment {
  readonly name: string;
  readonly content: Buffer;
  /** `inline` parts are referred to by the html as `cid:<name>`. */
  readonly disposition: 'inline' | 'attachment';
}

/** One rendered email, ready to be handed to a provider. Says what is to be sent, never how. */
export interface OutgoingMessage {
  readonly logId: string;
  /** With angle brackets; the same at every attempt, so that receivers can fold a repeated delivery. An IDN domain becomes punycode. */
  readonly messageId: string;
  readonly date: Date;
  readonly from: Mailbox;
  readonly replyTo?: string | undefined;
  readonly to: Mailbox;
  readonly cc: readonly Mailbox[];
  /** No recipient is told of these: a name is of no use. */
  readonly bcc: readonly Mailbox[];
  readonly subject: string;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly ampHtml?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly attachments: readonly MessageAttachment[];
}

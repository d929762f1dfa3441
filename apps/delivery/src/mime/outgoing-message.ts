/** A mailbox whose address passed the contract's checks (ASCII local part, no control characters). */
export interface Mailbox {
  readonly address: string;
  readonly name?: string | undefined;
}

/** A content that is read when it is needed, in pieces, so that not all of it is in memory. */
export interface ContentStream {
  readonly bytes: number;
  /** From its beginning, as often as it is asked. Fails before its last piece if it is not what was stored. */
  read(): AsyncIterable<Buffer>;
}

export interface MessageAttachment<Content = Buffer> {
  readonly name: string;
  readonly content: Content;
  /** `inline` parts are referred to by the html as `cid:<name>`. */
  readonly disposition: 'inline' | 'attachment';
}

/** One rendered email, ready to be handed to a provider. Says what is to be sent, never how. */
export interface OutgoingMessage<Content = Buffer> {
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
  readonly attachments: readonly MessageAttachment<Content>[];
  /** Its opens or clicks come by us: the provider is not to count them as well. */
  readonly tracked?: boolean | undefined;
}

import type { NodemailerError } from 'nodemailer/lib/errors';

export interface RefusedRecipient {
  readonly address: string;
  readonly response: string;
}

/**
 * How far a conversation got: no connection yet; greeting, EHLO, TLS or login; the command whose reply was awaited. `part`: some of the data had
 * gone out and its end had not, so no server has taken it. `message`: all of it was on its way, so without a reply the mail may have arrived.
 */
export type SmtpStage = 'connect' | 'open' | 'MAIL FROM' | 'RCPT TO' | 'DATA' | 'part' | 'message';

/** Where a conversation broke off, and what the server said last. */
export class SmtpFailure extends Error {
  override readonly name = 'SmtpFailure';
  readonly code: string | undefined;
  readonly originalCode: string | undefined;
  /** To the command of `stage`. */
  readonly response: string | undefined;
  readonly refused: readonly RefusedRecipient[];

  constructor(
    readonly stage: SmtpStage,
    cause: unknown,
  ) {
    const error: Partial<NodemailerError> =
      typeof cause === 'object' && cause !== null ? cause : { message: String(cause) };
    super(error.message, { cause });
    this.code = error.code;
    this.originalCode = error.originalCode;
    this.response = error.response;
    this.refused = refusalsOf(error.rejectedErrors);
  }
}

export const refusalsOf = (errors: readonly NodemailerError[] = []): RefusedRecipient[] =>
  errors.map(({ recipient = '', response = '' }) => ({ address: recipient, response }));

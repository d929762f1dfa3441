import type { Socket } from 'node:net';
import type { NodemailerError } from 'nodemailer/lib/errors';
import type { SMTPConnectionEnvelope } from 'nodemailer/lib/smtp-connection';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpEnvelope } from '../../mime/compose-mime.js';
import type { MailStream } from '../../mime/mail-stream.js';
import { PreparedMail } from './prepared-mail.js';
import { connectionOptions, connectSocket, timedOut, type SmtpServer } from './smtp-connect.js';
import { toRejections, SmtpFailure, type RejectedRecipient, type SmtpStage } from './classify-smtp.js';

export interface SmtpReceipt {
  /** The server's reply to the data. */
  readonly response: string;
  readonly serverMessageId: string | undefined;
  /** Rejected recipients, when the server accepted others. */
  readonly refused: readonly RejectedRecipient[];
}

const stageOfData = { nothing: undefined, part: 'part', all: 'message' } as const;

const resetTimeoutMs = 60_000;

const noLogin = 'The mail server offers no login: email is sent without one';

/** One authenticated connection to a mail server, for one message at a time. */
export class SmtpSession {
  readonly openedAt = Date.now();
  private onEnd: () => void = () => undefined;
  private ended = false;
  private loginOffered = true;

  private constructor(private readonly connection: SMTPConnection) {
    connection.on('end', () => {
      this.ended = true;
      this.onEnd();
    });
  }

  /**
   * Logs in if the server offers it. A server that requires a login without offering it rejects the first message.
   * @throws SmtpFailure
   */
  static async open(server: SmtpServer, signal: AbortSignal): Promise<SmtpSession> {
    const socket = await connectSocket(server, signal).catch((error: unknown) => {
      throw new SmtpFailure('connect', error);
    });
    let session: SmtpSession | undefined;
    try {
      const connection = new SMTPConnection(connectionOptions(server, socket));
      session = new SmtpSession(connection);
      await session.untilAborted(signal, (resolve, reject) => {
        connection.on('error', reject);
        connection.connect((error) => (error ? reject(error) : resolve()));
      });
      session.loginOffered = server.username === '' || connection.allowsAuth;
      if (server.username !== '' && connection.allowsAuth) await session.login(server, socket, signal);
      return session;
    } catch (error) {
      session?.close();
      socket.destroy();
      throw new SmtpFailure('open', error);
    }
  }

  /** The server's last reply on one line, or that it offered no login although credentials are set. */
  get lastReply(): string {
    return this.loginOffered ? String(this.connection.lastServerResponse || '') : noLogin;
  }

  get usable(): boolean {
    return !this.ended;
  }

  /** Sets the listener that is called once when the server closes the connection. */
  whenEnded(listener: () => void): void {
    this.onEnd = listener;
  }

  /**
   * If the server rejects the primary recipient (the first) but accepts others, the data is sent only when the
   * rejection is permanent: another attempt would reach the others twice.
   * @throws SmtpFailure, and the error of an email that cannot be read to its end: the server then has none of it
   */
  async send(
    { from, to }: SmtpEnvelope,
    raw: Buffer | MailStream,
    signal: AbortSignal,
    isFinal: (rejection: RejectedRecipient) => boolean,
  ): Promise<SmtpReceipt> {
    const envelope: Partial<SMTPConnectionEnvelope> = {
      from,
      to: [...to],
      size: Buffer.isBuffer(raw) ? raw.length : raw.size,
    };
    // Cleared so that it shows whether MAIL FROM was answered.
    this.connection.lastServerResponse = false;
    const mail = new PreparedMail(raw);
    try {
      return await this.untilAborted<SmtpReceipt>(
        signal,
        (resolve, reject) => {
          const fail = (error: unknown): void => {
            this.close();
            reject(error);
          };
          mail.onBegin(() => {
            const rejection = envelope.rejectedErrors?.find(({ recipient }) => recipient === to[0]);
            const proceeds = rejection === undefined || toRejections([rejection]).every(isFinal);
            if (!proceeds) fail(rejection);
            return proceeds;
          }, fail);
          this.connection.send(envelope, mail, (error, info) => {
            if (error || !info) reject(error ?? new Error('The mail server sent no answer'));
            else if (mail.transmitted !== 'all')
              reject(new Error('The mail server answered before the end of the message'));
            else
              resolve({
                response: info.response,
                serverMessageId: info.serverMessageId,
                refused: toRejections(info.rejectedErrors),
              });
          });
        },
        () => mail.transmitted === 'all',
      );
    } catch (error) {
      // Only closing the connection makes the server discard a partly sent message.
      if (mail.transmitted === 'part') this.close();
      if (mail.broken) throw mail.broken.reason;
      throw new SmtpFailure(stageOfData[mail.transmitted] ?? this.getStage(error, envelope), error);
    } finally {
      mail.stop();
    }
  }

  /** Before the data: the command that was rejected, otherwise the first one without a reply. */
  private getStage(error: unknown, { to, accepted, rejected }: Partial<SMTPConnectionEnvelope>): SmtpStage {
    const { response, command } = error as Partial<NodemailerError>;
    if (response !== undefined && (command === 'MAIL FROM' || command === 'RCPT TO' || command === 'DATA'))
      return command;
    if (this.connection.lastServerResponse === false) return 'MAIL FROM';
    const replied = (accepted?.length ?? 0) + (rejected?.length ?? 0);
    return replied < (to?.length ?? 0) ? 'RCPT TO' : 'DATA';
  }

  /** Prepares the connection for another message after a rejected one; false when that failed. */
  async reset(): Promise<boolean> {
    if (this.ended) return false;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.close(), resetTimeoutMs);
      const settle = (ready: boolean): void => {
        clearTimeout(timer);
        this.connection.off('end', ended);
        resolve(ready);
      };
      const ended = (): void => settle(false);
      this.connection.once('end', ended);
      this.connection.reset((error) => settle(!error));
    });
  }

  /** Sends QUIT without waiting for the reply. */
  quit(): void {
    if (this.ended) return;
    this.connection.quit();
    setTimeout(() => this.close(), 1_000).unref();
  }

  close(): void {
    this.connection.close();
  }

  private async login(
    { username, password, useTls, allowPlainAuth }: SmtpServer,
    socket: Socket,
    signal: AbortSignal,
  ): Promise<void> {
    if (!useTls && !allowPlainAuth && !/^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')) {
      throw Object.assign(new Error('The password is not sent over a connection without TLS'), { code: 'ECONFIG' });
    }
    await this.untilAborted(signal, (resolve, reject) => {
      this.connection.once('error', reject);
      this.connection.login({ user: username, pass: password }, (error) => (error ? reject(error) : resolve()));
    });
  }

  /**
   * Runs one exchange. An abort closes the connection, because a session cannot be resumed in the middle. While only
   * the reply to the data is missing (`awaitsReply`), sockets are read first: after a blocked event loop, timers fire
   * before them.
   */
  private async untilAborted<Result = void>(
    signal: AbortSignal,
    exchange: (resolve: (result: Result) => void, reject: (error: unknown) => void) => void,
    awaitsReply = (): boolean => false,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      let ended = false;
      const end = (): void => {
        if (ended) return;
        this.close();
        reject(timedOut());
      };
      const abort = (): void => {
        if (awaitsReply()) setImmediate(end);
        else end();
      };
      if (signal.aborted) {
        abort();
        return;
      }
      signal.addEventListener('abort', abort, { once: true });
      exchange(
        (result) => {
          ended = true;
          signal.removeEventListener('abort', abort);
          resolve(result);
        },
        (error) => {
          ended = true;
          signal.removeEventListener('abort', abort);
          reject(error);
        },
      );
    });
  }
}

import type { CredentialsOf } from '@postrider/contracts';
import type { SmtpEnvelope } from '../../mime/compose-mime.js';
import { composeMail } from '../../mime/compose-mime.js';
import type { MailStream } from '../../mime/mail-stream.js';
import type { ConnectionCheck, DeliveryOutcome, EspDriver, MessageToSend } from '../driver.js';
import type { EgressGuard } from '../egress-guard.js';
import { EgressBlocked } from '../egress-guard.js';
import { accountFailure, presentable, presentableCheck, sent, tryAgain } from '../outcome.js';
import type { RejectedRecipient } from './classify-smtp.js';
import { SmtpFailure, classifyFailure, classifyReply, findHardBounces, notAllowed } from './classify-smtp.js';
import type { SmtpServer } from './smtp-connect.js';
import type { IdleConnections, SmtpPoolOptions } from './smtp-pool.js';
import { SmtpPool, SmtpPoolBusy } from './smtp-pool.js';
import type { SmtpReceipt } from './smtp-session.js';
import { SmtpSession } from './smtp-session.js';

export interface SmtpDriverOptions extends Pick<
  SmtpServer,
  'ehloName' | 'implicitTls' | 'allowPlainAuth' | 'ca' | 'insecureTls'
> {
  readonly pool?: Partial<SmtpPoolOptions> | undefined;
  readonly idleConnections?: IdleConnections | undefined;
  /** Return path of bounces for the email of a log; absent: the sender's address. */
  readonly returnPath?: ((logId: string) => string) | undefined;
}

/**
 * `idleMs` is below the idle timeout of common servers (a minute and more). `maxAgeMs` bounds how long a DNS change
 * goes unnoticed.
 */
const defaultPool: SmtpPoolOptions = { maxConnections: 5, maxWaiting: 1_000, idleMs: 30_000, maxAgeMs: 10 * 60_000 };

/** Sends email over SMTP (RFC 5321, 3207, 4954) with pooled connections. */
export class SmtpDriver implements EspDriver {
  readonly streams = true;
  readonly takesMime = true;
  private readonly pool: SmtpPool<SmtpSession>;
  private readonly open: (signal: AbortSignal) => Promise<SmtpSession>;
  /** What `check` tests, in a sentence. */
  private readonly tried: string;
  private readonly secrets: readonly string[];
  private readonly returnPath: SmtpDriverOptions['returnPath'];

  constructor(
    { host, port, username, password, use_tls: useTls }: CredentialsOf<'smtp'>,
    guard: EgressGuard,
    { pool, idleConnections, returnPath, ...options }: SmtpDriverOptions,
  ) {
    this.open = async (signal) => {
      const addresses = await guard.check(host, port).catch((error: unknown) => {
        throw new SmtpFailure('connect', error);
      });
      return SmtpSession.open({ addresses, host, port, username, password, useTls, ...options }, signal);
    };
    this.pool = new SmtpPool(this.open, { ...defaultPool, ...pool }, idleConnections);
    const tls = useTls ? (options.implicitTls ? ' with TLS' : ' with STARTTLS') : ' without TLS';
    this.tried = `A connection to ${host}:${port}${tls}${username === '' ? '' : `, and a login as ${username}`}`;
    this.returnPath = returnPath;
    // The last form is what a reply contains that is not valid UTF-8.
    this.secrets = [
      password,
      Buffer.from(password).toString('base64'),
      Buffer.from(`\0${username}\0${password}`).toString('base64'),
      Buffer.from(password).toString('latin1'),
    ];
  }

  /** @throws UnsendableMessage, and the error of an attachment that cannot be read to its end */
  async send(message: MessageToSend, signal: AbortSignal): Promise<DeliveryOutcome> {
    const { raw, envelope: composed } = await composeMail(message);
    const envelope = this.returnPath ? { ...composed, from: this.returnPath(message.logId) } : composed;
    const outcome = await this.deliver(envelope, raw, signal).then(
      (receipt) => this.toOutcome(receipt, envelope),
      (error: unknown) => this.outcomeOfFailure(error, envelope),
    );
    return presentable(outcome, this.secrets);
  }

  /** Connects, sends EHLO, starts TLS and logs in as for an email, over a connection outside the pool. */
  async check(signal: AbortSignal): Promise<ConnectionCheck> {
    const result = await this.open(signal).then(
      (session): Pick<ConnectionCheck, 'outcome' | 'answer'> => {
        const { lastReply: reply } = session;
        session.quit();
        return { outcome: 'works', answer: reply };
      },
      (error: unknown) => {
        const outcome = this.outcomeOfFailure(error, { from: '', to: [] });
        return { outcome: 'fails' as const, answer: outcome.detail };
      },
    );
    return presentableCheck({ tried: this.tried, ...result }, this.secrets);
  }

  close(): Promise<void> {
    this.pool.close();
    return Promise.resolve();
  }

  private async deliver(envelope: SmtpEnvelope, raw: Buffer | MailStream, signal: AbortSignal): Promise<SmtpReceipt> {
    let { session, reused } = await this.pool.acquire(signal);
    for (;;) {
      try {
        const receipt = await session.send(
          envelope,
          raw,
          signal,
          (rejection) => outcomeOfRejection(rejection).kind === 'rejected',
        );
        this.pool.release(session);
        return receipt;
      } catch (error) {
        if (!reused || !endedWhileIdle(error) || signal.aborted) {
          void this.resetAndRelease(session);
          throw error;
        }
        ({ session, reused } = await this.pool.renew(session, signal));
      }
    }
  }

  /** Resets the session, because the server keeps the sender of a rejected message (RFC 5321 section 4.1.4). */
  private async resetAndRelease(session: SmtpSession): Promise<void> {
    if (!(await session.reset())) session.close();
    this.pool.release(session);
  }

  private toOutcome(
    { response, serverMessageId, refused: rejected }: SmtpReceipt,
    { to: [primary] }: SmtpEnvelope,
  ): DeliveryOutcome {
    const rejection = rejected.find(({ address }) => address === primary);
    const hardBounces = findHardBounces(rejected);
    if (!rejection) return { ...sent(response + rejectedCopies(rejected), serverMessageId), hardBounces };
    const outcome = outcomeOfRejection(rejection);
    return {
      ...outcome,
      hardBounces,
      detail: `${outcome.detail}${rejectedCopies(rejected.filter((other) => other !== rejection))}; the other copies were accepted`,
    };
  }

  private outcomeOfFailure(error: unknown, { to: [primary = ''] }: SmtpEnvelope): DeliveryOutcome {
    if (error instanceof SmtpPoolBusy) return tryAgain(error.message);
    if (!(error instanceof SmtpFailure)) throw error;
    if (error.cause instanceof EgressBlocked) return accountFailure(notAllowed, { code: 'ENOTALLOWED' });
    return { ...classifyFailure(error, primary), hardBounces: findHardBounces(error.refused) };
  }
}

const outcomeOfRejection = ({ response }: RejectedRecipient): DeliveryOutcome =>
  classifyReply({ response, at: 'RCPT TO' });

/** The server closed the connection before it accepted any of the message (RFC 5321 section 4.5.3.2 permits that). */
const endedWhileIdle = (error: unknown): boolean =>
  error instanceof SmtpFailure &&
  error.stage !== 'message' &&
  error.stage !== 'part' &&
  (error.response?.startsWith('421') === true ||
    (error.response === undefined && (error.code === 'ECONNECTION' || error.code === 'ESOCKET')));

/** Rejected copies are not retried: the message is final for its primary recipient, and others would get it twice. */
function rejectedCopies(rejected: readonly RejectedRecipient[]): string {
  const copies = rejected.map((rejection) => {
    const final = outcomeOfRejection(rejection).kind === 'rejected';
    return final
      ? `; rejected for ${rejection.address}: ${rejection.response}`
      : `; the copy to ${rejection.address} is not retried: ${rejection.response}`;
  });
  const count = copies.length > 1 ? `; ${copies.length} copies were not sent` : '';
  return count + copies.join('');
}

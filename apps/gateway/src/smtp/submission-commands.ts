import { Injectable, Logger } from '@nestjs/common';
import { newId, ServiceError } from '@postrider/contracts';
import { LatencyHistogram, getExemplar } from '@postrider/messaging';
import type { SMTPServerAddress, SMTPServerAuthentication, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { AuthenticationService } from '../authentication/authentication.service.js';
import { checkScope } from '../authentication/scope.guard.js';
import type { Caller } from '../http/caller.js';
import { RequestLimits } from '../limits/request-limits.js';
import { BodyReceiver, Unread } from './body-receiver.js';
import { SmtpReply, replyTo } from './smtp-reply.js';
import type { Login, SubmissionSession } from './submission-session.js';
import { SubmissionsService, acceptedText } from './submissions.service.js';

const maxWrongKeys = 3;
const dataMs = 120_000;

const commandSeconds = new LatencyHistogram({
  name: 'postrider_smtp_seconds',
  help: 'Time of an SMTP login, a refused MAIL or an email, by command and reply code',
  labelNames: ['command', 'status'],
  buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

type Envelope = Pick<SMTPServerSession, 'envelope' | 'remoteAddress'>;

/** AUTH, MAIL and DATA of a session (docs/guides/smtp.md). */
@Injectable()
export class SubmissionCommands {
  private readonly logger = new Logger('Smtp');
  private readonly access = new Logger('Access');

  constructor(
    private readonly keys: AuthenticationService,
    private readonly limits: RequestLimits,
    private readonly bodies: BodyReceiver,
    private readonly submissions: SubmissionsService,
  ) {}

  /** `admit` counts the connection for the account; false if it has too many. @throws SmtpReply */
  async authenticate(
    session: SubmissionSession,
    { username, password }: SMTPServerAuthentication,
    remoteAddress: string,
    admit: (accountId: string) => boolean,
  ): Promise<Login> {
    const startedAt = performance.now();
    const requestId = newId('request');
    try {
      const key = password ?? '';
      const caller = await this.authenticateKey(key, remoteAddress);
      if (!admit(caller.accountId))
        throw new SmtpReply(421, '4.7.0', `This account has too many connections (${requestId})`);
      const template = username && /^tem_\w+$/.test(username) ? username : undefined;
      const login = { key, accountId: caller.accountId, template };
      session.login = login;
      this.record('AUTH', startedAt, { status: 235, requestId, caller });
      return login;
    } catch (error) {
      const reply = rejectedLogin(error, session, requestId);
      this.record('AUTH', startedAt, { status: reply.responseCode, requestId });
      throw reply;
    }
  }

  /** Checks the key again at each email: it may have been revoked, or its account changed. @throws SmtpReply */
  async startMail({ login }: SubmissionSession, remoteAddress: string): Promise<void> {
    const startedAt = performance.now();
    const requestId = newId('request');
    if (!login) throw new SmtpReply(530, '5.7.0', 'Must issue a STARTTLS command first');
    let caller: Caller | undefined;
    try {
      caller = await this.authenticateKey(login.key, remoteAddress);
      checkScope(caller, { scope: 'send' });
      this.limits.countRequest(caller);
    } catch (error) {
      const isRevoked = error instanceof ServiceError && error.code === 'invalid_api_key';
      const reply = isRevoked
        ? new SmtpReply(421, '4.7.0', `${error.message} (${requestId})`)
        : replyTo(error, requestId);
      this.record('MAIL', startedAt, { status: reply.responseCode, requestId, caller });
      throw reply;
    }
  }

  /** Receives an email. Its reply goes to the callback, unless the session has to end. */
  async receive(
    session: SubmissionSession,
    stream: SMTPServerDataStream,
    { envelope, remoteAddress }: Envelope,
    callback: (error?: Error | null, text?: string) => void,
  ): Promise<void> {
    const startedAt = performance.now();
    const requestId = newId('request');
    session.beginMail();
    let caller: Caller | undefined;
    const finish = (status: number, logIds: readonly string[] = []): void => {
      this.record('DATA', startedAt, { status, requestId, caller, logIds });
      session.finishMail();
    };
    const timer = setTimeout(() => session.endNow('4.4.2 The email took too long'), dataMs);
    try {
      caller = await this.authenticateKey(session.login!.key, remoteAddress);
      const declared = declaredBytes(envelope.mailFrom);
      const body = await this.bodies.receive(stream, caller, { declared, deadline: Date.now() + dataMs });
      clearTimeout(timer);
      try {
        const ids = await this.submissions.submit({
          requestId,
          caller,
          template: session.login!.template,
          mailFrom: envelope.mailFrom ? envelope.mailFrom.address : '',
          recipients: envelope.rcptTo.map(({ address }) => address),
          bytes: body.bytes,
        });
        callback(null, acceptedText(ids));
        finish(250, ids);
      } finally {
        body.release();
      }
    } catch (error) {
      // 499, as in the access log of HTTP: the client disconnected.
      const hasDisconnected = stream.destroyed && !stream.readableEnded;
      const isUnread = error instanceof Unread;
      const reply = isUnread ? new SmtpReply(421, '4.7.0', 'Too much data') : replyTo(error, requestId);
      const isExpected = error instanceof SmtpReply || error instanceof ServiceError || isUnread;
      if (!isExpected && !hasDisconnected)
        this.logger.error({ err: error, requestId, accountId: caller?.accountId }, 'email failed');
      if (isUnread) session.endNow(reply.message);
      else if (!hasDisconnected) callback(reply);
      finish(hasDisconnected ? 499 : reply.responseCode);
    } finally {
      clearTimeout(timer);
    }
  }

  private authenticateKey(key: string, ip: string): Promise<Caller> {
    return this.keys.authenticate({ headers: {}, ip, otherKey: key });
  }

  /** Logs and measures as for HTTP. Nothing in it comes from the email. */
  private record(command: string, startedAt: number, { status, requestId, caller, logIds = [] }: CommandRecord): void {
    const ms = performance.now() - startedAt;
    commandSeconds.observe({ command, status: String(status) }, ms / 1_000, getExemplar());
    this.access.log(
      {
        method: 'SMTP',
        route: command,
        status,
        ms: Math.round(ms * 10) / 10,
        requestId,
        accountId: caller?.accountId,
        ...(logIds.length > 0 ? { logIds } : {}),
      },
      'request',
    );
  }
}

interface CommandRecord {
  readonly status: number;
  readonly requestId: string;
  readonly caller?: Caller | undefined;
  readonly logIds?: readonly string[];
}

function rejectedLogin(error: unknown, session: SubmissionSession, requestId: string): SmtpReply {
  const reply = replyTo(error, requestId);
  if (reply.responseCode === 451) return new SmtpReply(454, '4.7.0', reply.message.replace(/^\S+ /, ''));
  if (reply.responseCode === 535 && ++session.wrongKeys >= maxWrongKeys)
    return new SmtpReply(421, '4.7.0', `Too many wrong API keys (${requestId})`);
  return reply;
}

/** The SIZE parameter of MAIL (RFC 1870). */
function declaredBytes(mailFrom: SMTPServerAddress | false): number | undefined {
  const { SIZE } = (mailFrom && mailFrom.args ? mailFrom.args : {}) as { SIZE?: string };
  return SIZE === undefined ? undefined : Number(SIZE);
}

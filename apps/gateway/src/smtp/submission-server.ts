import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { BlockList, isIPv6 } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { emailAddress, newId, ServiceError } from '@postrider/contracts';
import { LatencyHistogram, exemplarOf } from '@postrider/messaging';
import { CONFIG, ConfigError } from '@postrider/service';
import { Gauge } from 'prom-client';
import type {
  SMTPServerAddress,
  SMTPServerAuthentication,
  SMTPServerDataStream,
  SMTPServerOptions,
  SMTPServerSession,
} from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { AuthenticationService } from '../authentication/authentication.service.js';
import { checkScope } from '../authentication/scope.guard.js';
import type { GatewayConfig } from '../config.js';
import { publicUrl, requiresHttps } from '../config.js';
import type { Caller } from '../http/caller.js';
import type { TlsFiles } from '../http/tls.js';
import { RequestLimits } from '../limits/request-limits.js';
import { BodyReceiver, Unread, maxBytes } from './body-receiver.js';
import { SmtpReply, replyTo } from './smtp-reply.js';
import { SubmissionConnection } from './submission-connection.js';
import { SubmissionsService, acceptedText } from './submissions.service.js';

/** See docs/operate/limits.md#smtp. */
const maxConnections = 2_000;
/** Of one address, before they have authenticated; of one account after that. */
const maxPerAddress = 200;
const maxPerAccount = 500;
const maxRecipients = 50;
const maxWrongKeys = 3;
const idleMs = 60_000;
const authenticationMs = 60_000;
const dataMs = 120_000;
const maxSessionMs = 30 * 60_000;
/** Time for mails in progress at shutdown. */
const drainMs = 15_000;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const commandSeconds = new LatencyHistogram({
  name: 'postrider_smtp_seconds',
  help: 'Time of an SMTP login, a refused MAIL or a mail, by command and reply code',
  labelNames: ['command', 'status'],
  buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});
const openConnections = new Gauge({
  name: 'postrider_smtp_connections',
  help: 'Open SMTP connections',
});

interface Peer {
  readonly address: string;
  /** The address with the port. */
  readonly peer: string;
}

interface Session {
  readonly connection: SubmissionConnection;
  readonly peer: Peer;
  readonly timers: NodeJS.Timeout[];
  login?: Login;
  wrongKeys: number;
  isReceiving: boolean;
  /** Whether it ends after the mail that is being received. */
  isEnding: boolean;
}

interface Login {
  readonly key: string;
  readonly accountId: string;
  /** In the user name. */
  readonly template: string | undefined;
}

/**
 * Takes mail by SMTP from applications with an API key (docs/guides/smtp.md), and replies 250 after the commit. It
 * relays nothing for others.
 */
@Injectable()
export class SubmissionServer {
  private readonly logger = new Logger('Smtp');
  private readonly access = new Logger('Access');
  private readonly sessions = new Map<string, Session>();
  /** Connections without a login, by address. */
  private readonly unknownPeers = new Map<string, Set<string>>();
  private readonly servers: SMTPServer[] = [];

  constructor(
    private readonly keys: AuthenticationService,
    private readonly limits: RequestLimits,
    private readonly bodies: BodyReceiver,
    private readonly submissions: SubmissionsService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** The ports that it listens on: with STARTTLS or plain, then with TLS. */
  get ports(): readonly number[] {
    return this.servers.map((server) => (server.server.address() as AddressInfo).port);
  }

  /** Listens on the configured ports. @throws ConfigError */
  async listen(tls: TlsFiles | undefined): Promise<void> {
    const { SMTP_PORT, SMTPS_PORT } = this.config;
    if (SMTPS_PORT !== undefined && !tls) throw new ConfigError('SMTPS_PORT needs TLS_CERT and TLS_KEY.');
    if (SMTP_PORT !== undefined && !tls && requiresHttps(this.config))
      this.logger.warn('without TLS_CERT and TLS_KEY, SMTP_PORT accepts logins only from this machine');
    if (SMTP_PORT !== undefined)
      await this.open('SMTP_PORT', SMTP_PORT, tls ? { ...tls } : { disabledCommands: ['STARTTLS'] });
    if (SMTPS_PORT !== undefined) await this.open('SMTPS_PORT', SMTPS_PORT, { ...tls, secure: true });
  }

  /** New connections get the renewed certificate. */
  setSecureContext(tls: TlsFiles): void {
    for (const server of this.servers) if (this.hasTls(server)) server.updateSecureContext({ ...tls });
  }

  /** Stops listening; mails in progress get their reply, other sessions 421. */
  async close(): Promise<void> {
    const closed = this.servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
    for (const session of this.sessions.values()) this.end(session, '4.3.2 The server is shutting down');
    await Promise.all(closed);
    for (const { connection } of this.sessions.values()) connection.end('4.3.2 The server is shutting down');
  }

  private hasTls({ options }: SMTPServer): boolean {
    return options.cert !== undefined;
  }

  private async open(variable: string, port: number, options: SMTPServerOptions): Promise<void> {
    const server = new ConnectionServer((connection) => this.add(connection), {
      name: new URL(publicUrl(this.config)).hostname,
      banner: 'Postrider',
      heloResponse: '%s',
      size: maxBytes,
      // For handshakes; admits() bounds the rest.
      maxClients: maxConnections,
      maxRecipients,
      socketTimeout: idleMs,
      closeTimeout: drainMs,
      allowInsecureAuth: true,
      authMethods: ['PLAIN', 'LOGIN'],
      authRequiredMessage: '5.7.0 Authentication required: the password is an API key',
      disableReverseLookup: true,
      hideENHANCEDSTATUSCODES: false,
      hideDSN: false,
      logger: false,
      ...options,
      disabledCommands: [...(options.disabledCommands ?? []), ...unusedCommands],
      onConnect: (session, callback) => {
        this.connect(session, server);
        callback();
      },
      onSecure: (_socket: Socket | TLSSocket, session, callback) => {
        delete session.disabledCommands;
        callback();
      },
      onAuth: (login, session, callback) => {
        this.authenticate(login, session).then(
          (user) => callback(null, { user }),
          (error: SmtpReply) => callback(error),
        );
      },
      onMailFrom: (_address, session, callback) => {
        this.begin(session).then(
          () => callback(),
          (error: SmtpReply) => callback(error),
        );
      },
      onRcptTo: ({ address }, _session, callback) => {
        const { success } = emailAddress.safeParse(address);
        callback(success ? null : new SmtpReply(553, '5.1.3', 'This address cannot get mail'));
      },
      onData: (stream, session, callback) => void this.take(stream, session, callback),
      onClose: ({ id }) => this.forget(id),
    });
    const [handle] = server.server.listeners('connection') as [(socket: Socket) => void];
    server.server.removeAllListeners('connection');
    server.server.on('connection', (socket: Socket) => {
      if (this.admits(socket, options.secure)) handle.call(server.server, socket);
    });
    server.on('error', ({ message }) => this.logger.debug(`a connection failed: ${message}`));
    const listening = once(server.server, 'listening');
    server.listen(port, this.config.HOST);
    await listening.catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use; set ${variable} to another.`) : error;
    });
    this.servers.push(server);
  }

  /** Bounds connections before they cost a session or a handshake. */
  private admits(socket: Socket, isTls = false): boolean {
    const { address, peer } = peerOf(socket);
    const peers = this.unknownPeers.get(address) ?? new Set();
    if (this.sessions.size < maxConnections && peers.size < maxPerAddress) {
      this.unknownPeers.set(address, peers.add(peer));
      socket.once('close', () => this.releasePeer({ address, peer }));
      return true;
    }
    socket.on('error', () => undefined);
    if (isTls) socket.destroy();
    else socket.end('421 4.7.0 Too many connections; try again later\r\n', () => socket.destroy());
    return false;
  }

  private releasePeer({ address, peer }: Peer): void {
    const peers = this.unknownPeers.get(address);
    if (peers?.delete(peer) && peers.size === 0) this.unknownPeers.delete(address);
  }

  private add(connection: SubmissionConnection): void {
    const session = {
      connection,
      peer: peerOf(connection._socket),
      timers: [],
      wrongKeys: 0,
      isReceiving: false,
      isEnding: false,
    };
    this.sessions.set(connection.id, session);
    openConnections.inc();
  }

  private connect(session: SMTPServerSession, server: SMTPServer): void {
    const { remoteAddress: address, secure, id } = session;
    const own = this.sessions.get(id)!;
    if (!secure && (requiresHttps(this.config) || this.hasTls(server)) && !isLoopback(address))
      session.disabledCommands = [...server.options.disabledCommands!, 'AUTH'];
    const authentication = setTimeout(() => {
      if (!own.login) own.connection.end('4.4.2 No login in time');
    }, authenticationMs);
    const age = setTimeout(() => this.end(own, '4.4.2 The session took too long'), maxSessionMs);
    own.timers.push(authentication, age);
  }

  private forget(id: string): void {
    const session = this.sessions.get(id);
    session?.timers.forEach((timer) => clearTimeout(timer));
    // STARTTLS removes the listeners of the socket.
    if (session) this.releasePeer(session.peer);
    if (this.sessions.delete(id)) openConnections.dec();
  }

  /** Ends the session, after the mail that it is sending. */
  private end(session: Session, text: string): void {
    session.isEnding = true;
    if (!session.isReceiving) session.connection.end(text);
  }

  private async authenticate(
    { username, password }: SMTPServerAuthentication,
    { id, remoteAddress }: SMTPServerSession,
  ): Promise<Login> {
    const startedAt = performance.now();
    const requestId = newId('request');
    const session = this.sessions.get(id)!;
    try {
      const caller = await this.callerOf(password ?? '', remoteAddress);
      const own = [...this.sessions.values()].filter(({ login }) => login?.accountId === caller.accountId);
      if (own.length >= maxPerAccount)
        throw new SmtpReply(421, '4.7.0', `This account has too many connections (${requestId})`);
      const template = username && /^tem_\w+$/.test(username) ? username : undefined;
      const login = { key: password!, accountId: caller.accountId, template };
      session.login = login;
      this.releasePeer(session.peer);
      this.note('AUTH', startedAt, { status: 235, requestId, caller });
      return login;
    } catch (error) {
      const reply = this.refusedLogin(error, session, requestId);
      this.note('AUTH', startedAt, { status: reply.responseCode, requestId });
      throw reply;
    }
  }

  private refusedLogin(error: unknown, session: Session, requestId: string): SmtpReply {
    const reply = replyTo(error, requestId);
    if (reply.responseCode === 451) return new SmtpReply(454, '4.7.0', reply.message.replace(/^\S+ /, ''));
    if (reply.responseCode === 535 && ++session.wrongKeys >= maxWrongKeys)
      return new SmtpReply(421, '4.7.0', `Too many wrong API keys (${requestId})`);
    return reply;
  }

  private callerOf(key: string, ip: string): Promise<Caller> {
    return this.keys.authenticate({ headers: {}, ip, otherKey: key });
  }

  /** Checks the key again at each mail: it may have been revoked, or its account changed. */
  private async begin({ id, remoteAddress }: SMTPServerSession): Promise<void> {
    const startedAt = performance.now();
    const requestId = newId('request');
    const { login } = this.sessions.get(id)!;
    if (!login) throw new SmtpReply(530, '5.7.0', 'Must issue a STARTTLS command first');
    let caller: Caller | undefined;
    try {
      caller = await this.callerOf(login.key, remoteAddress);
      checkScope(caller, { scope: 'send' });
      this.limits.countRequest(caller);
    } catch (error) {
      const isRevoked = error instanceof ServiceError && error.code === 'invalid_api_key';
      const reply = isRevoked
        ? new SmtpReply(421, '4.7.0', `${error.message} (${requestId})`)
        : replyTo(error, requestId);
      this.note('MAIL', startedAt, { status: reply.responseCode, requestId, caller });
      throw reply;
    }
  }

  private async take(
    stream: SMTPServerDataStream,
    { id, envelope, remoteAddress }: SMTPServerSession,
    callback: (error?: Error | null, text?: string) => void,
  ): Promise<void> {
    const startedAt = performance.now();
    const requestId = newId('request');
    const session = this.sessions.get(id)!;
    const { connection, login } = session;
    session.isReceiving = true;
    let caller: Caller | undefined;
    const finish = (status: number, logIds: readonly string[] = []): void => {
      session.isReceiving = false;
      this.note('DATA', startedAt, { status, requestId, caller, logIds });
      if (session.isEnding) setImmediate(() => connection.end('4.3.2 The session ends; connect again'));
    };
    const timer = setTimeout(() => connection.end('4.4.2 The mail took too long'), dataMs);
    try {
      caller = await this.callerOf(login!.key, remoteAddress);
      const { mailFrom, rcptTo } = envelope;
      const body = await this.bodies.receive(stream, caller, {
        declared: declaredBytes(mailFrom),
        deadline: Date.now() + dataMs,
      });
      clearTimeout(timer);
      try {
        const ids = await this.submissions.submit({
          requestId,
          caller,
          template: login!.template,
          mailFrom: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(({ address }) => address),
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
      const reply = error instanceof Unread ? new SmtpReply(421, '4.7.0', 'Too much data') : replyTo(error, requestId);
      if (
        !(error instanceof SmtpReply) &&
        !(error instanceof ServiceError) &&
        !hasDisconnected &&
        !(error instanceof Unread)
      )
        this.logger.error({ err: error, requestId, accountId: caller?.accountId }, 'mail failed');
      if (error instanceof Unread) connection.end(reply.message);
      else if (!hasDisconnected) callback(reply);
      finish(hasDisconnected ? 499 : reply.responseCode);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Logs and measures as for HTTP. Nothing in it comes from the mail. */
  private note(command: string, startedAt: number, { status, requestId, caller, logIds }: Noted): void {
    const ms = performance.now() - startedAt;
    commandSeconds.observe({ command, status: String(status) }, ms / 1_000, exemplarOf());
    this.access.log(
      {
        method: 'SMTP',
        route: command,
        status,
        ms: Math.round(ms * 10) / 10,
        requestId,
        accountId: caller?.accountId,
        ...(logIds && logIds.length > 0 ? { logIds } : {}),
      },
      'request',
    );
  }
}

interface Noted {
  readonly status: number;
  readonly requestId: string;
  readonly caller?: Caller | undefined;
  readonly logIds?: readonly string[];
}

/** Obsolete commands, and those of proxies, which no client needs. */
const unusedCommands = ['WIZ', 'SHELL', 'KILL', 'XCLIENT', 'XFORWARD'];

class ConnectionServer extends SMTPServer {
  constructor(
    private readonly onConnection: (connection: SubmissionConnection) => void,
    options: SMTPServerOptions,
  ) {
    super(options);
  }

  override connect(...[socket, options]: Parameters<SMTPServer['connect']>): void {
    const connection = new SubmissionConnection(this, socket, options);
    this.connections.add(connection);
    connection.on('error', (error: Error) => this.emit('error', error));
    this.onConnection(connection);
    connection.init();
  }
}

const peerOf = ({ remoteAddress = '', remotePort }: Socket): Peer => ({
  address: remoteAddress,
  peer: `${remoteAddress} ${remotePort}`,
});

const isLoopback = (address: string): boolean => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** The SIZE parameter of MAIL (RFC 1870). */
function declaredBytes(mailFrom: SMTPServerAddress | false): number | undefined {
  const { SIZE } = (mailFrom && mailFrom.args ? mailFrom.args : {}) as { SIZE?: string };
  return SIZE === undefined ? undefined : Number(SIZE);
}

import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { BlockList, isIPv6 } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { emailAddress } from '@postrider/contracts';
import { CONFIG, ConfigError } from '@postrider/service';
import { Gauge } from 'prom-client';
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import type { GatewayConfig } from '../config.js';
import { publicUrl, requiresHttps } from '../config.js';
import type { TlsFiles } from '../http/tls.js';
import { maxBytes } from './body-receiver.js';
import { ConnectionLimits, getPeer } from './connection-limits.js';
import { SmtpReply } from './smtp-reply.js';
import { SubmissionCommands } from './submission-commands.js';
import { SubmissionConnection } from './submission-connection.js';
import { SubmissionSession } from './submission-session.js';

/** See docs/operate/limits.md#smtp. */
const maxRecipients = 50;
const idleMs = 60_000;
/** Time for emails in progress at shutdown. */
const drainMs = 15_000;
/**
 * Connections that wait to be accepted, as many as Linux allows. Node's 511 are too few for a burst: the kernel then
 * drops handshakes that clients consider complete, and those clients wait for a greeting until they time out.
 */
const backlog = 4_096;
const tooManyConnections = '4.7.0 Too many connections; try again later';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const openConnections = new Gauge({
  name: 'postrider_smtp_connections',
  help: 'Open SMTP connections',
});

/**
 * Accepts email over SMTP from applications with an API key (docs/guides/smtp.md), and replies 250 after the commit. It
 * relays nothing for others.
 */
@Injectable()
export class SubmissionServer {
  private readonly logger = new Logger('Smtp');
  private readonly sessions = new Map<string, SubmissionSession>();
  private readonly connections = new ConnectionLimits();
  private readonly servers: SMTPServer[] = [];

  constructor(
    private readonly commands: SubmissionCommands,
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
    for (const server of this.servers) if (hasTls(server)) server.updateSecureContext({ ...tls });
  }

  /** Stops listening; emails in progress get their reply, other sessions 421. */
  async close(): Promise<void> {
    const text = '4.3.2 The server is shutting down';
    const closed = this.servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
    for (const session of this.sessions.values()) session.end(text);
    await Promise.all(closed);
    for (const session of this.sessions.values()) session.endNow(text);
  }

  private async open(variable: string, port: number, options: SMTPServerOptions): Promise<void> {
    const server = new ConnectionServer((connection) => this.add(connection), {
      name: new URL(publicUrl(this.config)).hostname,
      banner: 'Postrider',
      heloResponse: '%s',
      size: maxBytes,
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
      onAuth: (credentials, { id, remoteAddress }, callback) => {
        const session = this.sessions.get(id)!;
        const admit = (accountId: string): boolean => this.connections.logIn(session.peer, accountId);
        this.commands.authenticate(session, credentials, remoteAddress, admit).then(
          (login) => callback(null, { user: login }),
          (error: SmtpReply) => callback(error),
        );
      },
      onMailFrom: (_address, { id, remoteAddress }, callback) => {
        this.commands.startMail(this.sessions.get(id)!, remoteAddress).then(
          () => callback(),
          (error: SmtpReply) => callback(error),
        );
      },
      onRcptTo: ({ address }, _session, callback) => {
        const { success } = emailAddress.safeParse(address);
        callback(success ? null : new SmtpReply(553, '5.1.3', 'This address cannot get email'));
      },
      onData: (stream, session, callback) =>
        void this.commands.receive(this.sessions.get(session.id)!, stream, session, callback),
      onClose: ({ id }) => this.forget(id),
    });
    const [handle] = server.server.listeners('connection') as [(socket: Socket) => void];
    server.server.removeAllListeners('connection');
    server.server.on('connection', (socket: Socket) => {
      // During a handshake, the socket on top of this one.
      const evict = (): unknown => (server._pendingSockets.get(socket) ?? socket).destroy();
      if (this.connections.admit(socket, evict)) handle.call(server.server, socket);
      else reject(socket, options.secure);
    });
    server.on('error', ({ message }) => this.logger.debug(`a connection failed: ${message}`));
    const listening = once(server.server, 'listening');
    server.listen({ port, host: this.config.HOST, backlog });
    await listening.catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use; set ${variable} to another.`) : error;
    });
    this.servers.push(server);
  }

  private add(connection: SubmissionConnection): void {
    const session = new SubmissionSession(connection, getPeer(connection._socket));
    this.sessions.set(connection.id, session);
    this.connections.setEviction(session.peer, () => {
      session.endNow(tooManyConnections);
      // Its client may keep its side open. During a handshake a timeout ends it.
      if (!connection._upgrading) connection._socket.destroySoon();
    });
    openConnections.inc();
  }

  private connect(session: SMTPServerSession, server: SMTPServer): void {
    const { remoteAddress: address, secure, id } = session;
    if (!secure && (requiresHttps(this.config) || hasTls(server)) && !isLoopback(address))
      session.disabledCommands = [...server.options.disabledCommands!, 'AUTH'];
    this.sessions.get(id)!.start();
  }

  private forget(id: string): void {
    const session = this.sessions.get(id);
    if (!session) return;
    session.stop();
    // STARTTLS removes the listeners of the socket.
    this.connections.release(session.peer);
    this.sessions.delete(id);
    openConnections.dec();
  }
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

/** Rejects a connection before it costs a session or a handshake. One with TLS would not understand the reply. */
function reject(socket: Socket, isTls = false): void {
  socket.on('error', () => undefined);
  if (isTls) socket.destroy();
  else socket.end(`421 ${tooManyConnections}\r\n`, () => socket.destroy());
}

const hasTls = ({ options }: SMTPServer): boolean => options.cert !== undefined;

const isLoopback = (address: string): boolean => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
